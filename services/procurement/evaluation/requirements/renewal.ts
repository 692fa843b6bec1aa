/** Detects the renewal of expired documents. */
import { NOT_RENEWED } from "./stance.ts";
import type { Statement } from "./statement.ts";

const RENEWED = /renew|reissu|restor|new certificate|جدد|تجديد|اعيد/u;

/** Whether a sentence states a renewal. */
export function isRenewed(statement: Statement | undefined): boolean {
  return statement !== undefined && RENEWED.test(statement.normal.replace(NOT_RENEWED, " "));
}
