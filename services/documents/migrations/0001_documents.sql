create extension if not exists pg_trgm with schema public;

create table documents (
  id uuid primary key,
  filename text not null,
  file_type text not null,
  kind text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_by text not null,
  status text not null,
  failure text,
  pages integer,
  language text,
  ocr_confidence double precision,
  ocr_text text,
  classification jsonb,
  extraction jsonb,
  validation jsonb,
  document_type text,
  confidence double precision,
  background boolean not null default false,
  step text,
  lease_owner text,
  lease_until timestamptz,
  search_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index documents_newest on documents (created_at desc, id);
create index documents_sha256 on documents (sha256);
create index documents_unfinished on documents (lease_until) where background or status = 'processing';
create index documents_search on documents using gin (search_text public.gin_trgm_ops);

create table pages (
  document_id uuid not null references documents (id) on delete cascade,
  page integer not null,
  content jsonb not null,
  primary key (document_id, page)
);
