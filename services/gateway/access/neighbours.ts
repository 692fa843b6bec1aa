/** Detects other gateways on the same database that do not share limits and budgets with this one. */
import type { Sql } from "lib/database/db.ts";
import { within } from "lib/deadlines.ts";
import type { Checked } from "lib/service/health.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/telemetry/log.ts";

export interface NeighboursOptions {
  sql: Sql;
  /** The KV of limits and budgets, which gateways on the same KV share. */
  kv: Deno.Kv;
  log: Pick<Logger, "warn" | "info">;
  everyMs?: number;
}

export interface Neighbours {
  /** Checks for other gateways now. */
  look(): Promise<void>;
  /** For `/v1/health`. */
  check(): Promise<Checked>;
  close(): Promise<void>;
}

const EVERY_MS = 10_000;
const CLOSE_MS = 1_000;
const KV_NAME = ["gateway_kv_name"];

/** Announces this gateway to others on its database, and detects those that count limits separately. */
export async function watchNeighbours(
  { sql, kv, log, everyMs = EVERY_MS }: NeighboursOptions,
): Promise<Neighbours> {
  const id = uuidv7();
  const shares = await nameOf(kv);
  let strangers = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function look(): Promise<void> {
    await sql`insert into gateway.processes ${
      sql({ id, shares })
    } on conflict (id) do update set seen_at = now()`;
    await sql`delete from gateway.processes where seen_at < now() - interval '1 hour'`;
    const [row] = await sql<{ strangers: number }[]>`
      select count(*)::int as strangers from gateway.processes
      where shares <> ${shares} and seen_at > now() - interval '30 seconds'`;
    const current = row?.strangers ?? 0;
    if (current > 0 && strangers === 0) log.warn(sentence(current));
    if (current === 0 && strangers > 0) {
      log.info("all gateways on this database share their limits and budgets again");
    }
    strangers = current;
  }

  async function poll(): Promise<void> {
    // Other checks report an unavailable database.
    await look().catch(() => {});
    if (!closed) Deno.unrefTimer(timer = setTimeout(poll, everyMs));
  }

  await poll();
  return {
    look,
    check: () =>
      Promise.resolve(
        strangers > 0
          ? { status: "failing", detail: sentence(strangers) }
          : { status: "ok", detail: "all gateways on this database share their limits and budgets" },
      ),
    async close() {
      closed = true;
      clearTimeout(timer);
      // Does not wait for an unreachable database: the row of a stopped gateway expires soon.
      await within(CLOSE_MS, Promise.resolve(sql`delete from gateway.processes where id = ${id}`)).catch(
        () => {},
      );
    },
  };
}

function sentence(count: number): string {
  const others = count === 1
    ? "another gateway on this database counts"
    : `${count} other gateways on this database count`;
  return `${others} limits and budgets separately, so each gateway allows the full amounts: ` +
    "set the same KV_URL for all";
}

/** The id of a KV, created by the first gateway that asks. */
async function nameOf(kv: Deno.Kv): Promise<string> {
  const entry = await kv.get<string>(KV_NAME);
  if (entry.value) return entry.value;
  const name = crypto.randomUUID();
  const { ok } = await kv.atomic().check(entry).set(KV_NAME, name).commit();
  return ok ? name : await nameOf(kv);
}
