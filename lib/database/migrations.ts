/** Numbered SQL files, applied once each, in order. */
import type { Sql } from "lib/database/db.ts";
import { SettingsError } from "lib/env.ts";

interface Migration {
  name: string;
  hash: string;
  text: string;
}

/**
 * Brings schema `schema` up to date with the `NNNN_name.sql` files of folder `folder` (a file: URL ending in
 * a slash), all in one transaction under an advisory lock, with `search_path` on the schema.
 * Returns the names applied now.
 * @throws when an applied file has changed or is gone, or a file's SQL fails; then nothing is changed.
 */
export async function migrate(sql: Sql, schema: string, folder: string): Promise<string[]> {
  const files = await readFolder(folder);
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext(${`diwan:${schema}`}))`;
    await tx`create schema if not exists ${tx(schema)}`;
    await tx`select set_config('search_path', ${`${schema}, public`}, true)`;
    await tx`create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    const applied = new Map(
      (await tx<{ name: string; hash: string }[]>`select name, hash from migrations`).map((
        row,
      ) => [row.name, row.hash]),
    );
    for (const [name, hash] of applied) {
      const file = files.find((candidate) => candidate.name === name);
      const done = `${schema}: migration ${name} was`;
      if (!file) {
        throw new SettingsError(
          `${done} applied but is not in this version: start the newer version that applied it, or put back a copy of the database from before that`,
        );
      }
      if (file.hash !== hash) {
        throw new SettingsError(
          `${done} changed after it was applied: start the version that applied it, with its files unchanged`,
        );
      }
    }
    const pending = files.filter((file) => !applied.has(file.name));
    for (const { name, hash, text } of pending) {
      await tx.unsafe(text);
      await tx`insert into migrations ${tx({ name, hash })}`;
    }
    return pending.map((file) => file.name);
  });
}

/** Names of the files of `folder` that schema `schema` does not have yet. */
export async function pendingMigrations(sql: Sql, schema: string, folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  const applied = await sql<{ name: string }[]>`select name from ${sql(schema)}.migrations`;
  const known = new Set(applied.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

async function readFolder(folder: string): Promise<Migration[]> {
  const names = await namesIn(folder);
  return await Promise.all(
    names.map(async (name) => {
      const text = await Deno.readTextFile(new URL(name, folder));
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      return { name, text, hash: new Uint8Array(digest).toHex() };
    }),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(new URL(folder))) {
    if (/^\d{4}_\w+\.sql$/.test(entry.name)) names.push(entry.name);
  }
  return names.sort();
}
