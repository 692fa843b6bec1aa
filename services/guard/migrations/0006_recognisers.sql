-- Kinds of personal data that people describe by a pattern.
create table recognisers (
  id text primary key,
  name text not null unique,
  type text not null,
  pattern text not null,
  check_digit text not null,
  words jsonb not null,
  words_required boolean not null,
  examples jsonb not null,
  is_active boolean not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
