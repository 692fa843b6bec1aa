/** A customer, or a team, which may belong to one. */
import { z } from "@hono/zod-openapi";
import { LimitFields, Name, Spending } from "./allowance.ts";

const GroupBase = z.object({
  id: z.uuid(),
  name: z.string(),
  ...LimitFields,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
const customer_id = z.uuid().nullable();

export const Customer = GroupBase.meta({ id: "Customer" });
export const Team = GroupBase.extend({ customer_id }).meta({ id: "Team" });
const Group = GroupBase.extend({ customer_id: customer_id.optional() });
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
export const TeamInput = Input.extend({ customer_id: customer_id.default(null) }).meta({
  id: "TeamInput",
  example: { name: "Citizen services", rate_limit: { tokens_per_minute: 500_000 } },
});
export const TeamPatch = Patch.extend({ customer_id: customer_id.optional() }).meta({
  id: "TeamPatch",
  example: { budget: { limit_usd: 800, period: "weekly" } },
});

/** As either is stored: a customer belongs to none. */
export type GroupInput = z.output<typeof CustomerInput> & Partial<z.output<typeof TeamInput>>;
