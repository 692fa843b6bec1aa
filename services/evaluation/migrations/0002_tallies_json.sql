-- The leaderboard reads the tallies of all results at once; json goes out as it is stored, jsonb is written anew.
alter table evaluations alter column tallies type json using tallies::json;
