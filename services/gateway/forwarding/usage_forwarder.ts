/**
 * Forwards usage records: writes them to a journal on disk, then sends them to the sink in batches, with retries
 * until it accepts them.
 */
import { openJournal } from "lib/journal/journal.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Checked } from "lib/service/health.ts";
import { type Recorder, recorder } from "lib/journal/recorder.ts";
import { storableJson } from "lib/text.ts";
import { z } from "zod";
import type { UsageRecord as ShownRecord } from "../books/usage_record.ts";
import type { Meter, UsageRecord } from "../usage.ts";
import { NotAccepted, type Parcel, type Sink } from "./usage_sink.ts";

export interface ForwarderOptions {
  sink: Sink;
  /** Folder of the journals; undefined when there is no disk. */
  dir: string | undefined;
  /** Maximum size of the journal. */
  maxBytes: number;
  /** How long a record may wait for others to share its batch. */
  waitMs: number;
  log: Pick<Logger, "warn" | "error">;
  /** The first backoff after a failure; it doubles with each further one. */
  pauseMs?: number;
  now?: () => number;
}

export interface Forwarder {
  add(record: UsageRecord): void;
  /** Health: how many records are waiting and lost; rejects while the sink refuses them. */
  check(): Promise<Checked | void>;
  close(): Promise<void>;
}

const MOST_RECORDS = 500;
const LONGEST_PAUSE_MS = 300_000;
const STUCK_MS = 180_000;

/** Opens the forwarder and recovers records that ended processes left in their journals. */
export async function openForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { sink, dir, maxBytes, waitMs, log, pauseMs = 1_000, now = Date.now } = options;
  const delivery = withBackoff(sink, { pauseMs, now });
  const lines: Recorder<string> = recorder<string>({
    what: "forwarded usage records",
    ...{ log, waitMs },
    ...dir === undefined ? {} : { journal: await openJournal(dir, "gateway_forwarded", { maxBytes }) },
    ...{ maxBatch: MOST_RECORDS, maxItems: 20_000, maxBytes: 16 * 2 ** 20 },
    ...{ retryMs: pauseMs, stuckMs: STUCK_MS },
    encode: (line) => line,
    decode(line) {
      Identified.parse(JSON.parse(line));
      return line;
    },
    write: (batch) => delivery.send(parcelOf(batch)),
  });
  lines.recover();
  return {
    add: (record) => void lines.add(storableJson(shownRecord(record))),
    check() {
      const [waiting, lost] = [lines.waiting(), lines.lost()];
      if (delivery.failing()) {
        return Promise.reject(new Error("the destination of usage records does not accept them"));
      }
      if (waiting === 0 && lost === 0) return Promise.resolve();
      return Promise.resolve({ status: "ok", detail: `${waiting} records waiting, ${lost} lost` });
    },
    close: lines.close,
  };
}

/** `meter` that also forwards each record. */
export function forwarding(meter: Meter, { add }: Pick<Forwarder, "add">): Meter {
  return {
    ...meter,
    record(record) {
      meter.record(record);
      add(record);
    },
  };
}

const Identified = z.looseObject({ id: z.uuid(), timestamp: z.iso.datetime() });

function parcelOf(lines: readonly string[]): Parcel {
  const { id, timestamp } = Identified.parse(JSON.parse(lines[0] ?? ""));
  return { id: `usage_${id}_${lines.length}`, timestamp, lines };
}

/** `sink` with a backoff after each failure. */
function withBackoff(
  sink: Sink,
  { pauseMs, now }: { pauseMs: number; now: () => number },
): { send: Sink; failing(): boolean } {
  let failures = 0;
  let restUntil = 0;
  return {
    failing: () => failures > 0,
    async send(parcel) {
      if (now() < restUntil) {
        throw new NotAccepted("Deliveries of usage records are paused after a failure", 0);
      }
      try {
        await sink(parcel);
        failures = 0;
        restUntil = 0;
      } catch (error) {
        const asked = error instanceof NotAccepted ? error.waitMs : 0;
        restUntil = now() + Math.max(asked, Math.min(pauseMs * 2 ** failures, LONGEST_PAUSE_MS));
        failures++;
        throw error;
      }
    },
  };
}

/** A record as `/costs` shows it: without the actor and the IP address. */
function shownRecord(record: UsageRecord): ShownRecord {
  const { actor: _actor, ip: _ip, resource: _resource, detail: _detail, ...shown } = record;
  return {
    ...shown,
    provider_model: record.provider_model ?? null,
    cost_usd: Number(record.cost_usd),
    units: record.units ?? null,
  };
}
