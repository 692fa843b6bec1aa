/** Pseudonyms for values, keyed by a secret: the same value has the same one in every call. */
import { createHmac } from "node:crypto";
import { plainValue } from "../matching/characters.ts";
import type { Entity } from "./entity.ts";
import type { Restorer } from "./redact.ts";

export interface Pseudonym {
  marker: string;
  value: string;
}

/** Number of hexadecimal digits in a pseudonym. */
const DIGITS = 10;
const MARKER = /\[[A-Z][A-Z0-9_]{1,39}_[0-9a-f]{10}\]/g;
/** Upper bound of a pseudonym's length, brackets included. */
const LONGEST = 60;
const MARKER_START = /\[[A-Z][A-Z0-9_]{0,50}[0-9a-f]{0,10}$|\[$/;

/** The pseudonym of a value, such as `[EMAIL_3f2a9c01be]`; spacing, case and the script of digits make no difference. */
export function pseudonymOf({ type, value }: Pick<Entity, "type" | "value">, secret: string): string {
  const plain = plainValue(value).replace(/[\s\p{Pd}]+/gu, "");
  const digest = createHmac("sha256", secret).update(`${type}\n${plain}`).digest("hex");
  return `[${type}_${digest.slice(0, DIGITS)}]`;
}

/** Replaces pseudonyms with their values. */
export function pseudonymRestorer(pseudonyms: readonly Pseudonym[]): Restorer | undefined {
  if (pseudonyms.length === 0) return undefined;
  const values = new Map(pseudonyms.map(({ marker, value }) => [marker, value]));
  return {
    restore: (text) => text.replace(MARKER, (marker) => values.get(marker) ?? marker),
    edits: (text) =>
      [...text.matchAll(MARKER)].flatMap(({ 0: marker, index }) => {
        const value = values.get(marker);
        return value === undefined ? [] : [{ start: index, end: index + marker.length, text: value }];
      }),
    openEnd: (text) => MARKER_START.exec(text.slice(-LONGEST))?.[0].length ?? 0,
  };
}
