import { csvLine } from "lib/csv.ts";
import { usd } from "../money.ts";
import type { UsageRecord } from "./usage_record.ts";
import type { UsageFilter } from "./usage_filter.ts";
import type { UsageStore } from "./usage_store.ts";

const COLUMNS = [
  "id",
  "request_id",
  "model",
  "provider",
  "prompt_tokens",
  "completion_tokens",
  "total_tokens",
  "cost_usd",
  "tenant_id",
  "timestamp",
] as const;

const PAGE = 2000;

/**
 * The records that a filter selects, as a stream of CSV lines. It reads page after page at the client's pace
 * and holds neither a transaction nor more than a page in memory.
 */
export async function csvOf(
  store: Pick<UsageStore, "after">,
  filter: UsageFilter,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  // The first page is read before the answer begins, so that a failure can still be answered as one.
  let rows: UsageRecord[] | undefined = await store.after(filter, undefined, PAGE);
  let head = csvLine(COLUMNS);
  return new ReadableStream({
    async pull(controller) {
      rows ??= [];
      controller.enqueue(encoder.encode(head + rows.map(costLine).join("")));
      head = "";
      const last = rows.at(-1);
      if (rows.length < PAGE || !last) return controller.close();
      rows = await store.after(filter, last, PAGE);
      if (rows.length === 0) controller.close();
    },
    cancel() {
      rows = undefined;
    },
  });
}

/** An unknown cost is an empty cell, not 0. */
export function costLine(row: UsageRecord): string {
  const cost = row.unpriced ? "" : usd(BigInt(Math.round(row.cost_usd * 1e9)));
  return csvLine(COLUMNS.map((name) => name === "cost_usd" ? cost : row[name]));
}
