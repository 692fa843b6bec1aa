/** Deno KV, where rate limits and job queues live, each call with a deadline. */
import { hasDisk } from "lib/files/disk.ts";
import { unavailable } from "lib/errors.ts";
import { guardCalls, type GuardedCalls } from "lib/guarded_calls.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** A KV whose calls fail in time when it does not answer. */
export interface ServiceKv {
  /** The KV. */
  kv: Deno.Kv;
  /** The circuit breaker around its calls. */
  calls: GuardedCalls;
}

const DEADLINE_MS = 3_000;
// Deno's KV client retries a call for ever, so abandoned calls stay under way: at most this many.
const MAX_IN_FLIGHT = 32;
const RETRY_AFTER_SECONDS = 2;

/**
 * Opens the KV of service `name`: the Connect endpoint `url` (its token in DENO_KV_ACCESS_TOKEN), else the
 * file `name` in folder `dir`, else the one that the host gives each process of a deployment.
 */
export async function openKv(
  { url, dir, name }: { url?: string; dir?: string; name: string },
): Promise<Deno.Kv> {
  if (url) return await Deno.openKv(url);
  if (dir === undefined) return await Deno.openKv();
  await Deno.mkdir(dir, { recursive: true });
  return await Deno.openKv(`${dir}/${name}.sqlite3`);
}

/**
 * `kv` with a deadline for each call. After one that was missed calls fail at once, until a probe, one at a
 * time, is answered. Watches need no help, since the client resumes them.
 */
export function guardKv(
  kv: Deno.Kv,
  { log, deadlineMs = DEADLINE_MS, maxInFlight = MAX_IN_FLIGHT }: {
    log: Logger;
    deadlineMs?: number;
    maxInFlight?: number;
  },
): ServiceKv {
  const calls = guardCalls({
    deadlineMs,
    maxInFlight,
    probe: () => kv.get(["probe"]),
    away: () =>
      unavailable("The key-value store does not answer; try again later", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      }),
    onChange: (answering) =>
      answering
        ? log.info("the key-value store answers again")
        : log.warn("the key-value store does not answer; calls fail until it does", {
          deadline_ms: deadlineMs,
        }),
  });
  return { kv: guarded(kv, calls), calls };
}

function guarded(kv: Deno.Kv, calls: GuardedCalls): Deno.Kv {
  return {
    get: (key, options) => calls.run(() => kv.get(key, options)),
    getMany: (keys, options) => calls.run(() => kv.getMany(keys, options)),
    set: (key, value, options) => calls.run(() => kv.set(key, value, options)),
    delete: (key) => calls.run(() => kv.delete(key)),
    enqueue: (value, options) => calls.run(() => kv.enqueue(value, options)),
    list: (selector, options) => listed(kv.list(selector, options), calls),
    atomic() {
      const operation = kv.atomic();
      const commit = operation.commit.bind(operation);
      return Object.assign(operation, { commit: () => calls.run(commit) });
    },
    listenQueue: (handler) => kv.listenQueue(handler),
    watch: (keys, options) => kv.watch(keys, options),
    close: () => kv.close(),
    commitVersionstamp: () => kv.commitVersionstamp(),
    [Symbol.dispose]: () => kv.close(),
  };
}

function listed<T>(entries: Deno.KvListIterator<T>, calls: GuardedCalls): Deno.KvListIterator<T> {
  const next = entries.next.bind(entries);
  return Object.assign(entries, { next: () => calls.run(next) });
}

/** Whether this process owns the KV alone, so that leases found at a start belong to ended processes. */
export function isOwnKv({ KV_URL }: { KV_URL?: string }): boolean {
  return !KV_URL && hasDisk();
}
