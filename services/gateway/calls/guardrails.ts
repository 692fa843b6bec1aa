/** Asks the guard service about what goes to a model and what comes back. */
import { ownHeaders } from "lib/own_process.ts";
import { z } from "zod";
import { guardrailsBlocked, guardrailsError } from "../errors.ts";

export type Direction = "input" | "output";

export interface ScanContext {
  direction: Direction;
  model: string;
  userId: string;
  requestId: string;
  signal: AbortSignal;
}

export interface Guardrails {
  /** Resolves when `text` may pass; throws guardrails_blocked or guardrails_error. */
  scan(text: string, context: ScanContext): Promise<void>;
}

export interface GuardrailsOptions {
  baseUrl: string;
  /** True: what the guard cannot check passes. */
  failOpen: boolean;
  /** A token that the guard accepts. */
  token(): Promise<string>;
  timeoutMs?: number;
  onFailOpen?(reason: unknown): void;
}

const Verdict = z.object({
  allowed: z.boolean(),
  violations: z.array(z.object({ name: z.string().optional() })).default([]),
});

// The guard takes 100,000 characters; pieces overlap so that nothing hides across a seam.
const PIECE_CHARACTERS = 90_000;
const OVERLAP_CHARACTERS = 1_000;

export function createGuardrails(options: GuardrailsOptions): Guardrails {
  const address = `${options.baseUrl.replace(/\/$/, "")}/api/v1/governance/evaluate`;
  return {
    async scan(text, context) {
      if (text.trim() === "") return;
      for (const piece of pieces(text)) {
        const verdict = await ask(address, piece, context, options);
        if (verdict && !verdict.allowed) throw guardrailsBlocked(blockedMessage(verdict, context.direction));
      }
    },
  };
}

async function ask(
  address: string,
  content: string,
  { direction, model, userId, requestId, signal }: ScanContext,
  { token, failOpen, timeoutMs = 10_000, onFailOpen }: GuardrailsOptions,
): Promise<z.output<typeof Verdict> | undefined> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await token()}`,
        "x-request-id": requestId,
        ...ownHeaders(address),
      },
      body: JSON.stringify({ content, user_id: userId, model, context: direction }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the guard answered ${response.status}`);
    }
    return Verdict.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    if (!failOpen) throw guardrailsError("The guard service is unavailable", { cause });
    onFailOpen?.(cause);
    return undefined;
  }
}

function blockedMessage({ violations }: z.output<typeof Verdict>, direction: Direction): string {
  const names = [...new Set(violations.flatMap(({ name }) => name ?? []))];
  const what = direction === "input" ? "The request" : "The model's answer";
  return `${what} was blocked by safety policy${names.length > 0 ? `: ${names.join(", ")}` : ""}`;
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  do {
    yield text.slice(start, start + PIECE_CHARACTERS);
    start += PIECE_CHARACTERS - OVERLAP_CHARACTERS;
  } while (start + OVERLAP_CHARACTERS < text.length);
}
