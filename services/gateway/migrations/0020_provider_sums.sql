-- Sums of each provider by tenant (dims 5) and by model (dims 6); a column that is summed over is ''. Without them the
-- summary of a provider reads the finest sums of all requests. They are made of those in one go, in the order in which
-- pages read them, without room beside them: few will change.
set local work_mem = '64MB';
set local maintenance_work_mem = '256MB';
-- No process adds records before this is committed.
lock table usage_records in share row exclusive mode;
create table provider_rollups as
select grain, 5::smallint as dims, provider, start, tenant_id, '' as model, sum(requests)::bigint as requests,
  sum(unpriced_requests)::bigint as unpriced_requests, sum(prompt_tokens)::bigint as prompt_tokens,
  sum(completion_tokens)::bigint as completion_tokens, sum(total_tokens)::bigint as total_tokens,
  sum(cost_nano_usd)::bigint as cost_nano_usd
from usage_rollups where dims = 4 group by grain, provider, start, tenant_id
union all
select grain, 6::smallint, provider, start, '', model, sum(requests)::bigint, sum(unpriced_requests)::bigint,
  sum(prompt_tokens)::bigint, sum(completion_tokens)::bigint, sum(total_tokens)::bigint, sum(cost_nano_usd)::bigint
from usage_rollups where dims = 4 group by grain, provider, start, model
order by grain, dims, provider, start, tenant_id, model;
alter table provider_rollups
  alter requests set not null,
  alter unpriced_requests set not null,
  alter prompt_tokens set not null,
  alter completion_tokens set not null,
  alter total_tokens set not null,
  alter cost_nano_usd set not null,
  add primary key (grain, dims, provider, start, tenant_id, model),
  set (fillfactor = 70);

-- A trigger adds to them in the statement that inserts the records, so that a process of the version before, which may
-- still run, does so as well.
create function add_provider_sums() returns trigger language plpgsql as $$
begin
  insert into gateway.provider_rollups as rollup
  with hours as (
    select date_bin('1 hour', timestamp, 'epoch') as hour, provider, tenant_id, model, count(*) as requests,
      count(*) filter (where unpriced) as unpriced_requests, sum(prompt_tokens) as prompt_tokens,
      sum(completion_tokens) as completion_tokens, sum(total_tokens) as total_tokens,
      sum(cost_nano_usd) as cost_nano_usd
    from added group by 1, 2, 3, 4
  ), sums as (
    select grain, date_trunc(grain, hour, 'UTC') as start, hours.*
    from hours cross join (values ('hour'), ('day')) as grains (grain)
  )
  select grain, case when grouping(tenant_id) = 0 then 5 else 6 end, provider, start, coalesce(tenant_id, ''),
    coalesce(model, ''), sum(requests), sum(unpriced_requests), sum(prompt_tokens), sum(completion_tokens),
    sum(total_tokens), sum(cost_nano_usd)
  from sums
  group by grouping sets ((grain, provider, start, tenant_id), (grain, provider, start, model))
  -- Concurrent writers lock the rows in one order.
  order by 1, 2, 3, 4, 5, 6
  on conflict (grain, dims, provider, start, tenant_id, model) do update set
    requests = rollup.requests + excluded.requests,
    unpriced_requests = rollup.unpriced_requests + excluded.unpriced_requests,
    prompt_tokens = rollup.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = rollup.completion_tokens + excluded.completion_tokens,
    total_tokens = rollup.total_tokens + excluded.total_tokens,
    cost_nano_usd = rollup.cost_nano_usd + excluded.cost_nano_usd;
  return null;
end $$;
create trigger provider_sums after insert on usage_records
  referencing new table as added for each statement execute function add_provider_sums();
