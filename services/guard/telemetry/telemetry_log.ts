import { batcher } from "lib/journal/batcher.ts";
import { invalid, ServiceError, unavailable } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Journal } from "lib/journal/journal.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { type Recorder, recorder } from "lib/journal/recorder.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";
import { storableJson } from "lib/text.ts";
import type { TelemetryEvent } from "./telemetry_event.ts";
import { TelemetryRow } from "./telemetry_row.ts";
import type { TelemetryStore } from "./telemetry_store.ts";

/** Takes telemetry events. */
export interface TelemetryLog extends Pick<Recorder<TelemetryRow>, "flush" | "recover" | "close"> {
  /** Stores received events; resolves to the number of new ones. */
  ingest(events: TelemetryEvent[]): Promise<number>;
  /** Stores a row of the guard's own traffic soon. */
  record(row: TelemetryRow): void;
}

export interface TelemetryLogOptions {
  store: Pick<TelemetryStore, "insert">;
  log: Logger;
  /** Holds rows until the database has them. */
  journal?: Journal;
  /** Takes rows that the database refuses. */
  quarantine?: Quarantine;
  now?: () => number;
  /** Called when a critical event was stored. */
  onWritten?: () => void;
}

interface Written {
  row: TelemetryRow;
  /** Whether the sender gave its id, so that it may be stored already. */
  given: boolean;
  request: { fresh: number };
}

const PATIENCE_MS = 5_000;

/** Writes events that arrive together in one batch, together with the guard's own. */
export function telemetryLog(options: TelemetryLogOptions): TelemetryLog {
  const { store, log, journal, quarantine, now = Date.now, onWritten = () => {} } = options;
  const notifyIfCritical = (rows: TelemetryRow[]) => {
    if (rows.some(({ severity }) => severity === "critical")) onWritten();
  };
  const sent = batcher<Written>({
    ...{ log, what: "telemetry events", maxBatch: 4_000, stuckMs: PATIENCE_MS },
    sizeOf: ({ row }) => 500 + (row.metadata?.length ?? 0) + (row.content_snippet?.length ?? 0),
    async write(items) {
      const rows = items.map(({ row }) => row);
      const given = items.filter((item) => item.given).map(({ row }) => row.id);
      const fresh = await store.insert(rows, given);
      for (const { row, given, request } of items) if (!given || fresh.delete(row.id)) request.fresh++;
      notifyIfCritical(rows);
    },
  });
  const own = recorder<TelemetryRow>({
    ...{ log, journal, quarantine, what: "telemetry rows", patienceMs: PATIENCE_MS },
    encode: JSON.stringify,
    decode: (line) => TelemetryRow.parse(JSON.parse(line)),
    async write(rows) {
      // A retry may follow a failure that came after the commit, so a row may be stored already.
      await store.insert(rows, rows.map(({ id }) => id));
      notifyIfCritical(rows);
    },
  });
  /** While the database is away, events that were sent wait in the journal. */
  function keep(items: Written[], cause: unknown): void {
    for (const { row } of items) {
      // Only ids with a colon are in the unique index and stored once.
      const id = row.id.includes(":") ? row.id : `${row.product}:${row.id}`;
      if (!own.add({ ...row, id })) throw unavailable("The database is behind; try again later", { cause });
    }
  }
  return {
    async ingest(events) {
      const created_at = new Date(now()).toISOString();
      const request = { fresh: 0 };
      const items = events.map((event) => {
        return { row: rowOf(event, created_at), given: event.event_id !== undefined, request };
      });
      try {
        await sent.written(items);
        return request.fresh;
      } catch (error) {
        if (isDataRefusal(error)) throw invalid(["body", "events"], "The database cannot store these events");
        if (error instanceof ServiceError || !journal) throw error;
        keep(items, error);
        return events.length;
      }
    },
    record: (row) => void own.add(row),
    flush: own.flush,
    recover: own.recover,
    close: own.close,
  };
}

function rowOf(event: TelemetryEvent, created_at: string): TelemetryRow {
  const { event_id, product, metadata, prompt_tokens, completion_tokens, total_tokens, ...rest } = event;
  const sum = (prompt_tokens ?? 0) + (completion_tokens ?? 0);
  const cost = metadata?.cost_usd;
  return {
    id: event_id === undefined ? uuidv7() : `${product}:${event_id}`,
    event_type: rest.event_type,
    product,
    model: rest.model || null,
    user_id: rest.user_id ?? null,
    latency_ms: rest.latency_ms ?? null,
    prompt_tokens: prompt_tokens ?? 0,
    completion_tokens: completion_tokens ?? 0,
    total_tokens: total_tokens ?? sum,
    cost_usd: typeof cost === "number" && cost >= 0 && cost < 1e9 ? cost : 0,
    failed: isFailure(rest.severity, metadata ?? {}),
    counted: rest.event_type === "llm_call" || Boolean(rest.model),
    content_snippet: rest.content_snippet ?? null,
    severity: rest.severity,
    metadata: metadata ? storableJson(metadata) : null,
    created_at,
  };
}

function isFailure(severity: string, { error, status_code }: Record<string, unknown>): boolean {
  return severity === "error" || Boolean(error) || (typeof status_code === "number" && status_code >= 400);
}
