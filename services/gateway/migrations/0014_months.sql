-- Usage records and audit events, a partition for each month of UTC: an old month is dropped in a moment, and the
-- newest rows are found without passing over the others. `kept` says from when on single records are there.
create table kept (
  one boolean primary key default true check (one),
  since timestamptz(3),
  changed_at timestamptz not null default now()
);
insert into kept (since) values (null);

-- Where the single partition of the rows from before this ends.
create table before_months (parent text primary key, ends timestamptz not null);

-- The partition of the month that `day` is in, with what the default partition holds of it.
create function add_month(parent text, day date) returns void language plpgsql as $$
declare
  first timestamptz := date_trunc('month', day::timestamp) at time zone 'UTC';
  past timestamptz := (date_trunc('month', day::timestamp) + interval '1 month') at time zone 'UTC';
  name text := parent || to_char(day, '"_"YYYY"_"MM');
begin
  -- Two processes may start at once.
  perform pg_advisory_xact_lock(hashtext('diwan:gateway:months'));
  if to_regclass(format('gateway.%I', name)) is not null then return; end if;
  -- What was written before there were months ends with one.
  if exists (select from gateway.before_months where before_months.parent = add_month.parent and ends > first) then
    return;
  end if;
  execute format('create table gateway.%I (like gateway.%I including defaults including storage)', name, parent);
  execute format(
    'with moved as (delete from gateway.%I where timestamp >= $1 and timestamp < $2 returning *) '
    'insert into gateway.%I select * from moved', parent || '_other', name) using first, past;
  execute format('alter table gateway.%I attach partition gateway.%I for values from (%L) to (%L)',
    parent, name, first, past);
end $$;


-- Drops the partitions that end before `since`, and older rows of the default partition; gives the names dropped.
create function drop_months(parent text, since timestamptz) returns setof text language plpgsql as $$
declare
  name text;
begin
  -- A long query of a reader must not make every other one wait behind this.
  set local lock_timeout = '2s';
  perform pg_advisory_xact_lock(hashtext('diwan:gateway:months'));
  for name in
    select child.relname from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = format('gateway.%I', parent)::regclass and (
      child.relname ~ '_\d{4}_\d\d$' and
        (to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= drop_months.since
      or child.relname = parent || '_before' and drop_months.since >=
        (select ends from gateway.before_months where before_months.parent = drop_months.parent))
  loop
    execute format('drop table gateway.%I', name);
    return next name;
  end loop;
  execute format('delete from gateway.%I where timestamp < $1', parent || '_other') using since;
end $$;

-- Used once, here: makes a table one with partitions. Its rows become the oldest of them, in place.
create function divide_by_month(parent text, key text) returns void language plpgsql as $$
declare
  before text := parent || '_before';
  index record;
  last timestamptz;
begin
  execute format('alter table gateway.%I rename to %I', parent, before);
  execute format('alter table gateway.%I drop constraint %I', before, parent || '_pkey');
  execute format('create table gateway.%I (like gateway.%I including defaults including storage) '
    'partition by range (timestamp)', parent, before);
  execute format('alter table gateway.%I add primary key %s', parent, key);
  for index in
    select indexname, indexdef from pg_indexes where schemaname = 'gateway' and tablename = before
  loop
    execute format('alter index gateway.%I rename to %I', index.indexname, index.indexname || '_before');
    execute replace(index.indexdef, 'ON gateway.' || before || ' ', 'ON ONLY gateway.' || parent || ' ');
  end loop;
  execute format('create table gateway.%I partition of gateway.%I default', parent || '_other', parent);
  execute format('select max(timestamp) from gateway.%I', before) into last;
  if last is null then
    execute format('drop table gateway.%I', before);
  else
    last := (date_trunc('month', greatest(last, now()) at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    insert into gateway.before_months values (divide_by_month.parent, last);
    execute format('alter table gateway.%I attach partition gateway.%I for values from (minvalue) to (%L)',
      parent, before, last);
  end if;
end $$;

select divide_by_month('usage_records', '(id, timestamp)');
select divide_by_month('audit_events', '(timestamp, id)');
drop function divide_by_month(text, text);
