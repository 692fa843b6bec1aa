-- The run's own instruction to the model in place of its benchmark's; null: the benchmark's.
alter table evaluations add column system_prompt text;
