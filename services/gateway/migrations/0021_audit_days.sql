-- Daily counts of the days before `until`, so that the events of years are counted in a moment. They are made once a
-- day is over, so that a batch of records writes none.
set local work_mem = '64MB';
create table audit_daily (like audit_rollups including all);
create table audit_daily_until (
  one boolean primary key default true check (one),
  until timestamptz not null
);
insert into audit_daily_until (until) values (date_trunc('day', now(), 'UTC'));

-- Late events of days that are counted already, from a process of any version.
create function count_late_events() returns trigger language plpgsql as $$
declare
  counted_until timestamptz := (select until from gateway.audit_daily_until);
begin
  if not exists (select from added where start < counted_until) then return null; end if;
  -- Writers of late events take turns, since each writes inserted and changed counts one after the other.
  perform from gateway.audit_daily_until for update;
  if tg_op = 'INSERT' then
    insert into gateway.audit_daily as daily
    select date_trunc('day', start, 'UTC'), actor, action, outcome, provider, model, sum(events)
    from added where start < counted_until group by 1, 2, 3, 4, 5, 6
    on conflict (actor, start, action, outcome, provider, model)
      do update set events = daily.events + excluded.events;
  else
    insert into gateway.audit_daily as daily
    select date_trunc('day', start, 'UTC'), actor, action, outcome, provider, model, sum(events)
    from (
      select * from added union all
      select start, actor, action, outcome, provider, model, -events from replaced
    ) as changes
    where start < counted_until group by 1, 2, 3, 4, 5, 6
    on conflict (actor, start, action, outcome, provider, model)
      do update set events = daily.events + excluded.events;
  end if;
  return null;
end $$;
create trigger audit_daily_inserts after insert on audit_rollups
  referencing new table as added for each statement execute function count_late_events();
create trigger audit_daily_updates after update on audit_rollups
  referencing old table as replaced new table as added for each statement execute function count_late_events();

-- Counts the days from `first` to `past`.
create function sum_audit_days(first timestamptz, past timestamptz) returns void language sql as $$
  insert into gateway.audit_daily
  select date_trunc('day', start, 'UTC'), actor, action, outcome, provider, model, sum(events)
  from gateway.audit_rollups where start >= first and start < past group by 1, 2, 3, 4, 5, 6
$$;

-- Counts the first day that is not yet counted, if it is over; says whether it was.
create function count_audit_day() returns boolean language plpgsql set lock_timeout = '2s' as $$
declare
  day timestamptz;
begin
  -- No process adds events meanwhile.
  lock table gateway.audit_rollups in share row exclusive mode;
  select until into day from gateway.audit_daily_until for update;
  if day + interval '24 hours' > now() then return false; end if;
  perform gateway.sum_audit_days(day, day + interval '24 hours');
  update gateway.audit_daily_until set until = day + interval '24 hours';
  return true;
end $$;

select sum_audit_days('-infinity', until) from audit_daily_until;
