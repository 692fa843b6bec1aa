create table systems (
  id uuid primary key,
  name text not null,
  name_folded text not null unique,
  created_by text not null,
  created_at timestamptz not null
);

create table reports (
  id uuid primary key,
  system_id uuid not null references systems (id),
  system_name text not null,
  overall_score numeric,
  risk_level text not null,
  framework_ids jsonb not null,
  report jsonb not null,
  created_by text not null,
  assessed_at timestamptz not null
);
create index reports_newest on reports (assessed_at desc, id desc);
create index reports_system on reports (system_id, assessed_at desc);

create table evidence (
  id uuid primary key,
  system_id uuid not null references systems (id),
  framework_id text not null,
  requirement_id text not null,
  kind text not null,
  reference text not null,
  note text not null,
  added_by text not null,
  added_at timestamptz not null
);
create index evidence_system on evidence (system_id, framework_id, requirement_id);

create table certificates (
  id uuid primary key,
  report_id uuid not null references reports (id),
  certificate jsonb not null,
  signature text not null,
  issued_by text not null,
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);

create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  made_at timestamptz not null
);
