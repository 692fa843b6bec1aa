-- Runs of all agents, the newest first.
create index runs_latest on runs (started_at desc, id);
create index runs_of_person on runs (sub, started_at desc, id);
