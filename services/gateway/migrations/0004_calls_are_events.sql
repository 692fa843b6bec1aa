-- A model call is one row: what it used and cost, and as an event of the audit who made it. Rows from before have no
-- actor; their events are in audit_events.
alter table usage_records
  add column actor text,
  add column ip text,
  add column resource text,
  add column detail jsonb,
  -- What `search` looks in where it holds more than ASCII; the rest is put together when it is asked for.
  add column search text;
create index usage_records_actor on usage_records (actor, timestamp, id);
create index usage_records_outcome on usage_records (timestamp, id) where outcome not in ('ok', 'cached');

-- Most of what is left among the events went wrong or changed something.
drop index audit_events_action;
drop index audit_events_outcome;
create index audit_events_action on audit_events (action, timestamp, id);
create index audit_events_outcome on audit_events (outcome, timestamp, id);
