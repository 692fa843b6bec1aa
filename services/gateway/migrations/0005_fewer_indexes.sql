-- An actor's calls are its tenant's, which has an index already.
drop index usage_records_actor;

-- Most clients do not name their requests: those have the id of their record.
drop index usage_records_request;
create index usage_records_named_request on usage_records (request_id) where request_id <> id::text;
