-- Rows arrive in the order of their time, which is all that dropping old ones needs.
drop index telemetry_newest;
create index telemetry_newest on telemetry_events using brin (created_at);
