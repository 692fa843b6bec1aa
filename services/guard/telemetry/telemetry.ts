import { createHash, timingSafeEqual } from "node:crypto";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { unauthorized } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { TelemetryEvent } from "./telemetry_event.ts";
import type { TelemetryLog } from "./telemetry_log.ts";

const IngestInput = z.object({
  events: z.array(TelemetryEvent).min(1).max(1_000).meta({ description: "the events to store" }),
}).meta({
  id: "TelemetryInput",
  example: {
    events: [{
      event_id: "call-8f3a",
      product: "citizen-portal",
      model: "gpt-4o-mini",
      user_id: "u-17",
      latency_ms: 412,
      prompt_tokens: 120,
      completion_tokens: 48,
      metadata: { cost_usd: 0.0004 },
    }],
  },
});

export function telemetry({ log, key }: { log: TelemetryLog; key?: string }): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "ingestTelemetry",
      method: "post",
      path: "/telemetry/ingest",
      tags: ["telemetry"],
      summary: "Store events of other products, all or none",
      description: "Needs no token. With TELEMETRY_KEY set, callers send it in the header x-telemetry-key.",
      open: true,
      request: {
        headers: z.object({
          "x-telemetry-key": z.string().optional().meta({
            description: "value of the setting TELEMETRY_KEY, if set",
          }),
        }),
        body: jsonBody(IngestInput),
      },
      answers: {
        200: json(
          z.object({ ingested: z.int() }),
          "How many events were stored; those stored before do not count, unless the database is away: then all wait on disk",
        ),
      },
      fails: { 401: "The telemetry key is missing or another" },
    }),
    async (c) => {
      if (key !== undefined && !isSame(key, c.req.valid("header")["x-telemetry-key"] ?? "")) {
        throw unauthorized("Send the telemetry key in the header x-telemetry-key");
      }
      return c.json({ ingested: await log.ingest(c.req.valid("json").events) }, 200);
    },
  );

  return app;
}

function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
