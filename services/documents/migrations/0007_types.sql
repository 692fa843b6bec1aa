-- Types of documents that an organisation made itself, and every version that they had.
create table types (
  name text primary key,
  version integer not null,
  definition jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now()
);

create table type_versions (
  name text not null,
  version integer not null,
  act text not null,
  -- Null where the type was deleted.
  definition jsonb,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (name, version)
);
