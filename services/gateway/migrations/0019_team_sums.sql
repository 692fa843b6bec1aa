-- The daily sums of a team or customer, which are few among those of all. Hourly sums have no such index: it would take
-- long to make, and a page reads those of half a day at most.
create index usage_rollups_team on usage_rollups (grain, team_id, start)
  where grain = 'day' and dims = 4 and team_id <> '';
create index usage_rollups_customer on usage_rollups (grain, customer_id, start)
  where grain = 'day' and dims = 4 and customer_id <> '';
