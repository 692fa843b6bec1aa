/** Sends each operation requests that violate its schema, and checks the refusals. */
import fc from "fast-check";
import { hostileAttempts } from "./hostile.ts";
import { ADMIN_KEY, fromNewAddress, type Platform, PROVIDER_KEY, SECRET } from "./platform.ts";
import { credentialsOf, type Fault } from "./refusals.ts";
import { requestOf, type Target } from "./target.ts";

// Longer than any of the platform's timeouts.
const HANGS_MS = 60_000;
/** Words that only internal errors contain. */
const INSIDES =
  /at \S+ \(?file:|\.ts:\d+:\d+|PostgresError|invalid byte sequence|syntax error at or near|ECONNREFUSED/;

/**
 * Sends `each` hostile requests to each of `targets`, the same ones for the same `seed`. Faults are an
 * undocumented 5xx, a 500, a request that hangs, and an answer that reveals a secret or internals.
 */
export async function fuzz(
  platform: Platform,
  targets: Target[],
  { each, seed, onTarget = () => {} }: { each: number; seed: number; onTarget?: (target: Target) => void },
): Promise<{ requests: number; faults: Fault[]; statuses: Map<number, number> }> {
  const credentials = await credentialsOf(platform);
  const faults: Fault[] = [];
  const statuses = new Map<number, number>();
  let requests = 0;
  for (const target of targets) {
    onTarget(target);
    for (const attempt of fc.sample(hostileAttempts(target), { numRuns: each, seed })) {
      requests += 1;
      const headers = { ...fromNewAddress(), ...credentials(target, "admin") };
      const { status, fault } = await outcome(target, requestOf(target, { ...attempt, headers }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (fault) faults.push({ id: target.id, fault: `${fault} to ${shortened(attempt)}` });
    }
  }
  return { requests, faults, statuses };
}

async function outcome(target: Target, request: Request): Promise<{ status: number; fault?: string }> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(request, { signal: AbortSignal.timeout(HANGS_MS), redirect: "manual" });
    body = await response.text();
  } catch (error) {
    return { status: 0, fault: `no answer (${error instanceof Error ? error.message : error})` };
  }
  const { status } = response;
  if (status === 500) return { status, fault: "500" };
  if (status > 500 && !target.statuses.includes(status)) return { status, fault: `undocumented ${status}` };
  if ([SECRET, ADMIN_KEY, PROVIDER_KEY].some((secret) => body.includes(secret))) {
    return { status, fault: "a secret" };
  }
  if (status >= 400 && INSIDES.test(body)) return { status, fault: `our insides (${status})` };
  return { status };
}

function shortened(attempt: { parameters?: Record<string, string>; body?: BodyInit }): string {
  const body = typeof attempt.body === "string" ? attempt.body : attempt.body ? "a form" : undefined;
  return JSON.stringify({ parameters: attempt.parameters, body: body?.slice(0, 200) }).slice(0, 400);
}
