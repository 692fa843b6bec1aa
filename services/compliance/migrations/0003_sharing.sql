-- Systems, reports and certificates belong to who made them until they are shared; one name may stand for a system
-- of each person.
alter table systems add column shared_with jsonb;
alter table reports add column shared_with jsonb;
alter table certificates add column shared_with jsonb;
alter table systems drop constraint systems_name_folded_key;
create index systems_name on systems (name_folded);
create index systems_owner on systems (created_by, created_at desc);
create index systems_shared on systems using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
create index reports_owner on reports (created_by, assessed_at desc);
create index reports_shared on reports using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
create index certificates_owner on certificates (issued_by, issued_at desc);
create index certificates_shared on certificates using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;

-- A certificate is superseded by a later one of the same system that names all its frameworks.
alter table certificates add column system_id uuid, add column framework_ids jsonb;
update certificates c set framework_ids = c.certificate -> 'frameworks',
  system_id = (select r.system_id from reports r where r.id = c.report_id);
create index certificates_system on certificates (system_id, issued_at);
