/** Values for columns of type jsonb. */
import type { JSONValue } from "postgres";

/** A value as JSON has it: a field without a value is left out, a date is its text. */
export function jsonColumn(value: unknown): JSONValue {
  return JSON.parse(JSON.stringify(value));
}
