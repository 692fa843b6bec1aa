import type { Context } from "hono";
import type { AuditLog } from "../audit_event.ts";
import type { GatewayEnv } from "./caller.ts";
import type { KeyReplica } from "./key_replica.ts";

export interface ChangeDeps {
  audit: Pick<AuditLog, "record">;
  /** Refreshed after a change, so that it applies from this process's next request on. */
  replica: Pick<KeyReplica, "refresh">;
}

export interface Change {
  action: string;
  id: string;
  detail?: Record<string, unknown>;
}

/** Runs after every change: refreshes this process, and records the author in the audit log. */
export function changes({ audit, replica }: ChangeDeps, what: string) {
  return async (c: Context<GatewayEnv>, { action, id, detail }: Change): Promise<void> => {
    audit.record({
      actor: c.var.caller.actor,
      action: `${what}_${action}`,
      outcome: "success",
      resource: `${what}:${id}`,
      provider: null,
      model: null,
      request_id: c.var.requestId,
      ip: c.var.ip,
      latency_ms: null,
      ...(detail ? { detail } : {}),
    });
    await refreshed(replica);
  };
}

// Half a minute, with the replica's timeout of five seconds.
const TRIES = 6;

/**
 * Refreshes until it succeeds: a new key that is returned before it is known would be refused. The change is already
 * committed, so after the last attempt the next poll applies it.
 */
async function refreshed(replica: Pick<KeyReplica, "refresh">): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const done = await replica.refresh().then(() => true, () => false);
    if (done) return;
  }
}
