import { createHash } from "node:crypto";
import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/log.ts";
import type { AuditEntry } from "./audit_chain.ts";
import { type AuditJournal, NO_JOURNAL } from "./audit_journal.ts";
import type { AuditStore } from "./audit_store.ts";
import { type Batcher, batcher } from "./batcher.ts";
import type { Entity } from "./pii/detect.ts";
import { redact } from "./pii/redact.ts";

/** What a handler knows of an event; the rest is filled in. */
export type AuditInput =
  & Pick<AuditEntry, "event_type" | "severity" | "subject">
  & Partial<Omit<AuditEntry, "details" | "content_hash" | "content_snippet">>
  & {
    details?: Record<string, unknown>;
    /** The text that was looked at and what was found in it: kept as a hash, and a redacted snippet by setting. */
    content?: { text: string; entities: readonly Entity[] };
  };

export interface AuditLog {
  record(input: AuditInput): void;
  /** Resolves when all events so far are stored. */
  flush(): Promise<void>;
}

const SNIPPET = 200;

/** Collects audit events and appends them to the chain in batches, then tells `onWritten`. */
export function auditLog(
  { store, log, journal = NO_JOURNAL, snippets = false, now = Date.now, onWritten = () => {} }: {
    store: Pick<AuditStore, "append">;
    log: Logger;
    journal?: AuditJournal;
    snippets?: boolean;
    now?: () => number;
    onWritten?: (entries: AuditEntry[]) => void | Promise<void>;
  },
): AuditLog {
  const waiting: Batcher<AuditEntry> = batcher({
    log,
    maxBatch: 500,
    async write(entries) {
      await store.append(entries);
      journal.stored(entries.length);
      try {
        await onWritten(entries);
      } catch (error) {
        log.error("what follows audit events failed", { error });
      }
    },
  });
  return {
    record(input) {
      const entry = entryOf(input, { snippets, now: now() });
      journal.add(entry);
      waiting.add([entry]);
    },
    flush: () => waiting.flush(),
  };
}

function entryOf(input: AuditInput, { snippets, now }: { snippets: boolean; now: number }): AuditEntry {
  const { content, details = {}, ...known } = input;
  return {
    user_id: null,
    model: null,
    action: null,
    request_id: null,
    violations: 0,
    pii_entities: content?.entities.length ?? 0,
    safety_blocked: false,
    ...known,
    id: known.id ?? uuidv7(now),
    content_hash: content ? createHash("sha256").update(content.text).digest("hex") : null,
    content_snippet: content && snippets ? snippetOf(content.text, content.entities) : null,
    details: JSON.stringify(details),
    created_at: known.created_at ?? new Date(now).toISOString(),
  };
}

function snippetOf(text: string, entities: readonly Entity[]): string {
  return Array.from(redact(text, entities).slice(0, SNIPPET * 2)).slice(0, SNIPPET).join("").toWellFormed()
    .replaceAll("\0", "");
}
