import type { Logger } from "lib/log.ts";
import { recordWriter, type RecordWriterOptions } from "./record_writer.ts";
import { openSpool } from "./spool.ts";
import type { Meter, UsageRecord } from "./usage.ts";
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
    ...timing,
  });
  return { record: add, ...writer };
}
