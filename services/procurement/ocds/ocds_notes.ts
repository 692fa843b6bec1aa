import type { Detail } from "lib/errors.ts";

/** A position in the package, and the faults and omissions found there. */
export interface OcdsReading {
  path: (string | number)[];
  faults: Detail[];
  notes: string[];
}

const NOTES = 20;

/** Adds a note on an omitted or shortened part, up to a maximum. */
export function addNote({ notes }: OcdsReading, text: string): void {
  if (notes.length < NOTES) notes.push(text);
}

export function addFault({ faults, path }: OcdsReading, at: (string | number)[], msg: string): void {
  faults.push({ loc: ["body", ...path, ...at], msg, type: "value_error" });
}

/** A text, truncated to its maximum length. */
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

/** An RFC 3339 time in the stored format. */
export function storedTime(text: string): string {
  return new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString();
}
