/** What the services find while somebody types: asked for on a pause, read as it comes, dropped when they go on. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SearchHit, SearchPart } from "../../shared/search.ts";
import { send } from "../api.ts";

const PAUSE_MS = 220;
const LEAST = 2;

export interface FoundBySearch {
  hits: readonly (SearchHit & Pick<SearchPart, "service" | "kind">)[];
  /** The services that did not say. */
  silent: readonly string[];
  /** Whether more may come. */
  asking: boolean;
}

const NOTHING: FoundBySearch = { hits: [], silent: [], asking: false };

/** What the services find of `text`, which is asked for while `open`. */
export function useSearch(text: string, open: boolean): ReadonlySignal<FoundBySearch> {
  const results = useSignal<FoundBySearch>(NOTHING);
  const sought = text.trim();
  useEffect(() => {
    if (!open || sought.length < LEAST) {
      results.value = NOTHING;
      return;
    }
    const stop = new AbortController();
    results.value = { ...NOTHING, asking: true };
    const timer = setTimeout(() => {
      const take = (part: SearchPart) => {
        const { hits, silent } = results.value;
        const { service, kind } = part;
        results.value = {
          hits: [...hits, ...part.hits.map((hit) => ({ ...hit, service, kind }))],
          silent: part.failed && !silent.includes(service) ? [...silent, service] : silent,
          asking: true,
        };
      };
      readParts(sought, stop.signal, take)
        .catch(() => {
          // The console itself is away, or the session has ended, which the frame tells.
        })
        .finally(() => {
          if (!stop.signal.aborted) results.value = { ...results.value, asking: false };
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [sought, open]);
  return results;
}

/** Calls `take` with each part of the answer as it comes. */
async function readParts(text: string, signal: AbortSignal, take: (part: SearchPart) => void): Promise<void> {
  const response = await send(`/console/search?q=${encodeURIComponent(text)}`, { signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = `${rest}${read.value}`.split("\n");
    rest = lines.pop() ?? "";
    if (signal.aborted) return;
    for (const line of lines) take(JSON.parse(line));
  }
}
