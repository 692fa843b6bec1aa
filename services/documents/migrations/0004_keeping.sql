alter table documents
  add column tags jsonb not null default '[]',
  -- Of the text as far as readers see it; null where there is too little of it to say that two are the same.
  add column text_sha256 text,
  add column keep_until date,
  add column legal_hold boolean not null default false;

create index documents_tags on documents using gin (tags jsonb_path_ops) where tags <> '[]';
create index documents_text_sha256 on documents (text_sha256) where text_sha256 is not null;
create index documents_keep_until on documents (keep_until) where keep_until is not null;

-- Files whose last document is gone, until their bytes are gone, too.
create table doomed_files (
  sha256 text primary key,
  since timestamptz not null default now()
);

-- What was deleted, when and why; neither names nor texts.
create table deletions (
  id uuid primary key,
  document_id uuid not null,
  owner text not null,
  sha256 text not null,
  reason text not null,
  deleted_by text,
  deleted_at timestamptz not null default now()
);

create index deletions_newest on deletions (deleted_at desc, id desc);
