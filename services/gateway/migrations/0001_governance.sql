-- One row; every governance change locks it, so that versions become visible in order and a reader that asks
-- for "everything after version n" misses nothing.
create table governance_version (
  single boolean primary key default true check (single),
  version bigint not null
);
insert into governance_version (version) values (0);

create table customers (
  id uuid primary key,
  name text not null,
  requests_per_minute integer,
  tokens_per_minute integer,
  budget_nano_usd bigint,
  budget_period text check (budget_period in ('daily', 'weekly', 'monthly')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null,
  check ((budget_nano_usd is null) = (budget_period is null))
);
create unique index customers_name on customers (lower(name));
create index customers_version on customers (version);

create table teams (
  id uuid primary key,
  name text not null,
  customer_id uuid references customers (id),
  requests_per_minute integer,
  tokens_per_minute integer,
  budget_nano_usd bigint,
  budget_period text check (budget_period in ('daily', 'weekly', 'monthly')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null,
  check ((budget_nano_usd is null) = (budget_period is null))
);
create unique index teams_name on teams (lower(name));
create index teams_customer on teams (customer_id);
create index teams_version on teams (version);

create table virtual_keys (
  id uuid primary key,
  name text not null,
  key_hash text not null unique,
  key_hint text not null,
  previous_hash text unique,
  previous_until timestamptz,
  team_id uuid references teams (id),
  customer_id uuid references customers (id),
  requests_per_minute integer,
  tokens_per_minute integer,
  budget_nano_usd bigint,
  budget_period text check (budget_period in ('daily', 'weekly', 'monthly')),
  allowed_models text[],
  may_skip_guardrails boolean not null default false,
  cache_ttl_seconds integer,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null,
  check ((budget_nano_usd is null) = (budget_period is null))
);
create unique index virtual_keys_name on virtual_keys (lower(name)) where revoked_at is null;
create index virtual_keys_team on virtual_keys (team_id);
create index virtual_keys_customer on virtual_keys (customer_id);
create index virtual_keys_version on virtual_keys (version);
