import { uuidv7 } from "lib/ids.ts";
import { storableJson } from "lib/text.ts";
import type { AuditLog } from "../audit_event.ts";
import { searchText } from "./audit_search.ts";
import type { AuditStore } from "./audit_store.ts";
import { type Keeping, openLineRecorder } from "./line_recorder.ts";

/** An audit log that reports how many events are not in the database yet. */
export interface CountedAuditLog extends AuditLog {
  depth(): number;
}

export interface AuditLogOptions extends Keeping {
  store: Pick<AuditStore, "insert">;
  now?: () => number;
}

/** An audit log whose events are on disk when `record` returns, and in the database soon after. */
export async function openAuditLog(
  { store, now = Date.now, ...keeping }: AuditLogOptions,
): Promise<CountedAuditLog> {
  const { add, flush, close, waiting } = await openLineRecorder({
    ...keeping,
    name: "gateway_audit",
    spooled: "audit-",
    what: "audit events",
    insert: (json) => store.insert(json),
  });
  return {
    record(event) {
      const time = now();
      const stamped = { ...event, id: uuidv7(time), timestamp: new Date(time).toISOString() };
      add(storableJson({ ...stamped, search: searchText(event) }));
    },
    flush,
    close,
    depth: waiting,
  };
}
