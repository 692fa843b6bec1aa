import { invalid } from "lib/errors.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { unkeptEdges } from "./usage_range.ts";

/** @throws 422 for a range that starts or ends inside an hour with only a sum. */
export function allowRange(
  { start_time, end_time }: Pick<UsageFilter, "start_time" | "end_time">,
  since: string | undefined,
): void {
  const [edge] = unkeptEdges({ start: start_time, end: end_time }, since);
  if (!edge) return;
  throw invalid(
    ["query", `${edge}_time`],
    `must be a whole hour: for records before ${since} only hourly sums are kept`,
  );
}
