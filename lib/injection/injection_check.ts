/** Asks the guard service whether a text that a model is going to read attacks it. */
import { z } from "zod";
import { ownHeaders } from "lib/processes/own_process.ts";
import { fetchTraceHeaders } from "lib/telemetry/tracing.ts";

/** The treatment of texts that look like attacks: none, marking, or withholding. */
export const INJECTION_MODES = ["off", "flag", "block"] as const;

/** One of the modes. */
export type InjectionMode = typeof INJECTION_MODES[number];

/** The guard's finding about a text. */
export interface InjectionFinding {
  /** From 0 to 1. */
  score: number;
  /** The signs in words. */
  explanation: string;
}

/** Where a text comes from, and the signal that aborts the check. */
export interface InjectionQuestion {
  /** A tool's result, or a document. */
  place: "tool" | "document";
  /** Headers that authenticate the caller at the guard. */
  headers: Record<string, string>;
  /** Aborts the check with its reason. */
  signal?: AbortSignal;
}

/** Returns the finding about a text that looks like an attack, undefined for any other text. */
export type InjectionCheck = (
  text: string,
  question: InjectionQuestion,
) => Promise<InjectionFinding | undefined>;

/** How to reach the guard. */
export interface InjectionCheckOptions {
  /** The guard's address. */
  baseUrl: string;
  /** The longest wait for one answer, in milliseconds; 10 s by default. */
  timeoutMs?: number;
}

/** The guard did not answer, or answered with a failure. */
export class InjectionUnchecked extends Error {
  /** The error's name. */
  override name = "InjectionUnchecked";
}

const Answer = z.object({ injection: z.boolean(), score: z.number(), explanation: z.string() });

/** The guard's limit of characters per request; pieces overlap, so that no sign is cut in two. */
const PIECE = 100_000;
const OVERLAP = 2_000;

/**
 * A check that asks the guard at `baseUrl`, in pieces of 100,000 characters, until one of them looks like an
 * attack. It throws `InjectionUnchecked` when the guard does not answer, so that the caller decides how to
 * treat an unchecked text.
 */
export function injectionCheck({ baseUrl, timeoutMs = 10_000 }: InjectionCheckOptions): InjectionCheck {
  const address = `${baseUrl.replace(/\/$/, "")}/api/v1/injection/detect`;
  return async (text, { place, headers, signal }) => {
    const until = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...signal ? [signal] : []]);
    // Characters that the guard refuses in a text are no sign of an attack.
    const plain = text.toWellFormed().replaceAll("\0", "\ufffd");
    for (let start = 0; start < plain.length; start += PIECE - OVERLAP) {
      const piece = plain.slice(start, start + PIECE).toWellFormed();
      const { injection, ...finding } = await askGuard(address, { text: piece, place }, {
        headers,
        until,
        signal,
      });
      if (injection) return finding;
      if (start + PIECE >= plain.length) break;
    }
    return undefined;
  };
}

async function askGuard(
  address: string,
  body: { text: string; place: string },
  { headers, until, signal }: { headers: Record<string, string>; until: AbortSignal; signal?: AbortSignal },
): Promise<z.output<typeof Answer>> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        ...{ "content-type": "application/json", ...headers },
        ...ownHeaders(address),
        ...fetchTraceHeaders(),
      },
      body: JSON.stringify(body),
      signal: until,
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the guard answered ${response.status}`);
    }
    return Answer.parse(await response.json());
  } catch (cause) {
    signal?.throwIfAborted();
    throw new InjectionUnchecked("The guard service did not check the text", { cause });
  }
}
