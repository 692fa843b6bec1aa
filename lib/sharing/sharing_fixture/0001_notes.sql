create table notes (
  id uuid primary key,
  title text not null,
  created_by text,
  shared_with jsonb,
  created_at timestamptz not null default now()
);

create index notes_owner on notes (created_by, created_at desc);
create index notes_shared on notes using gin (shared_with jsonb_path_ops)
  with (fastupdate = off) where shared_with is not null;
