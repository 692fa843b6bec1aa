import { z } from "@hono/zod-openapi";

/** A message to one webhook, in the outbox until it is delivered or given up. */
export const StoredDelivery = z.object({
  id: z.string().meta({ description: "the webhook-id header, the same in every attempt" }),
  webhook_id: z.string(),
  event_type: z.string().meta({ example: "alert_triggered" }),
  payload: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: z.int(),
  due_at: z.iso.datetime(),
  status_code: z.int().nullable().meta({ description: "HTTP status of the last answer; null: no answer" }),
  error: z.string().nullable().meta({ description: "why the last attempt failed" }),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type StoredDelivery = z.output<typeof StoredDelivery>;

export const Delivery = StoredDelivery.omit({ webhook_id: true, payload: true, due_at: true }).extend({
  next_attempt_at: z.iso.datetime().nullable().meta({ description: "null when there is none" }),
}).meta({ id: "WebhookDelivery" });
export type Delivery = z.output<typeof Delivery>;
