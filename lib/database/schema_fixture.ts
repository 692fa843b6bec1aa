/**
 * A test schema that is migrated once and emptied between tests, which takes a tenth of the time of migrating
 * again.
 */
import type { Sql, TransactionSql } from "lib/database/db.ts";
import { migrate } from "lib/database/migrations.ts";

/** The schema of a test database: one at a time. */
export interface SchemaFixture {
  /**
   * Resets schema `schema` to its state after the migrations of `folder` (a file: URL ending in a slash):
   * deletes the rows of earlier tests, and migrates again if a test changed a definition. Drops a schema of
   * another name from an earlier call.
   */
  restore(sql: Sql, schema: string, folder: string): Promise<void>;
}

interface Kept {
  schema: string;
  folder: string;
  /** A digest of its definitions, which changes if a test alters a table, function or trigger. */
  definitions: string;
  /** SQL that lists the quoted names of non-empty tables. */
  filled: string;
  /** SQL that restores the rows inserted by migrations, and the sequences. */
  refill: string[];
}

/**
 * A fixture for one database that nobody else uses; `fresh` means that it contains no schemas, or only those
 * of its template, so that there is nothing to drop at first.
 */
export function schemaFixture({ fresh = false } = {}): SchemaFixture {
  let kept: Kept | undefined;
  let used = !fresh;
  return {
    async restore(sql, schema, folder) {
      if (
        kept?.schema === schema && kept.folder === folder &&
        kept.definitions === await definitions(sql, schema)
      ) {
        return await empty(sql, kept);
      }
      if (used) { for (const name of new Set([kept?.schema ?? schema, schema])) await drop(sql, name); }
      used = true;
      kept = undefined;
      await migrate(sql, schema, folder);
      kept = await keep(sql, schema, folder);
    },
  };
}

const copiesOf = (schema: string) => `${schema}_as_migrated`;

async function drop(sql: Sql, schema: string): Promise<void> {
  await sql`drop schema if exists ${sql(schema)} cascade`;
  await sql`drop schema if exists ${sql(copiesOf(schema))} cascade`;
}

async function empty(sql: Sql, { filled, refill }: Kept): Promise<void> {
  await sql.begin(async (tx) => {
    // Disables triggers and foreign keys, so that the order of the tables does not matter.
    await tx`set local session_replication_role = replica`;
    const tables = filled === "" ? [] : await tx.unsafe<{ name: string }[]>(filled);
    if (tables.length > 0) await tx.unsafe(`truncate ${tables.map(({ name }) => name).join()} cascade`);
    for (const statement of refill) await tx.unsafe(statement);
  });
}

/**
 * The definitions of `schema` as one text: identities and versions of the catalogue rows of its relations and
 * functions.
 */
async function definitions(sql: Sql | TransactionSql, schema: string): Promise<string> {
  const [found] = await sql<{ digest: string }[]>`
    with space as (select oid from pg_namespace where nspname = ${schema}),
      relation as (select * from pg_class where relnamespace = (select oid from space)),
      part as (
        -- Truncating a table gives its row in pg_class a new version.
        select 'relation', oid::text || relname || relnatts || relrowsecurity || relispartition from relation
        union all select 'column', xmin::text || attrelid || attnum from pg_attribute
          where attnum > 0 and attrelid in (select oid from relation where relkind in ('r', 'p', 'v', 'm'))
        union all select 'default', xmin::text || oid from pg_attrdef where adrelid in (select oid from relation)
        union all select 'constraint', xmin::text || oid from pg_constraint where connamespace = (select oid from space)
        union all select 'trigger', xmin::text || oid from pg_trigger where tgrelid in (select oid from relation)
        union all select 'function', xmin::text || oid from pg_proc where pronamespace = (select oid from space)
        union all select 'rule', xmin::text || oid from pg_rewrite where ev_class in (select oid from relation)
      )
    select coalesce(md5(string_agg(part::text, ',' order by part::text)), '') as digest from part`;
  return found?.digest ?? "";
}

async function keep(sql: Sql, schema: string, folder: string): Promise<Kept> {
  return await sql.begin(async (tx) => {
    const tables = await tx<{ name: string; copy: string; columns: string }[]>`
      select format('%I.%I', ${schema}::text, relname) as name,
        format('%I.%I', ${copiesOf(schema)}::text, relname) as copy,
        (select string_agg(quote_ident(attname), ',' order by attnum) from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class where relnamespace = ${schema}::regnamespace and relkind = 'r' order by relname`;
    const filled = tables
      .map(({ name }) => `select '${name.replaceAll("'", "''")}' as name where exists (select from ${name})`)
      .join(" union all ");
    await tx`create schema ${tx(copiesOf(schema))}`;
    const withRows = new Set((filled === "" ? [] : await tx.unsafe(filled)).map(({ name }) => name));
    const seeded = tables.filter(({ name }) => withRows.has(name));
    for (const { name, copy } of seeded) await tx.unsafe(`create table ${copy} as table ${name}`);
    const rows = seeded.map(({ name, copy, columns }) =>
      `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`
    );
    return {
      schema,
      folder,
      definitions: await definitions(tx, schema),
      filled,
      refill: [...rows, ...await sequences(tx, schema)],
    };
  });
}

/** Statements that restore each sequence of `schema` to its current position. */
async function sequences(tx: TransactionSql, schema: string): Promise<string[]> {
  const statements = await tx<{ statement: string }[]>`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as statement
    from pg_sequences where schemaname = ${schema}`;
  return statements.map(({ statement }) => statement);
}
