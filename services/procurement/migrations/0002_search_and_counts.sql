-- Searches go through trigrams. A server that has no pg_trgm, or lets this role create none, still searches: slower.
do $$
declare
  ops text;
begin
  begin
    create extension if not exists pg_trgm with schema public;
  exception when insufficient_privilege or undefined_file or feature_not_supported or unique_violation
    or invalid_schema_name then
    raise notice 'pg_trgm was not created: %', sqlerrm;
  end;
  select quote_ident(n.nspname) || '.gin_trgm_ops' into ops
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if ops is not null then
    execute format('create index tenders_search on tenders using gin (title_folded %1$s, description_folded %1$s)
      where deleted_at is null', ops);
    execute format('create index suppliers_search on suppliers using gin (name_folded %s)', ops);
  end if;
end
$$;

-- Pages are cut from an index alone; which open tenders are over is told from the index too.
drop index tenders_newest, tenders_category, tenders_status, suppliers_newest, suppliers_category, suppliers_score;
create index tenders_newest on tenders (created_at desc, id) include (status, closes_at) where deleted_at is null;
create index tenders_category on tenders (category, created_at desc, id) include (status, closes_at)
  where deleted_at is null;
create index tenders_status on tenders (status, created_at desc, id) include (closes_at) where deleted_at is null;
create index tenders_category_status on tenders (category, status, created_at desc, id) include (closes_at)
  where deleted_at is null;
create index tenders_closing on tenders ((coalesce(closes_at, 'infinity')), category)
  where deleted_at is null and status = 'open';
create index tenders_market on tenders (category, currency) where deleted_at is null
  and status in ('evaluated', 'awarded');
create index suppliers_newest on suppliers (created_at desc, id) include (score);
create index suppliers_category on suppliers (category, created_at desc, id) include (score);
create index suppliers_score on suppliers (score, created_at desc, id) include (category) where score is not null;

-- How many tenders there are of a kind, and their budgets: sums of rows that are only ever added, so that no writer
-- waits for another. Rows of open tenders say on which day (UTC) they close.
create table tender_counts (
  id bigint generated always as identity primary key,
  category text not null,
  status text not null,
  currency text not null,
  closes_on date,
  tenders bigint not null,
  priced bigint not null,
  budget_min numeric not null,
  budget_max numeric not null
);
create index tender_counts_category on tender_counts (category);

create table supplier_counts (
  id bigint generated always as identity primary key,
  category text not null,
  suppliers bigint not null
);

-- Every so many rows one writer adds up what is there; two never do so at once.
create function add_up_tender_counts() returns void language plpgsql set search_path from current as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('diwan:tender_counts')) then return; end if;
  with gone as (delete from tender_counts returning *)
  insert into tender_counts (category, status, currency, closes_on, tenders, priced, budget_min, budget_max)
  select category, status, currency, closes_on, sum(tenders), sum(priced), sum(budget_min), sum(budget_max)
  from gone group by 1, 2, 3, 4 having sum(tenders) <> 0;
end
$$;

create function add_up_supplier_counts() returns void language plpgsql set search_path from current as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('diwan:supplier_counts')) then return; end if;
  with gone as (delete from supplier_counts returning *)
  insert into supplier_counts (category, suppliers) select category, sum(suppliers) from gone group by 1
  having sum(suppliers) <> 0;
end
$$;

create function count_tenders() returns trigger language plpgsql set search_path from current as $$
declare
  last bigint;
begin
  with added as (
    insert into tender_counts (category, status, currency, closes_on, tenders, priced, budget_min, budget_max)
    select category, status, currency, (case when status = 'open' then closes_at at time zone 'utc' end)::date, count(*),
      count(*) filter (where budget_max > 0), coalesce(sum(budget_min) filter (where budget_max > 0), 0),
      coalesce(sum(budget_max) filter (where budget_max > 0), 0)
    from new_tenders where deleted_at is null group by 1, 2, 3, 4 returning id
  )
  select max(id) into last from added;
  if last % 500 = 0 then perform add_up_tender_counts(); end if;
  return null;
end
$$;

create function recount_tenders() returns trigger language plpgsql set search_path from current as $$
declare
  last bigint;
begin
  with changed as (
    select category, status, currency, (case when status = 'open' then closes_at at time zone 'utc' end)::date as closes_on,
      sign, (budget_max > 0)::int as priced, budget_min, budget_max
    from (
      select *, -1 as sign from old_tenders where deleted_at is null
      union all
      select *, 1 as sign from new_tenders where deleted_at is null
    ) rows
  ), added as (
    insert into tender_counts (category, status, currency, closes_on, tenders, priced, budget_min, budget_max)
    select category, status, currency, closes_on, sum(sign), sum(sign * priced), sum(sign * priced * budget_min),
      sum(sign * priced * budget_max)
    from changed group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * priced) <> 0 or sum(sign * priced * budget_min) <> 0
      or sum(sign * priced * budget_max) <> 0
    returning id
  )
  select max(id) into last from added;
  if last % 500 = 0 then perform add_up_tender_counts(); end if;
  return null;
end
$$;

create trigger tenders_counted after insert on tenders referencing new table as new_tenders
  for each statement execute function count_tenders();
create trigger tenders_recounted after update on tenders referencing old table as old_tenders new table as new_tenders
  for each statement execute function recount_tenders();

create function count_suppliers() returns trigger language plpgsql set search_path from current as $$
declare
  last bigint;
begin
  with added as (
    insert into supplier_counts (category, suppliers) select category, count(*) from new_suppliers group by 1 returning id
  )
  select max(id) into last from added;
  if last % 500 = 0 then perform add_up_supplier_counts(); end if;
  return null;
end
$$;

create function recount_suppliers() returns trigger language plpgsql set search_path from current as $$
begin
  insert into supplier_counts (category, suppliers)
  select category, sum(sign) from (
    select category, -1 as sign from old_suppliers union all select category, 1 from new_suppliers
  ) rows group by 1 having sum(sign) <> 0;
  return null;
end
$$;

create trigger suppliers_counted after insert on suppliers referencing new table as new_suppliers
  for each statement execute function count_suppliers();
create trigger suppliers_recounted after update on suppliers referencing old table as old_suppliers
  new table as new_suppliers for each statement execute function recount_suppliers();

insert into tender_counts (category, status, currency, closes_on, tenders, priced, budget_min, budget_max)
select category, status, currency, (case when status = 'open' then closes_at at time zone 'utc' end)::date, count(*),
  count(*) filter (where budget_max > 0), coalesce(sum(budget_min) filter (where budget_max > 0), 0),
  coalesce(sum(budget_max) filter (where budget_max > 0), 0)
from tenders where deleted_at is null group by 1, 2, 3, 4;
insert into supplier_counts (category, suppliers) select category, count(*) from suppliers group by 1;

-- The reports of a tender, and the records of awards.
create index reports_tender on reports (tender_id);
create index supplier_records_tender on supplier_records (tender_id) where kind = 'award';
