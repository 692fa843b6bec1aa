-- Many documents taken through the steps anew; they are worked on one after the other.
create table reprocessings (
  id uuid primary key,
  owner text not null,
  from_step text not null,
  total integer not null,
  created_at timestamptz not null default now(),
  canceled_at timestamptz
);

create table reprocessing_items (
  reprocessing_id uuid not null references reprocessings (id) on delete cascade,
  document_id uuid not null references documents (id) on delete cascade,
  state text not null default 'waiting',
  failure text,
  lease_owner text,
  lease_until timestamptz,
  primary key (reprocessing_id, document_id)
);

create index reprocessing_items_open on reprocessing_items (reprocessing_id, document_id)
  where state in ('waiting', 'working');
create index reprocessing_items_document on reprocessing_items (document_id);

-- The file of the watched folder that a document was made of: each makes one, whoever sees it first.
alter table documents add column origin text;
create unique index documents_origin on documents (origin) where origin is not null;
