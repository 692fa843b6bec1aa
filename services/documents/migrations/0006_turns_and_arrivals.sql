-- The role with which a reprocessing was begun, and when one of its documents was taken last: people take turns.
alter table reprocessings
  add column role text not null default 'user',
  add column taken_at timestamptz;

create index reprocessings_owner on reprocessings (owner);

-- Files that are being stored for a document that is not there yet: those of a process that died are found by these.
create table arriving_files (
  id uuid primary key,
  sha256 text not null,
  since timestamptz not null default now()
);
