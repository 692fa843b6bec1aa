import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";

export const WEBHOOK_EVENTS = [
  "alert_triggered",
  "alert_acknowledged",
  "alert_resolved",
  "policy_violation",
  "pii_detected",
  "safety_block",
  "*",
] as const;

export const WebhookInput = z.object({
  url: textOf({ min: 1, max: 2_000 }).meta({
    description: "where messages are sent; an address of the public Internet",
    format: "uri",
    example: "https://hooks.example.com/diwan",
  }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).meta({
    description: "`*` stands for all; policy_violation is sent for blocked contents",
  }),
  secret: textOf({ min: 8, max: 500 }).optional().meta({
    description: "signs the deliveries as Standard Webhooks say; generated when left out",
  }),
}).meta({
  id: "WebhookInput",
  example: { url: "https://hooks.example.com/diwan", events: ["alert_triggered", "safety_block"] },
});

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).meta({ description: "the events that it is told of; `*` stands for all" }),
  is_active: z.boolean(),
  created_by: z.string().meta({ description: "who made it, by their token" }),
  created_at: z.iso.datetime(),
  failing_since: z.iso.datetime().nullable().meta({
    description: "when deliveries began to fail; null: they do not",
  }),
  disabled_reason: z.string().nullable().meta({ description: "why nothing is sent any more" }),
}).meta({ id: "Webhook" });
export type Webhook = z.output<typeof Webhook>;

/** A webhook with its secret, as it is stored and shown once. */
export const CreatedWebhook = Webhook.extend({
  secret: z.string().meta({ description: "shown this once" }),
}).meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.output<typeof CreatedWebhook>;

export const WebhookId = z.object({
  webhook_id: z.string().meta({
    description: "the webhook's id",
    example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e",
  }),
});

export const WebhookTestResult = z.object({
  success: z.boolean(),
  status_code: z.int().meta({ description: "0 when nothing answered" }),
  error: z.string().nullable().meta({ description: "why the message was not taken" }),
}).meta({ id: "WebhookTestResult" });
