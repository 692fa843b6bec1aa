create table audit_events (
  id uuid not null,
  timestamp timestamptz(3) not null,
  actor text not null,
  action text not null,
  outcome text not null,
  resource text not null,
  provider text,
  model text,
  request_id text not null,
  ip text,
  latency_ms double precision,
  detail jsonb,
  search text not null,
  primary key (timestamp, id)
);
create index audit_events_actor on audit_events (actor, timestamp, id);
create index audit_events_request on audit_events (request_id);
-- Nearly all events are model requests that went well: the others are found without passing over those.
create index audit_events_action on audit_events (action, timestamp, id) where action <> 'model_request';
create index audit_events_outcome on audit_events (outcome, timestamp, id) where outcome <> 'success';

-- Counts per hour of three kinds: by action, outcome and provider over all actors (`actor` is '') and per actor, and
-- by model alone (everything else is '').
create table audit_rollups (
  start timestamptz not null,
  actor text not null,
  action text not null,
  outcome text not null,
  provider text not null,
  model text not null,
  events bigint not null,
  primary key (actor, start, action, outcome, provider, model)
) with (fillfactor = 70);
create index audit_rollups_start on audit_rollups (start);
create index audit_rollups_model on audit_rollups (model, start) where model <> '';
