/** Checks requests and answers with the guard service. */
import type { TextWindow, WindowVerdict } from "lib/streams/held_channel.ts";
import type { HoldVerdict } from "lib/streams/held_stream.ts";
import { ownHeaders } from "lib/processes/own_process.ts";
import { SpanKind } from "@opentelemetry/api";
import { fetchTraceHeaders, inSpan } from "lib/telemetry/tracing.ts";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { guardrailsBlocked, guardrailsError } from "../errors.ts";

export type Direction = "input" | "output";

export interface ScanContext {
  direction: Direction;
  model: string;
  userId: string;
  requestId: string;
  signal: AbortSignal;
  /** The scope for policies: the calling service, virtual key and team, if known. */
  caller?: { product?: string; key?: string; team?: string };
  /** Values by pseudonym: filled by the request's checks, used by the answer's. */
  pseudonyms?: Map<string, string>;
}

/** Further checks of a request: none, replacements, or of each text, as some may be tool results. */
export type InputNeed = boolean | "look" | void;

export interface Guardrails {
  /**
   * Resolves when `text` may pass; to true when parts must be replaced first. Throws guardrails_blocked or
   * guardrails_error.
   */
  scan(text: string, context: ScanContext): Promise<InputNeed>;
  /**
   * Checks the texts of a call separately, whole or while streaming; the call is recorded with its `last` texts.
   */
  check(windows: readonly TextWindow[], last: boolean, context: ScanContext): Promise<HoldVerdict>;
}

export interface GuardrailsOptions {
  baseUrl: string;
  /** Whether calls pass when the guard cannot check them. */
  failOpen: boolean;
  /** A token that the guard accepts. */
  token(): Promise<string>;
  timeoutMs?: number;
  onFailOpen?(reason: unknown): void;
}

const Verdict = z.object({
  allowed: z.boolean(),
  violations: z.array(z.object({ name: z.string().optional(), action: z.string().default("block") })).default(
    [],
  ),
  texts: z.array(z.object({
    release: z.int(),
    edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })),
  })),
  pseudonyms: z.array(z.object({ marker: z.string(), value: z.string() })).default([]),
  each: z.boolean().default(false),
  step: z.int(),
});
type Verdict = z.output<typeof Verdict>;

// The guard's limit per text; pieces overlap, so that a match across a boundary is found.
const PIECE_CHARACTERS = 400_000;
const OVERLAP_CHARACTERS = 20_000;
/** The guard's limit of pseudonyms. */
const MOST_PSEUDONYMS = 2_000;

export function createGuardrails(options: GuardrailsOptions): Guardrails {
  const address = `${options.baseUrl.replace(/\/$/, "")}/api/v1/governance/texts`;

  async function check(
    windows: readonly TextWindow[],
    last: boolean,
    context: ScanContext,
  ): Promise<HoldVerdict & { each: boolean }> {
    const results: WindowVerdict[] = [];
    let each = false;
    let step = UNASKED_STEP;
    for (const pieces of requestsFor(windows)) {
      const verdict = await ask(address, { texts: pieces.map(textOf), last }, context, options);
      if (verdict && !verdict.allowed) throw guardrailsBlocked(blockedMessage(verdict, context.direction));
      step = verdict?.step ?? step;
      each ||= verdict?.each ?? false;
      for (const { marker, value } of verdict?.pseudonyms ?? []) context.pseudonyms?.set(marker, value);
      for (const [i, piece] of pieces.entries()) {
        addResult(results, piece, verdict?.texts[i] ?? { release: piece.text.length, edits: [] });
      }
    }
    return { windows: results, step, each };
  }
  return {
    check,
    async scan(text, context) {
      if (text.trim() === "") return false;
      const window = { channel: context.direction, text, released: 0, open: false };
      const { windows, each } = await check([window], true, context);
      return windows.some(({ edits }) => edits.length > 0) || (each && "look");
    },
  };
}

/**
 * A caller's name in policies and the guard's records: a person's `sub`, as at the guard's own endpoints. The admin key
 * has a name that cannot be a `sub`.
 */
