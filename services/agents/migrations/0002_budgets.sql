-- Limits of a run and those that it asks, and what they spent.
alter table runs add column budget json;
alter table runs add column spent json;
