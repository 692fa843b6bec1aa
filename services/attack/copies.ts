/**
 * Runs two copies of the platform on one Postgres and one KV server under a steady load, kills each copy in
 * turn, then disconnects KV and the database.
 */
import { pause, within } from "lib/deadlines.ts";
import { startDenokv } from "lib/kv/denokv_fixture.ts";
import { ADMIN_KEY, type Platform, startPlatform } from "./platform.ts";
import { type CopiesLoad, loadOn, type PhaseCounts } from "./copies_load.ts";
import { relay } from "lib/database/relay_fixture.ts";
import { post } from "./writers.ts";

/** The result. */
export interface CopiesReport {
  /** Counts by phase. */
  phases: Record<string, PhaseCounts & { recoveredMs: number }>;
  /** Acknowledged writes, all of which must exist at the end. */
  acknowledged: number;
  /** Violated guarantees. */
  faults: string[];
}

/** The settings of a run. */
export interface CopiesOptions {
  /** An empty database on a Postgres server. */
  database: string;
  /** How long each outage lasts. */
  seconds: number;
  /** Writes a second. */
  perSecond: number;
  /** Called when a phase begins. */
  say?(line: string): void;
}

const RECOVERS_MS = 60_000;
const SETTLES_MS = 60_000;
// All copies must share these.
const SECRETS = {
  PII_SECRET: "a-pii-secret-of-attacks-only-with-32-characters",
  AUDIT_SECRET: "an-audit-secret-of-attacks-only-with-32-characters",
};

/**
 * Runs two copies in `dir`: no acknowledged write may be lost, no call may hang, and nothing may need a
 * restart.
 */
export async function outagesOfCopies(
  dir: string,
  { database, seconds, perSecond, say = () => {} }: CopiesOptions,
): Promise<CopiesReport> {
  const { hostname, port } = new URL(database);
  await using between = relay({ hostname, port: Number(port || 5432) });
  await using kv = await startDenokv();
  const address = new URL(database);
  address.hostname = "127.0.0.1";
  address.port = String(between.port);
  const open = (name: string) =>
    startPlatform(`${dir}/${name}`, { ...SECRETS, DATABASE_URL: address.href, KV_URL: kv.url });
  // Both start with an empty database.
  const copies = await Promise.all([open("one"), open("two")]);
  const phases: CopiesReport["phases"] = {};
  const faults: string[] = [];
  const load = await loadOn(copies, { perSecond, key: await newKey(copies, 1_000_000) });

  async function phase(name: string, { begin, end }: { begin(): unknown; end(): unknown }): Promise<void> {
    say(name);
    const counts = load.begin();
    await begin();
    await pause(seconds * 1000);
    await end();
    const returned = Date.now();
    await within(RECOVERS_MS, load.recovered()).catch(() => faults.push(`${name}: no recovery`));
    phases[name] = { ...counts, recoveredMs: Date.now() - returned };
    if (counts.hung > 0) faults.push(`${name}: ${counts.hung} calls hung`);
  }

  try {
    await phase("all is well", { begin() {}, end() {} });
    for (const [at, name] of ["one", "two"].entries()) {
      await phase(`copy ${name} is killed`, {
        begin: () => load.replace(at, undefined)?.kill(),
        end: async () => load.replace(at, await open(name)),
      });
    }
    let third: Promise<Platform> | undefined;
    await phase("the KV is away", {
      async begin() {
        await kv.kill();
        third = open("three");
      },
      end: () => kv.start(),
    });
    // The third copy started while KV was unreachable.
    if (await (await third)?.stop() !== 0) faults.push("a copy that waited for the KV did not end well");
    await phase("the database is away", { begin: between.cut, end: between.mend });
    await load.stop();
    faults.push(...await lost(load), ...await wrongLimit(load.copies()));
  } finally {
    await load.stop();
    for (const copy of load.copies()) if (await copy.stop() !== 0) faults.push("a copy did not end well");
  }
  return { phases, acknowledged: load.written.length, faults };
}

/** A key with a limit of `perMinute` requests a minute. */
async function newKey([copy]: readonly Platform[], perMinute: number): Promise<string> {
  const response = await post(`${copy?.addresses.get("gateway")}/governance/virtual-keys`, ADMIN_KEY, {
    name: `of copies, ${perMinute}`,
    rate_limit: { requests_per_minute: perMinute },
    budget: { limit_usd: 1_000_000, period: "daily" },
  });
  return (await response.json()).key;
}

/** The acknowledged writes that are missing after pending writes had time to finish. */
async function lost(load: CopiesLoad): Promise<string[]> {
  const [copy] = load.copies();
  const end = Date.now() + SETTLES_MS;
  const missing: string[] = [];
  for (const { what, isThere } of load.written) {
    while (copy && !await isThere(copy)) {
      if (Date.now() > end) {
        missing.push(`${what} is gone`);
        break;
      }
      await pause(100);
    }
  }
  return missing;
}

const LIMIT = 10;

/** Whether the copies still share a limit exactly after the outages. */
async function wrongLimit(copies: readonly Platform[]): Promise<string[]> {
  const key = await newKey(copies, LIMIT);
  const body = { model: "echo", messages: [{ role: "user", content: "limited" }] };
  const statuses = await Promise.all(Array.from({ length: 4 * LIMIT }, async (_, n) => {
    const { addresses } = copies[n % copies.length] ?? { addresses: new Map<string, string>() };
    const response = await post(`${addresses.get("gateway")}/v1/chat/completions`, key, body);
    await response.body?.cancel();
    return response.status;
  }));
  const passed = statuses.filter((status) => status === 200).length;
  return passed === LIMIT ? [] : [`${passed} of ${LIMIT} a minute passed`];
}
