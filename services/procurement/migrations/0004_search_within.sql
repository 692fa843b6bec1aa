-- A search within a category or a status reads from one index what is in both: a common word in a large category no
-- longer costs the reading of all that the word, or the category, finds. A server without btree_gin keeps the old index.
do $$
declare
  ops text;
begin
  begin
    create extension if not exists btree_gin with schema public;
  exception when insufficient_privilege or undefined_file or feature_not_supported or unique_violation
    or invalid_schema_name then
    raise notice 'btree_gin was not created: %', sqlerrm;
  end;
  select quote_ident(n.nspname) || '.gin_trgm_ops' into ops
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if ops is not null and exists (select from pg_extension where extname = 'btree_gin') then
    drop index if exists tenders_search;
    execute format('create index tenders_search on tenders
      using gin (category, status, title_folded %1$s, description_folded %1$s) where deleted_at is null', ops);
  end if;
end
$$;
