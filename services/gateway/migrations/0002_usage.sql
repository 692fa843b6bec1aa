create table usage_records (
  id uuid primary key,
  request_id text not null,
  model text not null,
  provider text not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  total_tokens bigint not null,
  cached_tokens bigint not null,
  cache_write_tokens bigint not null,
  reasoning_tokens bigint not null,
  audio_prompt_tokens bigint not null,
  audio_completion_tokens bigint not null,
  cost_nano_usd bigint not null,
  tenant_id text not null,
  team_id text,
  customer_id text,
  timestamp timestamptz(3) not null,
  outcome text not null,
  estimated boolean not null,
  unpriced boolean not null,
  cached boolean not null,
  streamed boolean not null,
  latency_ms double precision not null,
  ttft_ms double precision
);
create index usage_records_time on usage_records (timestamp, id);
create index usage_records_tenant on usage_records (tenant_id, timestamp, id);
create index usage_records_model on usage_records (model, timestamp, id);
create index usage_records_provider on usage_records (provider, timestamp, id);
create index usage_records_cost on usage_records (cost_nano_usd, id);
create index usage_records_tokens on usage_records (total_tokens, id);
create index usage_records_request on usage_records (request_id);
create index usage_records_unpriced on usage_records (timestamp, id) where unpriced;
create index usage_records_team on usage_records (team_id, timestamp, id) where team_id is not null;
create index usage_records_customer on usage_records (customer_id, timestamp, id) where customer_id is not null;

-- Sums that are kept in the statement that inserts the records. `dims` says what a row is a sum over: 0 everything,
-- 1 one tenant, 2 one model, 3 one provider, 4 one combination of all; a column that is summed over is ''.
create table usage_rollups (
  grain text not null check (grain in ('hour', 'day')),
  dims smallint not null,
  start timestamptz not null,
  tenant_id text not null,
  team_id text not null,
  customer_id text not null,
  model text not null,
  provider text not null,
  requests bigint not null,
  unpriced_requests bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  total_tokens bigint not null,
  cost_nano_usd bigint not null,
  primary key (grain, dims, start, tenant_id, model, provider, team_id, customer_id)
) with (fillfactor = 70);
create index usage_rollups_tenant on usage_rollups (grain, tenant_id, start) where dims = 4;
create index usage_rollups_model on usage_rollups (grain, model, start) where dims = 4;
