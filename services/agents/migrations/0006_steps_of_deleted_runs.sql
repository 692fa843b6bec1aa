-- Each step that is stored made the foreign key look for its run, a tenth of the time of storing a run. Steps are
-- stored only in statements that store their run too or hold its row, so the key can go; a trigger deletes the steps
-- of deleted runs instead.
alter table steps drop constraint steps_run_id_fkey;

create function delete_steps() returns trigger language plpgsql set search_path from current as $$
begin
  delete from steps where run_id in (select id from deleted_runs);
  return null;
end
$$;

create trigger runs_deleted after delete on runs referencing old table as deleted_runs
  for each statement execute function delete_steps();
