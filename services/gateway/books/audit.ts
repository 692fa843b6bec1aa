import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/log.ts";
import type { AuditEvent, AuditLog } from "../audit_event.ts";
import { searchText } from "./audit_search.ts";
import type { AuditStore } from "./audit_store.ts";
import { recordWriter, type RecordWriterOptions } from "./record_writer.ts";
import { openSpool } from "./spool.ts";

/** An audit log that can say how many events are not in the database yet. */
export interface SpooledAuditLog extends AuditLog {
  depth(): number;
}

export interface AuditLogOptions
  extends Partial<Pick<RecordWriterOptions, "everyMs" | "patienceMs" | "batch">> {
  store: Pick<AuditStore, "insert">;
  /** Folder of the spool; may be shared by processes of one machine. */
  dir: string;
  maxBytes: number;
  log: Pick<Logger, "warn" | "error">;
  now?: () => number;
}

interface Stamped extends AuditEvent {
  id: string;
  timestamp: string;
}

/** An audit log that writes in batches and keeps events on disk while the database is away. */
export async function openAuditLog(
  { store, dir, maxBytes, log, now = Date.now, ...timing }: AuditLogOptions,
): Promise<SpooledAuditLog> {
  const spool = await openSpool(dir, "audit", { maxBytes });
  const insert = (json: string) => store.insert(json);
  const { add, flush, close, depth } = recordWriter<Stamped>({
    insert,
    spool,
    log,
    what: "audit events",
    shape: (event) => ({ ...event, search: searchText(event) }),
    ...timing,
  });
  return {
    record: (event) => {
      const time = now();
      add({ ...event, id: uuidv7(time), timestamp: new Date(time).toISOString() });
    },
    flush,
    close,
    depth,
  };
}
