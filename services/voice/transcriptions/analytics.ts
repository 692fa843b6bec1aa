import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { denied, feature, json, limited } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { AnalyticsStore } from "./analytics_store.ts";

const Totals = z.object({ transcriptions: z.int(), duration_seconds: z.number() });

export const Analytics = z.object({
  total_transcriptions: z.int(),
  total_duration_seconds: z.number(),
  average_duration_seconds: z.number(),
  language_distribution: z.record(z.string(), z.int()).meta({
    description: "Transcriptions by language code",
  }),
  by_model: z.array(Totals.extend({ model: z.string() })),
  by_source: z.object({ file: z.int(), stream: z.int(), chat: z.int() }),
  average_processing_ms: z.number().nullable(),
  p95_processing_ms: z.number().nullable().meta({ description: "95 of 100 took this long or less" }),
  real_time_factor: z.number().nullable().meta({ description: "Processing time by duration of the audio" }),
  daily: z.array(Totals.extend({ date: z.iso.date() })).meta({
    description: "UTC days with any, oldest first",
  }),
}).meta({ id: "VoiceAnalytics" });
export type Analytics = z.output<typeof Analytics>;

export function analytics(store: AnalyticsStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/analytics",
      tags: ["analytics"],
      summary: "Read statistics over all transcriptions",
      responses: { 200: json(Analytics, "The statistics, exact"), ...denied, ...limited },
    }),
    async (c) => c.json(await store.read(), 200),
  );

  return app;
}
