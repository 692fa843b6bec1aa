/** Detects personal data in a text, also behind escapes and in pieces. */
import { type MappedText, spanOf } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import { detect, type DetectOptions } from "./detect.ts";
import type { Entity } from "./entity.ts";
import { GULF_MOBILE, plainDigits } from "./grouped_numbers.ts";
import { LOOSENED_TYPES, respelledValues } from "./respelled_values.ts";
import { SCATTERED_TYPES, spokenNumbers } from "./spoken_numbers.ts";

/** The entities of a reading; values and offsets refer to the original text. */
export function detectIn(
  { given, plain, between, pieces, asked, revealed }: Reading,
  options: DetectOptions,
): Entity[] {
  const entities = detect(given.text, options);
  const read = plain && (revealed || INVISIBLE.test(given.text)) ? plain : given;
  let all = [...entities];
  // A value may appear after any layer of nested escapes; decoded further it would be something else.
  for (const view of [...read === given ? [] : [...between, read], ...asked]) {
    all.push(...newIn(view, given, { known: all, options }));
  }
  const made = [
    [pieces, APART_TYPES] as const,
    [respelledValues(read), LOOSENED_TYPES] as const,
    [spokenNumbers(read), SCATTERED_TYPES] as const,
    ...asked.map((view) => [spokenNumbers(view), SCATTERED_TYPES] as const),
  ];
  for (const [view, types] of made) {
    if (!view) continue;
    const more = newIn(view, given, { known: all, options }).filter(({ type, value }) =>
      types.includes(type) || (type === "PHONE" && isDialled(value))
    );
    all = [...all.filter((entity) => !more.some((other) => isWithin(entity, other))), ...more];
  }
  return all.length === entities.length && all.every((entity, i) => entity === entities[i])
    ? entities
    : all.sort((a, b) => a.start - b.start);
}

/** Types of joined values: those with a form or a check digit of their own, and labelled ones. */
const APART_TYPES: readonly string[] = [...LOOSENED_TYPES, ...SCATTERED_TYPES];

/** A telephone number that needs no label: international, or a mobile one of the Gulf. */
const isDialled = (value: string) =>
  value.startsWith("+") || GULF_MOBILE.test(plainDigits(value).replace(/\D/g, ""));

/** Invisible characters, which may stand beside the signs of a number. */
const INVISIBLE = /\d[-. /]?[\u200b-\u200f\u2060-\u2064]/;

/** Types with a check digit, of which a part may look like another number. */
const CHECKED_TYPES: readonly string[] = ["CREDIT_CARD", "IBAN", "EMIRATES_ID"];

/** Whether `entity` is only a part of a number with a check digit. */
const isWithin = (entity: Entity, other: Entity) =>
  CHECKED_TYPES.includes(other.type) && !CHECKED_TYPES.includes(entity.type) && other.start <= entity.start &&
  entity.end <= other.end;

/** Types whose values are encoded text, which may hold others. */
const ENCODED_TYPES: readonly string[] = ["JWT", "SECRET", "API_KEY"];

/** The entities of a view that overlap no known one, except one in which they are encoded. */
function newIn(
  view: MappedText,
  { text }: MappedText,
  { known, options }: { known: readonly Entity[]; options: DetectOptions },
): Entity[] {
  const entities: Entity[] = [];
  for (const entity of detect(view.text, options)) {
    const [start, end] = spanOf(view, entity.start, entity.end);
    const isKnown = (other: Entity) =>
      other.start < end && start < other.end && !isWithin(other, { ...entity, start, end }) &&
      (other.type === entity.type || !ENCODED_TYPES.includes(other.type));
    if (known.some(isKnown) || entities.some((other) => other.start < end && start < other.end)) continue;
    entities.push({ ...entity, start, end, value: text.slice(start, end) });
  }
  return entities;
}
