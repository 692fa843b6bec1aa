-- The gateways that run on this database, and by what name each knows the store of its limits and budgets.
create table processes (
  id uuid primary key,
  shares text not null,
  seen_at timestamptz not null default now()
);
