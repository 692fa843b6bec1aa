export type AuditOutcome = "success" | "failure" | "denied" | "limited" | "blocked" | "aborted";

/** An auditable event, without prompts, answers or keys. */
export interface AuditEvent {
  actor: string;
  /** `model_request`, `auth_denied`, `rate_limited`, `virtual_key_create` and so on. */
  action: string;
  outcome: AuditOutcome;
  /** The thing acted on: a path, or `virtual_key:<id>`. */
  resource: string;
  provider: string | null;
  model: string | null;
  request_id: string;
  ip: string | null;
  latency_ms: number | null;
  detail?: Record<string, unknown>;
}

/** Records audit events. `record` never throws and never waits. */
export interface AuditLog {
  record(event: AuditEvent): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}
