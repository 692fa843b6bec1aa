/** Gets the guard service's verdict on a text. */
import { z } from "zod";
import { ownHeaders } from "lib/processes/own_process.ts";
import { fetchTraceHeaders } from "lib/telemetry/tracing.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import type { Target } from "./target.ts";
import { UpstreamError } from "./upstream_error.ts";

/** The guard as a target of a chain. */
export const GUARD: Target = {
  provider: "guard",
  model: "guard",
  wire: "openai",
  baseUrl: new URL("http://guard.invalid"),
  keys: [{ id: "guard-1", secret: "", weight: 1 }],
  headers: {},
  timeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  price: { input: "0", output: "0" },
};

const Safety = z.object({
  safe: z.boolean(),
  categories: z.array(z.string()),
  confidence: z.number(),
  raw_response: z.string(),
});
const Policies = z.object({
  allowed: z.boolean(),
  violations: z.array(z.object({ name: z.string().optional() })).default([]),
  pii_detected: z.array(z.object({ type: z.string() })).default([]),
});

/** Verdicts of the guard on one text. */
export interface GuardVerdict {
  /** Verdict of the safety model; undefined without one. */
  safety: { safe: boolean; categories: string[]; raw: string } | undefined;
  /** Verdict of the policies. */
  blocked: boolean;
  policies: string[];
  pii: string[];
}

export interface Moderator {
  /** Throws UpstreamError when the guard does not answer. */
  judge(text: string, signal: AbortSignal): Promise<GuardVerdict>;
}

/** Access to the guard service. */
export interface GuardAccess {
  baseUrl: string;
  token(): Promise<string>;
  timeoutMs: number;
}

// Below the guard's limit of characters per text.
const PIECE_CHARACTERS = 90_000;
const OVERLAP_CHARACTERS = 1_000;

export function createModerator(access: GuardAccess): Moderator {
  return {
    async judge(text, signal) {
      const verdicts = [];
      for (const piece of pieces(text)) verdicts.push(await judgePiece(piece, access, signal));
      return verdicts.reduce(joined);
    },
  };
}

async function judgePiece(text: string, access: GuardAccess, signal: AbortSignal): Promise<GuardVerdict> {
  if (text.trim() === "") return { safety: undefined, blocked: false, policies: [], pii: [] };
  const [safety, policies] = await Promise.all([
    ask("/safety/check", { text, scan_type: "input" }, { access, signal, schema: Safety }),
    ask("/governance/evaluate", { content: text, context: "moderation" }, {
      access,
      signal,
      schema: Policies,
    }),
  ]);
  const unanswered = safety.confidence === 0;
  if (unanswered && !safety.raw_response.startsWith("skipped")) {
    throw new UpstreamError("The guard's safety model did not answer", { status: 502 });
  }
  return {
    safety: unanswered
      ? undefined
      : { safe: safety.safe, categories: safety.categories, raw: safety.raw_response },
    blocked: !policies.allowed,
    policies: [...new Set(policies.violations.flatMap(({ name }) => name ?? []))],
    pii: [...new Set(policies.pii_detected.map(({ type }) => type))],
  };
}

function joined(a: GuardVerdict, b: GuardVerdict): GuardVerdict {
  const worse = a.safety && b.safety && a.safety.safe && !b.safety.safe ? b.safety : a.safety ?? b.safety;
  const both = [...new Set([...a.safety?.categories ?? [], ...b.safety?.categories ?? []])];
  return {
    safety: worse && { ...worse, categories: both },
    blocked: a.blocked || b.blocked,
    policies: [...new Set([...a.policies, ...b.policies])],
    pii: [...new Set([...a.pii, ...b.pii])],
  };
}

async function ask<T>(
  path: string,
  body: unknown,
  { access, signal, schema }: { access: GuardAccess; signal: AbortSignal; schema: z.ZodType<T> },
): Promise<T> {
  const address = `${access.baseUrl.replace(/\/$/, "")}/api/v1${path}`;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await access.token()}`,
        ...ownHeaders(address),
        ...fetchTraceHeaders(),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(access.timeoutMs)]),
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new UpstreamError(`The guard answered ${response.status}`, {
        status: response.status,
        retryAfterMs: retryAfterMs((name) => response.headers.get(name)),
      });
    }
    return schema.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof UpstreamError) throw cause;
    throw new UpstreamError("The guard cannot be reached", { cause });
  }
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  do {
    yield text.slice(start, start + PIECE_CHARACTERS);
    start += PIECE_CHARACTERS - OVERLAP_CHARACTERS;
  } while (start + OVERLAP_CHARACTERS < text.length);
}
