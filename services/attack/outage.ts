/** Disconnects the database of a running platform and reconnects it. */
import { relay } from "lib/database/relay_fixture.ts";
import { fromNewAddress, startPlatform } from "./platform.ts";
import { credentialsOf, type Fault } from "./refusals.ts";
import { readTargets, requestOf, type Target } from "./target.ts";

// Longer than any of the platform's timeouts.
const HANGS_MS = 20_000;
const RECOVERS_MS = 60_000;
const NAMES_SETTING = /\b[A-Z]+_[A-Z_]+\b/;

/**
 * Runs all services in `dir` on the Postgres server at `database` and calls each operation while the server
 * is away for at least `seconds`. Faults are a 5xx other than 503 with Retry-After, a request that hangs,
 * `/health` not 200 or `/ready` not 503 during the outage, and a service that does not recover soon after.
 */
export async function outage(
  dir: string,
  { database, seconds, env = {} }: { database: string; seconds: number; env?: Record<string, string> },
): Promise<{ requests: number; unavailable: number; faults: Fault[] }> {
  const { hostname, port } = new URL(database);
  await using between = relay({ hostname, port: Number(port || 5432) });
  const address = new URL(database);
  address.hostname = "127.0.0.1";
  address.port = String(between.port);
  await using platform = await startPlatform(dir, { ...env, DATABASE_URL: address.href });
  const targets = await readTargets(platform);
  const credentials = await credentialsOf(platform);
  const faults: Fault[] = [];
  let unavailable = 0;
  const ask = async (target: Target) => {
    const headers = { ...fromNewAddress(), ...credentials(target, "admin") };
    try {
      const response = await fetch(requestOf(target, { headers }), { signal: AbortSignal.timeout(HANGS_MS) });
      const body = await response.text();
      if (response.status === 503) unavailable += 1;
      // An operation with a missing setting does not recover; its error names the setting.
      const known = response.status === 503 &&
        (response.headers.has("retry-after") || NAMES_SETTING.test(body));
      if (response.status >= 500 && response.status !== 502 && !known) {
        faults.push({ id: target.id, fault: `answers ${response.status} without Retry-After or reason` });
      }
    } catch (error) {
      faults.push({ id: target.id, fault: `no answer: ${error instanceof Error ? error.message : error}` });
    }
  };
  const start = Date.now();
  between.cut();
  await Promise.all(targets.map(ask));
  for (const [service, url] of platform.addresses) {
    await expectStatus(faults, `${service} /health`, `${url}/health`, 200);
    await expectStatus(faults, `${service} /ready`, `${url}/ready`, 503);
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, seconds * 1000 - (Date.now() - start))));
  between.mend();
  for (const [service, url] of platform.addresses) {
    if (!await readyWithin(`${url}/ready`, RECOVERS_MS)) {
      faults.push({ id: service, fault: "is not ready again" });
    }
  }
  if (await platform.stop() !== 0) {
    faults.push({ id: "all", fault: "a stop after an outage did not end well" });
  }
  return { requests: targets.length, unavailable, faults };
}

async function expectStatus(faults: Fault[], id: string, url: string, status: number): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(HANGS_MS) });
  await response.body?.cancel();
  if (response.status !== status) faults.push({ id, fault: `answers ${response.status}, not ${status}` });
}

async function readyWithin(url: string, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const response = await fetch(url);
    await response.body?.cancel();
    if (response.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
