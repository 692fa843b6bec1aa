import type { OpenAPIHono } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AnalyticsStore } from "./analytics_store.ts";
import { VoiceAnalytics } from "./voice_analytics.ts";

export function analytics(store: AnalyticsStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "getVoiceAnalytics",
      method: "get",
      path: "/analytics",
      tags: ["analytics"],
      summary: "Read statistics over the transcriptions that you may read",
      description: "Your own and those shared with you; for managers and admins all.",
      answers: { 200: json(VoiceAnalytics, "The statistics, exact") },
    }),
    async (c) => c.json(await store.read(c.var.user), 200),
  );

  return app;
}
