-- Each actor's newest hour with an event, so that the actors of a time are counted without reading their counts. A
-- trigger keeps it, so that a process of the version before, which may still run, counts as well.
create table audit_actors (actor text primary key, last_hour timestamptz not null);
create index audit_actors_last on audit_actors (last_hour);

-- An actor's first event of an hour inserts a count; later ones update it, which changes nothing here.
create function note_actors() returns trigger language plpgsql as $$
begin
  insert into gateway.audit_actors as noted (actor, last_hour)
  select actor, max(start) from added where actor <> '' group by actor
  -- Concurrent writers lock the rows in one order.
  order by actor
  on conflict (actor) do update set last_hour = excluded.last_hour where noted.last_hour < excluded.last_hour;
  return null;
end $$;
create trigger audit_actors after insert on audit_rollups
  referencing new table as added for each statement execute function note_actors();

-- The key leads to each actor and its newest hour, however many counts there are.
with recursive known as (
  select min(actor) as actor from audit_rollups where actor > ''
  union all
  select (select min(actor) from audit_rollups where actor > known.actor) from known where known.actor is not null
)
insert into audit_actors (actor, last_hour)
select actor, (select max(start) from audit_rollups where audit_rollups.actor = known.actor)
from known where actor is not null;
