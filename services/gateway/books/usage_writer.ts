import { storableJson } from "lib/text.ts";
import { auditOutcomeOf, MODEL_REQUEST } from "./audit_trail.ts";
import { isAscii, searchText } from "./audit_search.ts";
import { type Keeping, openLineRecorder } from "./line_recorder.ts";
import type { Meter, UsageRecord } from "../usage.ts";
import type { UsageStore } from "./usage_store.ts";

export interface MeterOptions extends Keeping {
  store: Pick<UsageStore, "insert">;
}

/** A meter whose records are on disk when `record` returns, and in the database soon after. */
export async function openMeter({ store, ...keeping }: MeterOptions): Promise<Meter> {
  const { add, flush, close, waiting, lost } = await openLineRecorder({
    ...keeping,
    name: "gateway_usage",
    spooled: "usage-",
    what: "usage records",
    insert: (json) => store.insert(json),
  });
  return {
    record: (record) => void add(storableJson(writtenOf(record))),
    flush,
    close,
    depth: waiting,
    lost,
  };
}

/** A record without zero, false, null and redundant fields, which are most of it. */
function writtenOf(record: UsageRecord) {
  const { actor, resource, provider, model, request_id, detail } = record;
  const plain = detail === undefined && isAscii(`${actor}${resource}${provider}${model}${request_id}`);
  return {
    ...record,
    request_id: request_id === record.id ? undefined : request_id,
    cached_tokens: record.cached_tokens || undefined,
    cache_write_tokens: record.cache_write_tokens || undefined,
    reasoning_tokens: record.reasoning_tokens || undefined,
    audio_prompt_tokens: record.audio_prompt_tokens || undefined,
    audio_completion_tokens: record.audio_completion_tokens || undefined,
    team_id: record.team_id ?? undefined,
    customer_id: record.customer_id ?? undefined,
    estimated: record.estimated || undefined,
    unpriced: record.unpriced || undefined,
    cached: record.cached || undefined,
    streamed: record.streamed || undefined,
    ttft_ms: record.ttft_ms ?? undefined,
    search: plain ? undefined : searchText({
      ...{ actor, resource, provider, model, request_id, ip: record.ip },
      ...{ action: MODEL_REQUEST, outcome: auditOutcomeOf(record.outcome), ...(detail ? { detail } : {}) },
    }),
  };
}
