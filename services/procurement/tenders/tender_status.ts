import { z } from "@hono/zod-openapi";

export const TenderStatus = z.enum([
  "draft",
  "open",
  "closed",
  "under_evaluation",
  "evaluated",
  "awarded",
  "unsuccessful",
  "cancelled",
]).meta({ description: "`closed` follows from the deadline; `awarded` has an endpoint of its own" });
export type TenderStatus = z.output<typeof TenderStatus>;

/** The allowed transitions. `closed` follows from the deadline alone, and awards have their own endpoint. */
const MOVES: Record<TenderStatus, TenderStatus[]> = {
  draft: ["open", "cancelled"],
  open: ["draft", "cancelled"],
  closed: ["open", "under_evaluation", "unsuccessful", "cancelled"],
  under_evaluation: ["evaluated", "unsuccessful", "cancelled"],
  evaluated: ["under_evaluation", "awarded", "unsuccessful", "cancelled"],
  awarded: [],
  unsuccessful: [],
  cancelled: [],
};

/** The statuses that may follow `status`. */
export function movesFrom(status: TenderStatus): TenderStatus[] {
  return MOVES[status];
}

/** Whether this status is final. */
export function isSettled(status: TenderStatus): boolean {
  return MOVES[status].length === 0;
}

/** The final statuses. */
export const SETTLED: TenderStatus[] = TenderStatus.options.filter(isSettled);

/** The status at a given time: an open tender is closed after its deadline. */
export function currentStatus(stored: TenderStatus, closesAt: string | null, now: number): TenderStatus {
  return stored === "open" && closesAt !== null && Date.parse(closesAt) <= now ? "closed" : stored;
}
