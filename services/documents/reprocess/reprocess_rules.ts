import { wrongState } from "lib/errors.ts";
import type { OpenReprocessings } from "../storage/reprocessings_store.ts";

/** The most reprocessings, and documents in them, that one person may have under way. */
export const MOST_OPEN: OpenReprocessings = { reprocessings: 10, documents: 20_000 };

/** @throws 409 where a reprocessing of `documents` more would be too much. */
export function allowReprocessing(open: OpenReprocessings, documents: number): void {
  const isAllowed = open.reprocessings < MOST_OPEN.reprocessings &&
    open.documents + documents <= MOST_OPEN.documents;
  if (isAllowed) return;
  throw wrongState(
    `You have ${MOST_OPEN.reprocessings} reprocessings under way, or these would make more than ` +
      `${MOST_OPEN.documents} documents in them: wait for one to end, or cancel it`,
  );
}
