-- The model that a provider was asked for, where it is not the one that the client named: an alias, or `provider/model`.
alter table usage_records add column provider_model text;

-- A model that is asked for a key's call has no longer than this.
alter table virtual_keys add column timeout_ms integer check (timeout_ms > 0);
