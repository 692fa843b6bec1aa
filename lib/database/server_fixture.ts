/** Databases on a Postgres server, for tests. */
import { type Database, openServer } from "lib/database/db.ts";
import { schemaFixture } from "lib/database/schema_fixture.ts";

/** Creates an empty database on the server at `url`; returns its address and a function that drops it. */
export async function createDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const admin = openServer(url, 1);
  await admin.sql.unsafe(`create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const drop = async () => {
    await admin.sql.unsafe(`drop database if exists ${name} with (force)`);
    await admin.close();
  };
  return { url: address.href, drop };
}

let shared: ReturnType<typeof openShared> | undefined;

// One database per test file, since creating and dropping one syncs the disk for a second or more.
Deno.test.afterAll(async () => {
  const database = await shared;
  await database?.close();
  await database?.drop();
});

async function openShared(server: string) {
  const database = await createDatabase(server);
  const { sql, close } = openServer(database.url, 1);
  // No SQL test simulates a power failure.
  await sql.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`);
  return { ...database, sql, close, schema: schemaFixture() };
}

/** The server's database of this test file with the migrated schema `schema`, for one test at a time. */
export async function lentServerDatabase(
  server: string,
  schema: string,
  migrations: string,
): Promise<Database & AsyncDisposable> {
  const { url, sql, schema: fixture } = await (shared ??= openShared(server));
  // Sessions left by an earlier test could hold locks.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await fixture.restore(sql, schema, migrations);
  const database = openServer(url, 4);
  return { ...database, [Symbol.asyncDispose]: database.close };
}
