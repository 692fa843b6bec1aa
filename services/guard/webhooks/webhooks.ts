import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { OutboundRefused, outboundUrl } from "lib/http/outbound.ts";
import { OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { DeliveryStore } from "./deliveries_store.ts";
import { Delivery } from "./delivery.ts";
import type { Send } from "./delivery_worker.ts";
import { newSecret } from "lib/webhook_signing.ts";
import { CreatedWebhook, Webhook, WebhookId, WebhookInput, WebhookTestResult } from "./webhook.ts";
import type { WebhookStore } from "./webhooks_store.ts";

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

  app.openapi(
    endpoint({
      id: "createWebhook",
      method: "post",
      path: "/webhooks",
      tags,
      summary: "Create a webhook",
      roles: ["admin", "manager"],
      request: { body: jsonBody(WebhookInput) },
      answers: { 201: json(CreatedWebhook, "The webhook and its secret") },
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
    endpoint({
      id: "listWebhooks",
      method: "get",
      path: "/webhooks",
      tags,
      summary: "Webhooks, newest first, without their secrets",
      roles: ["admin", "manager"],
      request: { query: OffsetQuery },
      answers: { 200: json(z.array(Webhook), "The webhooks") },
    }),
    async (c) => {
      const [list, total] = await Promise.all([store.list(c.req.valid("query")), store.count()]);
      c.header("X-Total-Count", String(total));
      return c.json(list.map(withoutSecret), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteWebhook",
      method: "delete",
      path: "/webhooks/{webhook_id}",
      tags,
      summary: "Delete a webhook and its pending deliveries",
      roles: ["admin", "manager"],
      request: { params: WebhookId },
      answers: { 204: { description: "It is gone" } },
      fails: { 404: "No such webhook" },
    }),
    async (c) => {
      if (!await store.remove(c.req.valid("param").webhook_id)) throw notFound("Webhook");
      return c.body(null, 204);
    },
  );

  app.openapi(
    endpoint({
      id: "testWebhook",
      method: "post",
      path: "/webhooks/{webhook_id}/test",
      tags,
      summary: "Send a signed test message now",
      roles: ["admin", "manager"],
      request: { params: WebhookId },
      answers: { 200: json(WebhookTestResult, "The outcome") },
      fails: { 404: "No such webhook" },
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
    endpoint({
      id: "listWebhookDeliveries",
      method: "get",
      path: "/webhooks/{webhook_id}/deliveries",
      tags,
      summary: "Deliveries to a webhook, newest first",
      roles: ["admin", "manager"],
      request: {
        params: WebhookId,
        query: z.object({
          limit: z.coerce.number().int().min(1).max(500).default(50).meta({
            description: "most items",
          }),
        }),
      },
      answers: { 200: json(z.array(Delivery), "The deliveries") },
      fails: { 404: "No such webhook" },
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

  app.openapi(
    endpoint({
      id: "resendWebhookDelivery",
      method: "post",
      path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/resend",
      tags,
      summary: "Send a delivered or failed message again, with the same webhook-id",
      roles: ["admin", "manager"],
      request: {
        params: WebhookId.extend({
          delivery_id: z.string().max(100).meta({ description: "The delivery as in the log" }),
        }),
      },
      answers: { 202: json(Resent, "It is due now; the log tells its outcome") },
      fails: { 404: "No such webhook or delivery", 409: "The delivery is pending, or the webhook disabled" },
    }),
    async (c) => {
      const { webhook_id, delivery_id } = c.req.valid("param");
      const webhook = await store.find(webhook_id);
      if (!webhook) throw notFound("Webhook");
      if (!webhook.is_active) throw wrongState("The webhook is disabled");
      const at = new Date(now()).toISOString();
      const resent = await deliveries.resend({ webhookId: webhook_id, id: delivery_id }, at);
      if (!resent && await deliveries.find(webhook_id, delivery_id)) {
        throw wrongState("The delivery is pending");
      }
      if (!resent) throw notFound("Delivery");
      return c.json({ id: delivery_id, status: "pending" as const }, 202);
    },
  );

  return app;
}

const Resent = z.object({ id: z.string(), status: z.literal("pending") }).meta({ id: "ResentDelivery" });

/** @throws 422 for an address that deliveries may never be sent to. */
function checkAddress(url: string): void {
  try {
    outboundUrl(url);
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalid(["body", "url"], error.message);
    throw error;
  }
}

function withoutSecret({ secret: _, ...webhook }: CreatedWebhook): Webhook {
  return webhook;
}
