-- Null until somebody says with whom it is shared; the owner is user_sub.
alter table transcriptions add column shared_with jsonb;
alter table conversations add column shared_with jsonb;

-- A person's words to the assistant stay their own, whatever DEFAULT_SHARING says.
update transcriptions set shared_with = '{"people": [], "roles": [], "all": false, "may": "read"}'
where source = 'chat';

create index transcriptions_owner on transcriptions (user_sub, created_at desc, id desc);
create index transcriptions_shared on transcriptions using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
create index conversations_shared on conversations using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
