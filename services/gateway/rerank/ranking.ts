/** Rerank results of every provider in one format that clients of both Cohere and Jina can read. */
import { uuidv7 } from "lib/ids.ts";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { decoded } from "../streams/message_texts.ts";
import { type Usage, usageOf } from "../usage.ts";

const DOCUMENTS_A_SEARCH = 100;

export function searchesOf(documents: number): number {
  return Math.ceil(documents / DOCUMENTS_A_SEARCH);
}

/** Converts a provider's answer to the format for clients. */
export function ranking(answer: Bytes, asked: JsonObject): Bytes {
  const whole = parsedObject(decoded(answer, "utf8")) ?? {};
  const documents = Array.isArray(asked.documents) ? asked.documents : [];
  const returnsDocuments = asked.return_documents === true;
  const results = resultsOf(whole).map(({ index, score }) => ({
    index,
    relevance_score: score,
    ...returnsDocuments ? { document: documentObject(documents[index]) } : {},
  })).sort((a, b) => b.relevance_score - a.relevance_score);
  const most = typeof asked.top_n === "number" ? asked.top_n : results.length;
  const usage = isObject(whole.usage) ? { usage: whole.usage } : {};
  const shaped = {
    id: typeof whole.id === "string" ? whole.id : uuidv7(),
    model: typeof whole.model === "string" ? whole.model : asked.model,
    results: results.slice(0, most),
    meta: {
      api_version: { version: "2" },
      billed_units: { search_units: reportedSearches(whole) ?? searchesOf(documents.length) },
      ...isObject(whole.meta) ? whole.meta : {},
    },
    ...usage,
  };
  return new TextEncoder().encode(JSON.stringify(shaped));
}

/** Search units as billed by the provider, else by the number of documents, and tokens if reported. */
export function rankingUsage(answer: Bytes, { documents }: JsonObject): Usage {
  const whole = parsedObject(decoded(answer, "utf8")) ?? {};
  const reported = usageOf(tokenUsage(whole));
  const searches = reportedSearches(whole) ?? searchesOf(Array.isArray(documents) ? documents.length : 0);
  return { ...reported ?? estimatedUsage(0, 0), estimated: false, units: { searches } };
}

/** Token usage; Jina reports only a total. */
function tokenUsage({ usage }: JsonObject): unknown {
  if (!isObject(usage) || usage.prompt_tokens !== undefined) return usage;
  return { prompt_tokens: usage.total_tokens, completion_tokens: 0 };
}

function reportedSearches({ meta }: JsonObject): number | undefined {
  const billed = isObject(meta) && isObject(meta.billed_units) ? meta.billed_units.search_units : undefined;
  return typeof billed === "number" && billed >= 0 ? billed : undefined;
}

function resultsOf({ results, data }: JsonObject): { index: number; score: number }[] {
  const list = Array.isArray(results) ? results : Array.isArray(data) ? data : [];
  return list.filter(isObject).flatMap(({ index, relevance_score: relevance, score = relevance }) =>
    typeof index === "number" && typeof score === "number" ? [{ index, score }] : []
  );
}

function documentObject(document: unknown): JsonObject {
  return isObject(document) ? document : { text: String(document) };
}
