/** Looks for a name or an id in all services at once, as the caller may; each list answers when it is ready. */
import { z } from "zod";
import { fold } from "lib/fold.ts";
import type { SearchHit, SearchPart } from "../shared/search.ts";
import type { ForwardedRequest } from "./proxy.ts";
import { passedHeaders } from "./proxy.ts";
import { SEARCH_SOURCES, type SearchSource } from "./search_sources.ts";
import type { Addresses } from "./services.ts";
import type { Session } from "./session.ts";

const WAIT_MS = 3_000;
const MOST = 5;
const LONGEST_LABEL = 120;
const Row = z.record(z.string(), z.unknown());
const Rows = z.array(Row);

export interface SearchRequest extends Omit<ForwardedRequest, "target" | "service" | "session"> {
  session: Session;
  addresses: Addresses;
  /** Whether one more request to a service is within the caller's limit. */
  admit(): boolean;
  /** Ends it when the caller goes away. */
  signal: AbortSignal;
}

/** The lists that the caller may read. */
export function sourcesFor({ role, kind }: Pick<Session, "role" | "kind">): SearchSource[] {
  return SEARCH_SOURCES.filter(({ only, forKeys = false }) =>
    (kind === "token" || forKeys) &&
    (only === undefined || role === "admin" || only === "managers" && role === "manager")
  );
}

/** The parts of the answer, a line of JSON each, in the order in which the services answer. */
export function search(text: string, around: SearchRequest): ReadableStream<Uint8Array> {
  const stop = new AbortController();
  const signal = AbortSignal.any([around.signal, stop.signal]);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      await Promise.all(
        sourcesFor(around.session).map(async (source) => {
          const part = await partOf(source, text, { ...around, signal });
          if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(part)}\n`));
        }),
      );
      if (!signal.aborted) controller.close();
    },
    cancel: () => stop.abort(),
  });
}

async function partOf(source: SearchSource, text: string, around: SearchRequest): Promise<SearchPart> {
  const { service, kind } = source;
  try {
    return { service, kind, hits: await hitsOf(source, text, around), failed: false };
  } catch {
    return { service, kind, hits: [], failed: true };
  }
}

async function hitsOf(source: SearchSource, text: string, around: SearchRequest): Promise<SearchHit[]> {
  const isId = z.uuid().safeParse(text).success;
  const { item, list, rows } = source;
  if (isId && item) {
    const answer = await asked(source, item.replace("{id}", text), around);
    return answer === undefined ? [] : [hitOf(source, Row.parse(answer))];
  }
  const answer = await asked(source, list.replace("{text}", encodeURIComponent(text)), around);
  if (answer === undefined) return [];
  const found = Rows.parse(rows === undefined ? answer : Row.parse(answer)[rows]);
  const matching = source.whole ? found.filter((row) => matches(source, row, text)) : found;
  return matching.slice(0, MOST).map((row) => hitOf(source, row));
}

/** The answer of the service; undefined where there is no such thing. @throws when it does not say. */
async function asked({ service }: SearchSource, path: string, around: SearchRequest): Promise<unknown> {
  if (!around.admit()) throw new Error("too many requests");
  const response = await fetch(`${around.addresses[service]}${path}`, {
    headers: passedHeaders(new Headers(), { ...around, service }),
    redirect: "manual",
    signal: AbortSignal.any([around.signal, AbortSignal.timeout(WAIT_MS)]),
  });
  if (response.ok) return await response.json();
  await response.body?.cancel();
  // A role that may not read it finds nothing in it.
  if ([403, 404, 422].includes(response.status)) return undefined;
  throw new Error(`${service} answered ${response.status}`);
}

function matches({ label }: SearchSource, row: Record<string, unknown>, text: string): boolean {
  const sought = fold(text);
  return [row[label], row.id].some((value) => typeof value === "string" && fold(value).includes(sought));
}

function hitOf({ label, page }: SearchSource, row: Record<string, unknown>): SearchHit {
  const said = (name: string) => typeof row[name] === "string" ? row[name] : "";
  return {
    id: said("id"),
    label: (said(label).trim() || said("id")).slice(0, LONGEST_LABEL),
    address: page.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(said(name))),
  };
}
