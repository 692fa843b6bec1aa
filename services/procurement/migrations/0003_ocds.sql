-- Contracting processes that came from elsewhere, and what the tables here have no column for.
create table ocds_processes (
  ocid text primary key,
  tender_id uuid not null unique references tenders (id),
  released_at timestamptz not null,
  source jsonb not null
);

-- Releases that were read, so that none is read twice.
create table ocds_releases (
  ocid text not null,
  release_id text not null,
  tender_id uuid references tenders (id),
  outcome text not null,
  imported_by text not null,
  imported_at timestamptz not null,
  primary key (ocid, release_id)
);
