-- What people put right in a document's fields, the newest last; a null value takes a correction back.
create table corrections (
  id uuid primary key,
  document_id uuid not null references documents (id) on delete cascade,
  key text not null,
  value text,
  before text,
  corrected_by text not null,
  corrected_at timestamptz not null default now()
);

create index corrections_document on corrections (document_id, key, id desc);

-- The least confidence of a document's fields that nobody has put right: what is to be looked over comes first.
alter table documents add column lowest_confidence double precision;

update documents set lowest_confidence = (
  select min((field ->> 'confidence')::double precision) from jsonb_array_elements(extraction -> 'fields') field
) where extraction is not null;

create index documents_lowest_confidence on documents (lowest_confidence, created_at desc)
  where lowest_confidence is not null;
