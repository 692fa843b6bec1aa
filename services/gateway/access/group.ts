/** A customer, or a team, which may belong to one. */
import { z } from "@hono/zod-openapi";
import { Budget, LimitFields, Name, Spending } from "./allowance.ts";

export const NOUNS = { customers: "Customer", teams: "Team" } as const;
export type GroupKind = keyof typeof NOUNS;

const GroupBase = z.object({
  id: z.uuid(),
  name: z.string(),
  ...LimitFields,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
const customer_id = z.uuid().nullable();

export const Customer = GroupBase.meta({ id: "Customer" });
/** Limits of the own keys that holders of a team's keys may create. */
export const SelfService = z.strictObject({
  keys: z.int().min(1).max(1_000).meta({ description: "most active keys that one holder may have made" }),
  budget: Budget.nullable().meta({ description: "largest budget of each of these keys; null: no limit" }),
}).meta({ id: "SelfService", example: { keys: 3, budget: { limit_usd: 20, period: "monthly" } } });
export type SelfService = z.output<typeof SelfService>;
const self_service = SelfService.nullable().meta({
  description: "keys that holders of its keys may create themselves; null: none",
});

export const Team = GroupBase.extend({ customer_id, self_service }).meta({ id: "Team" });
const Group = GroupBase.extend({
  customer_id: customer_id.optional(),
  self_service: self_service.optional(),
});
export type Group = z.output<typeof Group>;

export const CustomerDetail = Customer.extend({ spending: Spending }).meta({ id: "CustomerDetail" });
export const TeamDetail = Team.extend({ spending: Spending }).meta({ id: "TeamDetail" });

const Fields = z.strictObject({ name: Name, ...LimitFields });
const Input = Fields.extend({
  rate_limit: LimitFields.rate_limit.default(null),
  budget: LimitFields.budget.default(null),
});
const Patch = Fields.partial();

export const CustomerInput = Input.meta({
  id: "CustomerInput",
  example: { name: "Ministry of Health", budget: { limit_usd: 5000, period: "monthly" } },
});
export const CustomerPatch = Patch.meta({
  id: "CustomerPatch",
  example: { rate_limit: { requests_per_minute: 3000 } },
});
export const TeamInput = Input.extend({
  customer_id: customer_id.default(null),
  self_service: self_service.default(null),
}).meta({
  id: "TeamInput",
  example: { name: "Citizen services", rate_limit: { tokens_per_minute: 500_000 } },
});
export const TeamPatch = Patch.extend({
  customer_id: customer_id.optional(),
  self_service: self_service.optional(),
}).meta({
  id: "TeamPatch",
  example: { budget: { limit_usd: 800, period: "weekly" } },
});

/** The stored fields of both; a customer has no parent. */
export type GroupInput = z.output<typeof CustomerInput> & Partial<z.output<typeof TeamInput>>;
