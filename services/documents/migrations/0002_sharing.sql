-- Null until somebody says with whom a document is shared; its owner is whoever uploaded it.
alter table documents add column shared_with jsonb;

create index documents_owner on documents (uploaded_by, created_at desc, id desc);
create index documents_shared on documents using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
