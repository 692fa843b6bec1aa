import type { Logger } from "lib/log.ts";
import { auditOutcomeOf, MODEL_REQUEST } from "./audit_trail.ts";
import { isAscii, searchText } from "./audit_search.ts";
import { recordWriter, type RecordWriterOptions } from "./record_writer.ts";
import { openSpool } from "./spool.ts";
import type { Meter, UsageRecord } from "../usage.ts";
import type { UsageStore } from "./usage_store.ts";

export interface MeterOptions extends Partial<Pick<RecordWriterOptions, "everyMs" | "patienceMs" | "batch">> {
  store: Pick<UsageStore, "insert">;
  /** Folder of the spool; may be shared by processes of one machine. */
  dir: string;
  maxBytes: number;
  log: Pick<Logger, "warn" | "error">;
}

/** A meter that writes usage records in batches and keeps them on disk while the database is away. */
export async function openMeter({ store, dir, maxBytes, log, ...timing }: MeterOptions): Promise<Meter> {
  const spool = await openSpool(dir, "usage", { maxBytes });
  const insert = (json: string) => store.insert(json);
  const { add, ...writer } = recordWriter<UsageRecord>({
    insert,
    spool,
    log,
    what: "usage records",
    shape: writtenOf,
    ...timing,
  });
  return { record: add, ...writer };
}

/** A record without what is zero, false, null or there twice, which is most of it. */
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
