/** Values for columns of type jsonb. */
import type { JSONValue } from "postgres";

/** A value as JSON: undefined fields are left out, dates become text. */
export function jsonColumn(value: unknown): JSONValue {
  return JSON.parse(JSON.stringify(value));
}
