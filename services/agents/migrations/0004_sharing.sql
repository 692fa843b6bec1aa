-- Null until somebody says with whom it is shared; the owner is created_by.
alter table agents add column shared_with jsonb;
create index agents_owner on agents (created_by, created_at desc, id);
create index agents_shared on agents using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
