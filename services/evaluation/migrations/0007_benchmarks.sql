-- Benchmarks that people write; those of files and the built-in ones are not here.
create table benchmarks (
  id text primary key,
  hash text not null,
  -- json keeps the order in which it was written.
  content json not null,
  bytes integer not null,
  updated_by text not null,
  updated_at timestamptz not null default now()
);
