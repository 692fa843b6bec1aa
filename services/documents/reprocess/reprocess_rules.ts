import { wrongState } from "lib/errors.ts";
import type { OpenReprocessings } from "../storage/reprocessings_store.ts";

/** Limits per person of running reprocessings and their documents. */
export const MOST_OPEN: OpenReprocessings = { reprocessings: 10, documents: 20_000 };

/** @throws 409 when another reprocessing of `documents` documents would exceed a limit. */
export function allowReprocessing(open: OpenReprocessings, documents: number): void {
  const isAllowed = open.reprocessings < MOST_OPEN.reprocessings &&
    open.documents + documents <= MOST_OPEN.documents;
  if (isAllowed) return;
  throw wrongState(
    `You have ${MOST_OPEN.reprocessings} reprocessings under way, or these would make more than ` +
      `${MOST_OPEN.documents} documents in them: wait for one to end, or cancel it`,
  );
}
