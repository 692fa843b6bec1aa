/** Checks whether an embedded database is intact after a power cut or a kill. */
import type { Sql } from "lib/database/db.ts";

const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

/** Whether the engine of folder `folder` ended without closing it, as after a kill or a power cut. */
export async function endedUncleanly(folder: string): Promise<boolean> {
  try {
    const control = await Deno.readFile(`${folder}/global/pg_control`);
    return new DataView(control.buffer).getUint32(STATE_OFFSET, true) !== SHUT_DOWN;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Whether the machine was rebooted since file `lock` was written, which every start of the platform does. */
export async function restartedSince(lock: string): Promise<boolean> {
  try {
    const { mtime } = await Deno.stat(lock);
    return (mtime?.getTime() ?? 0) < Date.now() - Deno.osUptime() * 1000;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const FAULTS_TOLD = 5;

/**
 * Compares tables with their indexes, small ones first, for `maxMs` at most; returns the first faults and the
 * number of tables not reached.
 */
export async function checkDatabase(
  sql: Sql,
  maxMs: number,
): Promise<{ faults: string[]; checked: number; left: number }> {
  await sql`create extension if not exists amcheck with schema public`;
  const relations = await sql<{ oid: number; kind: string; name: string }[]>`
    select c.oid::int8 as oid, c.relkind as kind, c.oid::regclass::text as name
    from pg_class c left join pg_am a on a.oid = c.relam
    where (c.relkind in ('r', 'm') or (c.relkind = 'i' and a.amname = 'btree')) and c.relpersistence = 'p'
    order by c.relpages, c.oid`;
  const end = performance.now() + maxMs;
  const faults: string[] = [];
  let checked = 0;
  for (const { oid, kind, name } of relations) {
    if (performance.now() > end || faults.length >= FAULTS_TOLD) break;
    checked++;
    try {
      if (kind === "i") await sql`select public.bt_index_check(${oid}::oid::regclass, true)`;
      else {
        const [fault] = await sql<{ msg: string }[]>`
          select msg from public.verify_heapam(${oid}::oid::regclass, on_error_stop => true)`;
        if (fault) faults.push(`${name}: ${fault.msg}`);
      }
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { faults, checked, left: relations.length - checked };
}