export function policyUser({ actor }: Pick<Caller, "actor">): string {
  if (actor.startsWith(PERSON)) return actor.slice(PERSON.length);
  return actor === "admin" ? "key:admin" : actor;
}

const PERSON = "user:";

/** A caller's scope for policies. */
export function policyCaller({ actor, kind, tenant_id, team_id }: Caller): ScanContext["caller"] {
  return {
    ...actor.startsWith("service:") ? { product: actor.slice("service:".length) } : {},
    ...kind === "key" ? { key: tenant_id } : {},
    ...team_id === null ? {} : { team: team_id },
  };
}

const UNASKED_STEP = 128;

/** A part of a window within the guard's limit. */
interface Piece extends TextWindow {
  /** Index of the window; `start` is the position of the piece in it. */
  place: number;
  start: number;
}

/** Splits windows into pieces, grouped by request. */
function* requestsFor(windows: readonly TextWindow[]): Generator<Piece[]> {
  let together: Piece[] = [];
  let size = 0;
  for (const [place, window] of windows.entries()) {
    for (const piece of piecesOf(window, place)) {
      if (size + piece.text.length > PIECE_CHARACTERS && together.length > 0) {
        yield together;
        together = [];
        size = 0;
      }
      together.push(piece);
      size += piece.text.length;
    }
  }
  if (together.length > 0) yield together;
}

function* piecesOf({ text, released, ...window }: TextWindow, place: number): Generator<Piece> {
  let start = 0;
  do {
    const end = Math.min(text.length, start + PIECE_CHARACTERS);
    const isLast = end === text.length;
    yield {
      ...{ channel: window.channel, text: text.slice(start, end), place, start },
      released: Math.min(Math.max(0, released - start), end - start),
      open: isLast && window.open,
    };
    if (isLast) return;
    start = end - OVERLAP_CHARACTERS;
  } while (start < text.length);
}

/** Replaces characters that the guard refuses, since databases cannot store them, by as many code units. */
const textOf = ({ channel, text, released, open }: Piece) => ({
  ...{ channel, released, open },
  text: text.toWellFormed().replaceAll("\0", "\ufffd"),
});

function addResult(results: WindowVerdict[], piece: Piece, { release, edits }: WindowVerdict): void {
  const before = results[piece.place];
  const shifted = edits.map(({ start, end, text }) => ({
    ...{ start: start + piece.start, end: end + piece.start, text },
  }));
  // Both pieces report the same matches in their overlap.
  const from = before?.edits.at(-1)?.end ?? 0;
  results[piece.place] = {
    release: release + piece.start,
    edits: [...before?.edits ?? [], ...shifted.filter(({ start }) => start >= from)],
  };
}

async function ask(
  address: string,
  asked: { texts: unknown[]; last: boolean },
  context: ScanContext,
  { token, failOpen, timeoutMs = 10_000, onFailOpen }: GuardrailsOptions,
): Promise<Verdict | undefined> {
  const { requestId, signal } = context;
  try {
    const response = await inSpan("check by the guard", {}, async () =>
      await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${await token()}`,
          "x-request-id": requestId,
          ...ownHeaders(address),
          ...fetchTraceHeaders(),
        },
        body: JSON.stringify({ ...asked, ...contextOf(context) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        redirect: "error",
      }), SpanKind.CLIENT);
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

function contextOf({ direction, model, userId, caller, pseudonyms }: ScanContext): object {
  const hidden = direction === "output" ? [...pseudonyms ?? []].slice(0, MOST_PSEUDONYMS) : [];
  return {
    ...{ user_id: userId, model, direction, ...caller },
    ...hidden.length > 0 ? { pseudonyms: hidden.map(([marker, value]) => ({ marker, value })) } : {},
  };
}

function blockedMessage({ violations }: Verdict, direction: Direction): string {
  // Policies that only log or warn have blocked nothing.
  const blocking = violations.filter(({ action }) => action === "block");
  const names = [...new Set(blocking.flatMap(({ name }) => name ?? []))];
  const what = direction === "input" ? "The request" : "The model's answer";
  return `${what} was blocked by safety policy${names.length > 0 ? `: ${names.join(", ")}` : ""}`;
}
