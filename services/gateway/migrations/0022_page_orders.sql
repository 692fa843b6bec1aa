-- Most pages are of one tenant: its records in order of cost and of tokens, and those without a price.
set local maintenance_work_mem = '256MB';
create index usage_records_tenant_cost on usage_records (tenant_id, cost_nano_usd, id);
create index usage_records_tenant_tokens on usage_records (tenant_id, total_tokens, id);
create index usage_records_tenant_unpriced on usage_records (tenant_id, timestamp, id) where unpriced;
-- The events of one thing, such as a key.
create index audit_events_resource on audit_events (resource, timestamp, id);
-- Few events that are no calls have a provider or model.
create index audit_events_provider on audit_events (provider, timestamp, id) where provider is not null;
create index audit_events_model on audit_events (model, timestamp, id) where model is not null;
