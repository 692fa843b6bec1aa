import type { Detail } from "lib/errors.ts";

/** A place in the package and what is wrong there, or what was left out. */
export interface OcdsReading {
  path: (string | number)[];
  faults: Detail[];
  notes: string[];
}

const NOTES = 20;

/** Notes parts that were left out or shortened, up to a bound. */
export function addNote({ notes }: OcdsReading, text: string): void {
  if (notes.length < NOTES) notes.push(text);
}

export function addFault({ faults, path }: OcdsReading, at: (string | number)[], msg: string): void {
  faults.push({ loc: ["body", ...path, ...at], msg, type: "value_error" });
}

/** A text, cut to its bound. */
export function cutToBound(
  reading: OcdsReading,
  text: string,
  { max, what }: { max: number; what: string },
): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  addNote(reading, `${what} was cut to ${max} characters`);
  return characters.slice(0, max).join("");
}

/** An RFC 3339 time in stored form. */
export function storedTime(text: string): string {
  return new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString();
}
