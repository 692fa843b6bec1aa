import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { type DailyCount, FINDINGS } from "./audit_daily.ts";
import type { AuditLog } from "./audit_log.ts";
import type { AuditStore } from "./audit_store.ts";

const Series = z.object({
  kind: z.enum(FINDINGS).meta({
    description: "checked texts, violations, blocked texts, personal data, safety",
  }),
  name: z.string().meta({
    description: "the type of personal data or the category of safety; empty for other kinds",
    example: "EMAIL",
  }),
  total: z.int().meta({ description: "events of the window" }),
  by_day: z.array(z.int()).meta({ description: "events of each of `days`" }),
});

const Statistics = z.object({
  days: z.array(z.iso.date()).meta({ description: "every day of the window, UTC" }),
  since: z.iso.date().nullable().meta({
    description: "first counted day; earlier events are in the trail only",
    example: "2026-11-01",
  }),
  series: z.array(Series).meta({ description: "by kind, most events first" }),
}).meta({ id: "FindingStatistics" });

const DAY_MS = 86_400_000;
/** A model may name ever new categories. */
const MOST_SERIES = 200;

/** The findings of checks, day by day. */
export function auditStatistics(
  { store, log, now }: { store: AuditStore; log: AuditLog; now: () => number },
): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    endpoint({
      id: "getFindingStatistics",
      method: "get",
      path: "/monitoring/findings",
      tags: ["monitoring"],
      summary: "What checks found by day: violations, personal data by type, safety by category",
      description: "An event counts once for each type that it found.",
      roles: ["admin", "manager"],
      request: {
        query: z.object({
          days: z.coerce.number().int().min(1).max(90).default(30).meta({
            description: "number of days, today included",
          }),
        }),
      },
      answers: { 200: json(Statistics, "Of today and the days before it, UTC") },
    }),
    async (c) => {
      const { days: count } = c.req.valid("query");
      await log.flush();
      const today = now();
      const days = Array.from({ length: count }, (_, i) => dayOf(today - (count - 1 - i) * DAY_MS));
      const { counts, since } = await store.countsFrom(days[0] ?? dayOf(today));
      return c.json({ days, since, series: seriesOf(counts, days) }, 200);
    },
  );
  return app;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function seriesOf(counts: readonly DailyCount[], days: readonly string[]): z.output<typeof Series>[] {
  return [...Map.groupBy(counts, ({ kind, name }) => `${kind} ${name}`).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const by_day = days.map((date) => rows.find(({ day }) => day === date)?.events ?? 0);
    return [{ kind: first.kind, name: first.name, total: by_day.reduce((sum, n) => sum + n, 0), by_day }];
  }).toSorted((a, b) =>
    FINDINGS.indexOf(a.kind) - FINDINGS.indexOf(b.kind) || b.total - a.total || (a.name < b.name ? -1 : 1)
  ).slice(0, MOST_SERIES);
}
