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
    description: "URL that receives the messages; a public Internet address",
    format: "uri",
    example: "https://hooks.example.com/diwan",
  }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).meta({
    description: "`*`: all; policy_violation is sent for blocked content",
  }),
  secret: textOf({ min: 8, max: 500 }).optional().meta({
    description: "signs deliveries by Standard Webhooks; default: generated",
  }),
}).meta({
  id: "WebhookInput",
  example: { url: "https://hooks.example.com/diwan", events: ["alert_triggered", "safety_block"] },
});

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).meta({ description: "events that it receives; `*`: all" }),
  is_active: z.boolean(),
  created_by: z.string().meta({ description: "subject of its author's token" }),
  created_at: z.iso.datetime(),
  failing_since: z.iso.datetime().nullable().meta({
    description: "when deliveries began to fail; null: they succeed",
  }),
  disabled_reason: z.string().nullable().meta({ description: "why it was disabled" }),
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
  status_code: z.int().meta({ description: "0: no answer" }),
  error: z.string().nullable().meta({ description: "why the message was refused" }),
}).meta({ id: "WebhookTestResult" });
