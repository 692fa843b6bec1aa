-- Two filters of events that find few: calls of one tenant, model or provider that did not succeed, and calls
-- of a path. Most calls succeed and are of the usual path, so that little of a batch is written here.
set local maintenance_work_mem = '256MB';
create index usage_records_tenant_outcome on usage_records (tenant_id, timestamp, id)
  where outcome not in ('ok', 'cached');
create index usage_records_model_outcome on usage_records (model, timestamp, id)
  where outcome not in ('ok', 'cached');
create index usage_records_provider_outcome on usage_records (provider, timestamp, id)
  where outcome not in ('ok', 'cached');
create index usage_records_resource on usage_records (resource, timestamp, id)
  where resource <> '/v1/chat/completions';
create index usage_records_resource_outcome on usage_records (resource, timestamp, id)
  where resource <> '/v1/chat/completions' and outcome not in ('ok', 'cached');
