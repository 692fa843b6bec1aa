import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Alert, AlertId, AlertQuery } from "./alert.ts";
import type { AlertEngine } from "./alert_engine.ts";
import type { AlertStore } from "./alerts_store.ts";

export function alerts({ store, engine }: { store: AlertStore; engine: AlertEngine }): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["alerts"];

  app.openapi(
    endpoint({
      id: "listAlerts",
      method: "get",
      path: "/alerts",
      tags,
      summary: "Triggered alerts, newest first",
      roles: ["admin", "manager"],
      request: { query: AlertQuery },
      answers: { 200: json(z.array(Alert), "The alerts") },
    }),
    async (c) => c.json(await store.list(c.req.valid("query")), 200),
  );

  app.openapi(
    endpoint({
      id: "acknowledgeAlert",
      method: "post",
      path: "/alerts/{alert_id}/acknowledge",
      tags,
      summary: "Acknowledge a triggered alert",
      roles: ["admin", "manager"],
      request: { params: AlertId },
      answers: { 200: json(Alert, "The alert") },
      fails: { 404: "No such alert", 409: "The alert is resolved already" },
    }),
    async (c) => {
      const alert = await engine.acknowledge(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      if (alert.status === "resolved") throw wrongState("The alert is resolved already");
      return c.json(alert, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "resolveAlert",
      method: "post",
      path: "/alerts/{alert_id}/resolve",
      tags,
      summary: "Resolve an alert",
      roles: ["admin", "manager"],
      request: { params: AlertId },
      answers: { 200: json(Alert, "The alert") },
      fails: { 404: "No such alert" },
    }),
    async (c) => {
      const alert = await engine.resolve(c.req.valid("param").alert_id, c.var.user.sub);
      if (!alert) throw notFound("Alert");
      return c.json(alert, 200);
    },
  );

  return app;
}
