/** Account numbers in any groups, or with letters for digits. */
import type { Edit } from "lib/streams/held_channel.ts";
import { IBAN_LENGTHS, mod97 } from "./check_digits.ts";
import { digitsOf } from "./grouped_numbers.ts";

/** Most findings of one kind in a text. */
const MOST = 2_000;

/** Separators between the groups of an IBAN, table cells included. */
const IBAN_GAP = String
  .raw`(?:[ ._/\\*|~•·:,()\[\]\u2190-\u27bf-]{0,3}|(?:</?t[dhr][^<>]{0,30}>\s{0,2}){1,4})`;
const MAY_BE_IBAN = new RegExp(
  `[A-Z][ ._-]?[A-Z]${IBAN_GAP}[\\dOIl]${IBAN_GAP}[\\dOIl]${IBAN_GAP}[A-Z0-9]`,
);
const IBAN = new RegExp(
  `(?<![A-Za-z0-9])[A-Z][ ._-]?[A-Z](?:${IBAN_GAP}[\\dOIl]){2}(?:${IBAN_GAP}[A-Z0-9l]){11,30}`,
  "g",
);

/** An IBAN in small letters. */
const SMALL_IBAN = /(?<![A-Za-z0-9])[a-z]{2}\d{2}(?:[._/-]{0,2}[a-z0-9]){11,30}/g;
const MAY_BE_SMALL_IBAN = /[a-z]{2}\d{2}[._/-]/;

export function ibansIn(text: string): Edit[] {
  const edits: Edit[] = [];
  if (MAY_BE_IBAN.test(text)) addIbans(text, IBAN, edits);
  if (MAY_BE_SMALL_IBAN.test(text)) addIbans(text, SMALL_IBAN, edits);
  return edits;
}

function addIbans(text: string, pattern: RegExp, edits: Edit[]): void {
  for (const { 0: given, index } of text.matchAll(pattern)) {
    const run = pattern === SMALL_IBAN ? given.toUpperCase() : given;
    if (edits.length >= MOST) break;
    const signs = [...run.replace(/<[^<>]*>/g, (mark) => " ".repeat(mark.length)).matchAll(/[A-Za-z0-9]/g)];
    const country = signs.slice(0, 2).map(([sign]) => sign).join("");
    const length = IBAN_LENGTHS[country] ?? 0;
    const written = signs.slice(0, length).map(([sign]) => sign).join("");
    const end = index + (signs[length - 1]?.index ?? 0) + 1;
    if (length === 0 || written.length !== length || /^[A-Za-z0-9]/.test(text.slice(end))) continue;
    // The bank code is four letters, which may look like digits.
    const read = [
      written,
      country + digitsOf(written.slice(2)),
      country + digitsOf(written.slice(2, 4)) + written.slice(4, 8) + digitsOf(written.slice(8)),
    ].find((candidate) => mod97(candidate));
    if (read !== undefined) edits.push({ start: index, end, text: read });
  }
}
