-- What an evaluation that has ended got answered: counting anew for every line of a list costs too much.
alter table evaluations add column answered integer;
update evaluations e set answered = (select count(*) from answers a where a.evaluation_id = e.id);
