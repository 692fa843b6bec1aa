import { z } from "@hono/zod-openapi";
import { PolicyInput } from "./policy.ts";

export const CHANGES = ["create", "update", "delete", "rollback", "import"] as const;

/** A version of a policy's content. */
export const PolicyVersion = z.object({
  policy_id: z.string(),
  version: z.int().meta({ description: "from 1, increased by each change", example: 3 }),
  change: z.enum(CHANGES).meta({
    description: "kind of change; a deletion keeps the deleted policy",
  }),
  policy: z.object(PolicyInput.shape).meta({ description: "the policy after the change" }),
  changed_by: z.string().meta({ description: "subject of the person's token" }),
  changed_at: z.iso.datetime(),
}).meta({ id: "PolicyVersion" });
export type PolicyVersion = z.output<typeof PolicyVersion>;

export const RollbackInput = z.object({
  // The largest integer of its column.
  version: z.int().min(1).max(2_147_483_647).meta({ description: "the version to restore" }),
}).meta({ id: "PolicyRollback", example: { version: 2 } });
