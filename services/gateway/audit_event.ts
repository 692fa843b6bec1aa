import type { AuditRecord } from "./books/audit_record.ts";

export type AuditOutcome = AuditRecord["outcome"];

/** An auditable event, without prompts, answers or keys. */
export interface AuditEvent extends Omit<AuditRecord, "id" | "timestamp" | "detail"> {
  detail?: Record<string, unknown>;
}

/** Records audit events. `record` never throws and never waits. */
export interface AuditLog {
  record(event: AuditEvent): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}
