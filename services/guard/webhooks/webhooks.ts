import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { invalid, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { denied, feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { OutboundRefused, outboundUrl } from "lib/outbound.ts";
import { OffsetQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import type { DeliveryStore } from "./deliveries_store.ts";
import { text } from "../text.ts";
import type { Send } from "./delivery_worker.ts";
import { newSecret } from "./signing.ts";
import type { WebhookRow, WebhookStore } from "./webhooks_store.ts";

export const WEBHOOK_EVENTS = [
  "alert_triggered",
  "alert_acknowledged",
  "alert_resolved",
  "policy_violation",
  "pii_detected",
  "safety_block",
  "*",
] as const;

const WebhookInput = z.object({
  url: text({ min: 1, max: 2_000 }).meta({ format: "uri", example: "https://hooks.example.com/diwan" }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).meta({
    description: "`*` stands for all; policy_violation is sent for blocked contents",
  }),
  secret: text({ min: 8, max: 500 }).optional().meta({
    description: "signs the deliveries as Standard Webhooks say; generated when left out",
  }),
}).meta({
  id: "WebhookInput",
  example: { url: "https://hooks.example.com/diwan", events: ["alert_triggered", "safety_block"] },
});
const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_active: z.boolean(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  failing_since: z.iso.datetime().nullable(),
  disabled_reason: z.string().nullable(),
}).meta({ id: "Webhook" });
const CreatedWebhook = Webhook.extend({ secret: z.string().meta({ description: "shown this once" }) }).meta({
  id: "CreatedWebhook",
});
const TestResult = z.object({
  success: z.boolean(),
  status_code: z.int().meta({ description: "0 when nothing answered" }),
  error: z.string().nullable(),
}).meta({ id: "WebhookTestResult" });
const Delivery = z.object({
  id: z.string().meta({ description: "the webhook-id header, the same in every attempt" }),
  event_type: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: z.int(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
}).meta({ id: "WebhookDelivery" });
const WebhookId = z.object({ webhook_id: z.string() });

export function webhooks(
  { store, deliveries, send, now = Date.now }: {
    store: WebhookStore;
    deliveries: DeliveryStore;
    send: Send;
    now?: () => number;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["webhooks"];
  const middleware = requireRole("admin", "manager");

  app.openapi(
    createRoute({
      method: "post",
      path: "/webhooks",
      tags,
      summary: "Create a webhook",
      middleware,
      request: { body: jsonBody(WebhookInput) },
      responses: { 201: json(CreatedWebhook, "The webhook and its secret"), ...denied, ...invalidInput },
    }),
    async (c) => {
      const { secret = newSecret(), ...input } = c.req.valid("json");
      checkAddress(input.url);
      const webhook = {
        ...input,
        secret,
        id: uuidv7(),
        is_active: true,
        created_by: c.var.user.sub,
        created_at: new Date(now()).toISOString(),
        failing_since: null,
        disabled_reason: null,
      };
      await store.insert(webhook);
      return c.json(webhook, 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/webhooks",
      tags,
      summary: "Webhooks, newest first, without their secrets",
      middleware,
      request: { query: OffsetQuery },
      responses: { 200: json(z.array(Webhook), "The webhooks"), ...denied, ...invalidInput },
    }),
    async (c) => {
      const [list, total] = await Promise.all([store.list(c.req.valid("query")), store.count()]);
      c.header("X-Total-Count", String(total));
      return c.json(list.map(withoutSecret), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/webhooks/{webhook_id}",
      tags,
      summary: "Delete a webhook and what waits for it",
      middleware,
      request: { params: WebhookId },
      responses: { 204: { description: "It is gone" }, ...denied, ...missing },
    }),
    async (c) => {
      if (!await store.remove(c.req.valid("param").webhook_id)) throw notFound("Webhook");
      return c.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/webhooks/{webhook_id}/test",
      tags,
      summary: "Send a signed test message now",
      middleware,
      request: { params: WebhookId },
      responses: { 200: json(TestResult, "What came of it"), ...denied, ...missing },
    }),
    async (c) => {
      const webhook = await store.find(c.req.valid("param").webhook_id);
      if (!webhook) throw notFound("Webhook");
      const data = { webhook_id: webhook.id, message: "This is a test of the webhook." };
      const body = JSON.stringify({ type: "webhook_test", timestamp: new Date(now()).toISOString(), data });
      const id = `msg_${uuidv7().replaceAll("-", "")}`;
      const { status_code, error } = await send(webhook, { id, body });
      return c.json({ success: error === null, status_code, error }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/webhooks/{webhook_id}/deliveries",
      tags,
      summary: "What was sent to a webhook, newest first",
      middleware,
      request: {
        params: WebhookId,
        query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(50) }),
      },
      responses: { 200: json(z.array(Delivery), "The deliveries"), ...denied, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { webhook_id } = c.req.valid("param");
      if (!await store.find(webhook_id)) throw notFound("Webhook");
      const list = await deliveries.list(webhook_id, c.req.valid("query").limit);
      return c.json(
        list.map(({ due_at, payload: _, webhook_id: __, ...delivery }) => ({
          ...delivery,
          next_attempt_at: delivery.status === "pending" ? due_at : null,
        })),
        200,
      );
    },
  );

  return app;
}

/** @throws 422 for an address that no delivery could ever go to. */
function checkAddress(url: string): void {
  try {
    outboundUrl(url);
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalid(["body", "url"], error.message);
    throw error;
  }
}

function withoutSecret({ secret: _, ...webhook }: WebhookRow): z.output<typeof Webhook> {
  return webhook;
}
