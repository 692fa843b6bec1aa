import { createHash } from "node:crypto";
import { uuidv7 } from "lib/ids.ts";
import type { Journal } from "lib/journal/journal.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { type Recorder, recorder } from "lib/journal/recorder.ts";
import { storable, storableJson } from "lib/text.ts";
import { AuditEntry } from "./audit_event.ts";
import type { AuditStore } from "./audit_store.ts";

/** Finds personal data in a text. */
interface Found {
  type: string;
  start: number;
  end: number;
}

/** The fields of an event that a handler sets; the others are filled in. */
export type AuditInput =
  & Pick<AuditEntry, "event_type" | "severity" | "subject">
  & Partial<Omit<AuditEntry, "details" | "content_hash" | "content_snippet">>
  & {
    details?: Record<string, unknown>;
    /**
     * The checked text and its personal data. The event keeps its hash and, if the setting allows, a redacted
     * snippet.
     */
    content?: { text: string; entities: readonly Found[] };
  };

export interface AuditLog extends Pick<Recorder<AuditEntry>, "flush" | "recover" | "close"> {
  record(input: AuditInput): void;
}

export interface AuditLogOptions {
  store: Pick<AuditStore, "append">;
  log: Logger;
  /** Holds events until the database has them. */
  journal?: Journal;
  /** Takes events that the database refuses. */
  quarantine?: Quarantine;
  /** Redacts personal data. If given, events keep the redacted beginning of each text. */
  redact?: (text: string, entities: readonly Found[]) => string;
  now?: () => number;
  onWritten?: (entries: AuditEntry[]) => void | Promise<void>;
}

/** Names the two possible causes of a fault of the head. */
export const HEAD_CHANGED =
  "the head of the audit chain was changed from outside, or written under another secret: " +
  "all processes of a database need the same AUDIT_SECRET";

const SNIPPET = 200;
const PATIENCE_MS = 5_000;

/** Collects audit events and appends them to the chain in batches, then tells `onWritten`. */
export function auditLog(options: AuditLogOptions): AuditLog {
  const { store, log, journal, quarantine, redact, now = Date.now, onWritten = () => {} } = options;
  const { add, flush, recover, close } = recorder<AuditEntry>({
    what: "audit events",
    ...{ log, journal, quarantine },
    maxBatch: 500,
    patienceMs: PATIENCE_MS,
    encode: JSON.stringify,
    decode: (line) => AuditEntry.parse(JSON.parse(line)),
    async write(entries) {
      const added = await store.append(entries);
      for (const event of added) log.error(HEAD_CHANGED, { event: event.details });
      try {
        await onWritten([...added, ...entries]);
      } catch (error) {
        log.error("a callback after audit events failed", { error });
      }
    },
  });
  return { record: (input) => add(entryOf(input, { redact, now: now() })), flush, recover, close };
}

/** Every event must be recorded, whatever characters its caller sent, so its texts are made storable. */
function entryOf(
  input: AuditInput,
  { redact, now }: Pick<AuditLogOptions, "redact"> & { now: number },
): AuditEntry {
  const { content, details = {} } = input;
  return {
    id: input.id ?? uuidv7(now),
    event_type: input.event_type,
    severity: input.severity,
    user_id: name(input.user_id),
    subject: storable(input.subject),
    model: name(input.model),
    action: name(input.action),
    request_id: name(input.request_id),
    violations: input.violations ?? 0,
    pii_entities: input.pii_entities ?? content?.entities.length ?? 0,
    safety_blocked: input.safety_blocked ?? false,
    content_hash: content ? createHash("sha256").update(content.text).digest("hex") : null,
    content_snippet: content && redact ? snippetOf(redact(content.text, content.entities)) : null,
    details: storableJson(details),
    created_at: input.created_at ?? new Date(now).toISOString(),
  };
}

function name(value: string | null | undefined): string | null {
  return typeof value === "string" ? storable(value) : null;
}

function snippetOf(redacted: string): string {
  return storable(Array.from(redacted.slice(0, SNIPPET * 2)).slice(0, SNIPPET).join(""));
}
