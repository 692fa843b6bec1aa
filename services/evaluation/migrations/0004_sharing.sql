-- Null until somebody says with whom a result is shared; its owner is whoever started the evaluation.
alter table evaluations add column shared_with jsonb;

create index evaluations_owner on evaluations (created_by, created_at desc, id);
create index evaluations_shared on evaluations using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
