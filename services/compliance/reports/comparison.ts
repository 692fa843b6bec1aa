/** Compares reports of one system. */
import { z } from "@hono/zod-openapi";
import { invalid } from "lib/errors.ts";
import type { Report } from "./report.ts";

export const Comparison = z.object({
  from: z.uuid().meta({ description: "The earlier report" }),
  to: z.uuid().meta({ description: "The later report" }),
  system_name: z.string(),
  overall_change: z.number().nullable().meta({
    description: "Change of the overall score; null: one report has none",
  }),
  framework_changes: z.record(z.string(), z.number()),
  changed: z.array(
    z.object({
      framework_id: z.string(),
      requirement_id: z.string(),
      from: z.string().meta({ description: "Its status in the earlier report", example: "not_met" }),
      to: z.string().meta({ description: "Its status in the later report", example: "met" }),
    }),
  ),
}).meta({ id: "Comparison" });
export type Comparison = z.output<typeof Comparison>;

/** Compares `from` with `to`. @throws 422 for reports of different systems. */
export function compareReports(from: Report, to: Report): Comparison {
  if (from.system_id !== to.system_id) throw invalid(["path", "other_id"], "is a report of another system");
  const before = new Map(statuses(from).map(({ key, status }) => [key, status]));
  return {
    from: from.id,
    to: to.id,
    system_name: to.system_name,
    overall_change: to.overall_score === null || from.overall_score === null
      ? null
      : difference(to.overall_score, from.overall_score),
    framework_changes: Object.fromEntries(
      Object.entries(to.framework_scores).flatMap(([id, score]) => {
        const earlier = from.framework_scores[id];
        return earlier === undefined ? [] : [[id, difference(score, earlier)]];
      }),
    ),
    changed: statuses(to).flatMap(({ key, framework_id, requirement_id, status }) => {
      const earlier = before.get(key);
      return earlier === undefined || earlier === status
        ? []
        : [{ framework_id, requirement_id, from: earlier, to: status }];
    }),
  };
}

function statuses(report: Report) {
  return report.frameworks.flatMap(({ framework_id, requirements }) =>
    requirements.map(({ requirement_id, status }) => ({
      key: `${framework_id}/${requirement_id}`,
      framework_id,
      requirement_id,
      status,
    }))
  );
}

function difference(a: number, b: number): number {
  return Math.round((a - b) * 100) / 100;
}
