/** The caller of a batch, stored until its last line. */
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { rbacDenied } from "../errors.ts";

const BatchCaller = z.object({
  kind: z.enum(["admin", "key", "jwt", "anonymous"]),
  actor: z.string(),
  role: z.enum(["admin", "manager", "user"]),
  tenant_id: z.string(),
});
export type BatchCaller = z.output<typeof BatchCaller>;

/** The stored part of a caller. */
export function storableCaller({ kind, actor, role, tenant_id }: Caller): BatchCaller {
  return { kind, actor, role, tenant_id };
}

/**
 * The caller with current rights: a key is looked up again. Throws rbac_denied when it is no longer valid.
 */
export function callerOfBatch(kept: unknown, keyCaller: (id: string) => Caller | undefined): Caller {
  const { kind, actor, role, tenant_id } = BatchCaller.parse(kept);
  if (kind === "key") {
    const caller = keyCaller(tenant_id);
    if (caller) return caller;
    throw rbacDenied(401, "The API key that sent this request was revoked or has expired");
  }
  return {
    ...{ kind, actor, role, tenant_id, team_id: null, customer_id: null, limits: [], budgets: [] },
    ...{ allowed_models: null, may_skip_guardrails: kind === "admin", cache: null },
  };
}
