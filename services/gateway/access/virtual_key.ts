import { z } from "@hono/zod-openapi";
import type { PageLimit } from "../query.ts";
import { GovernanceQuery, LimitFields, Name, Spending } from "./allowance.ts";

const ModelName = z.string().min(1).max(300).refine((name) => !name.includes("\0"), "must not contain NUL");

const Fields = {
  name: Name,
  team_id: z.uuid().nullable(),
  customer_id: z.uuid().nullable().meta({ description: "only if its team belongs to no customer" }),
  ...LimitFields,
  allowed_models: z.array(ModelName).max(1000).nullable().meta({
    description: "null: all models; `gpt-5*` allows all models with that prefix",
  }),
  may_skip_guardrails: z.boolean().meta({ description: "the guard's own calls are not scanned" }),
  may_pass_through: z.boolean().meta({
    description: "allows providers' own endpoints, with all rights of the gateway's keys there",
  }),
  timeout_seconds: z.number().min(0.001).max(3600).nullable().meta({
    description: "upper limit of a model's timeout; null: that of the provider or alias",
  }),
  cache: z.object({ ttl_seconds: z.int().min(1).max(2_592_000) }).nullable().meta({
    description: "how long identical requests are answered from the cache",
  }),
  expires_at: z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString()).nullable(),
};

export const VirtualKeyInput = z.strictObject({
  name: Fields.name,
  team_id: Fields.team_id.default(null),
  customer_id: Fields.customer_id.default(null),
  rate_limit: Fields.rate_limit.default(null),
  budget: Fields.budget.default(null),
  allowed_models: Fields.allowed_models.default(null),
  may_skip_guardrails: Fields.may_skip_guardrails.default(false),
  may_pass_through: Fields.may_pass_through.default(false),
  timeout_seconds: Fields.timeout_seconds.default(null),
  cache: Fields.cache.default(null),
  expires_at: Fields.expires_at.default(null),
}).meta({
  id: "VirtualKeyInput",
  example: {
    name: "citizen-portal",
    rate_limit: { requests_per_minute: 600, tokens_per_minute: 200_000 },
    budget: { limit_usd: 250, period: "monthly" },
    allowed_models: ["gpt-4o-mini", "claude-*"],
  },
});
export type VirtualKeyInput = z.output<typeof VirtualKeyInput>;

export const VirtualKeyPatch = z.strictObject(Fields).partial().meta({
  id: "VirtualKeyPatch",
  example: { budget: { limit_usd: 500, period: "monthly" } },
});

/** For display, with only a hint of the secret. */
export const VirtualKey = z.object({
  ...Fields,
  id: z.uuid(),
  key_hint: z.string().meta({ description: "its first and last characters" }),
  status: z.enum(["active", "expired", "revoked"]),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  previous_until: z.iso.datetime().nullable().meta({ description: "when the previous secret expires" }),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "VirtualKey" });
export type VirtualKey = z.output<typeof VirtualKey>;

export const VirtualKeyDetail = VirtualKey.extend({ spending: Spending }).meta({ id: "VirtualKeyDetail" });

export const NewVirtualKey = VirtualKey.extend({ key: z.string().meta({ description: "shown this once" }) })
  .meta({ id: "NewVirtualKey" });

export const VirtualKeyQuery = GovernanceQuery.extend({
  team_id: z.uuid().optional(),
  customer_id: z.uuid().optional(),
  status: VirtualKey.shape.status.optional(),
});
export type VirtualKeyFilter = Omit<z.output<typeof VirtualKeyQuery>, keyof PageLimit>;
