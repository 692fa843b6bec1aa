/** Fixtures for rate limits: a counting or slow KV, and concurrent callers. */
import { setImmediate } from "node:timers";
import type { Limiter } from "lib/limits/rate_limit.ts";

/** A KV that counts its commits. */
export function counted(kv: Deno.Kv): { kv: Deno.Kv; commits: () => number } {
  let commits = 0;
  const atomic = () => {
    commits++;
    return kv.atomic();
  };
  const get = (...args: Parameters<Deno.Kv["get"]>) => kv.get(...args);
  return { kv: Object.assign(Object.create(kv), { atomic, get }), commits: () => commits };
}

/** A KV with latency on the test's clock: `passes` is called before and after every call. */
export function slow(kv: Deno.Kv, passes: () => void): Deno.Kv {
  const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
    // Callers answered earlier continue first.
    await new Promise((resolve) => setImmediate(resolve));
    passes();
    const result = await work();
    passes();
    return result;
  };
  const atomic = () => {
    const operation = kv.atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = () => slowly(commit);
    return operation;
  };
  const get = (key: Deno.KvKey) => slowly(() => kv.get<number[]>(key));
  return Object.assign(Object.create(kv), { atomic, get });
}

/** The number of `times` concurrent callers that are allowed. */
export async function allowedOf(limiter: Limiter, limit: number, times: number, cost = 1): Promise<number> {
  const decisions = await Promise.all(
    Array.from({ length: times }, () => limiter.take([{ key: "k", limit, cost }])),
  );
  return decisions.filter(({ allowed }) => allowed).length;
}
