-- Responses in the background, until they are forgotten. What a worker has started is never started again.
create table background_responses (
  id text primary key references responses (id) on delete cascade,
  tenant_id text not null,
  -- Who asked, as far as a key does not say so itself.
  caller jsonb not null,
  ip text not null,
  request_id text not null,
  -- The request's body; empty once it has ended.
  request text not null,
  streamed boolean not null,
  status text not null,
  -- Of the worker that holds it; whoever writes under a smaller one is too late.
  claim integer not null default 0,
  created_at timestamptz not null default now()
);
create index background_responses_open on background_responses (tenant_id) where status in ('queued', 'in_progress');

-- The events of those that are streams, numbered from 0.
create table response_events (
  response_id text not null references background_responses (id) on delete cascade,
  number integer not null,
  event text not null,
  primary key (response_id, number)
);
