/**
 * Suggests values for fields without a known label: by partly known labels, and by the order of dates and names.
 * Suggestions are always flagged for review.
 */
import { isNameField } from "./name_shape.ts";
import { withoutHonours } from "./party_name.ts";
import type { Reading, Way } from "../values/document_reading.ts";
import { meaningScore, withPrepositions } from "../grammar/word_kinds.ts";
import type { FieldRule, FoundField, TextLine, Value } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isPureLabel, SIGNATURE } from "./label_cells.ts";
import { labelPairs } from "./label_pairs.ts";
import { orderedDays } from "./ordered_days.ts";
import { unnamedParties } from "./unnamed_parties.ts";

/** Confidence of a suggestion, too low to count as evidence of the document's type. */
const SUGGESTED = 0.45;
/** Minimum share of known words in a label, and of the value in the text beside it. */
const LEAST_KNOWN = 0.5;
const LEAST_SHARE = 0.6;

const REASON = {
  label: "Only some words of its label are known",
  days: "No label names it; it stands where it belongs among the paper's days",
  names: "No label names it; it is the next name on the paper",
};

interface Context {
  known: Map<string, FoundField>;
  reading: Reading;
  rules: FieldRule[];
  /** The value of a rule in a text; undefined if there is none. */
  fitting(rule: FieldRule, text: string, way: Way): Value | undefined;
}

/** Suggests values for fields that `known` lacks. */
export function suggestedFields(type: string, rows: FieldRow[], context: Context): FoundField[] {
  const known = new Map(context.known);
  const add = (fields: FoundField[]) => {
    for (const field of fields) if (!known.has(field.key)) known.set(field.key, field);
  };
  add(nearLabels(rows, context));
  add(
    orderedDays(type, rows, { known, reading: context.reading }).map(({ key, day: { cell, ...day } }) => ({
      ...suggested(key, day.value, { cell, reason: REASON.days }),
      field_type: "date",
      raw: day.raw,
      ...(day.calendar === "hijri" ? { calendar: "hijri" as const } : {}),
    })),
  );
  add(
    unnamedParties(type, rows, { known, rules: context.rules }).map(({ key, name, cell }) =>
      suggested(key, name, { cell, reason: REASON.names })
    ),
  );
  return [...known.values()].filter(({ key }) => !context.known.has(key));
}

function suggested(
  key: string,
  value: string,
  { cell, reason }: { cell: TextLine; reason: string },
): FoundField {
  return { key, value, confidence: SUGGESTED, field_type: "text", page: cell.page, box: cell.box, reason };
}

/** For each missing field, the value beside the label that is most similar to the field's meaning. */
function nearLabels(rows: FieldRow[], { known, reading, rules, fitting }: Context): FoundField[] {
  const pairs = labelPairs(rows).filter(({ label }) => !SIGNATURE.test(label));
  const usedValues = new Set([...known.values()].flatMap(({ value, raw }) => raw ? [value, raw] : [value]));
  const found = rules.filter(({ key, means }) => means && !known.has(key)).flatMap((rule) =>
    pairs.flatMap(({ label, value: text, cell }) => {
      const score = likeness(label, rule);
      // An identifier ends where a date or a word follows.
      const whole = rule.type === "id" ? text.split(/\s+(?=[\d٠-٩]{1,2}[/.:-]|\p{L})/u)[0] ?? text : text;
      const value = score >= LEAST_KNOWN ? fitting(rule, whole, reading.way) : undefined;
      if (!value || value.share < LEAST_SHARE || usedValues.has(value.value)) return [];
      if (rule.type === "text" && isPureLabel({ ...cell, text: value.value }, rules)) return [];
      const { share: _share, doubt: _doubt, ...read } = value;
      const field: FoundField = {
        ...suggested(rule.key, read.value, { cell, reason: REASON.label }),
        ...read,
        ...(isNameField(rule.key) ? { value: withoutHonours(read.value) } : {}),
        field_type: rule.type,
      };
      return [{ field, score }];
    })
  ).toSorted((a, b) => b.score - a.score);
  const best = new Map<string, FoundField>();
  const used = new Set<string>();
  for (const { field } of found) {
    if (best.has(field.key) || used.has(field.value)) continue;
    best.set(field.key, field);
    used.add(field.value);
  }
  return [...best.values()];
}

/** Similarity of a label to a rule: specific meanings weigh more, vague ones less. */
function likeness(label: string, { means = [], type }: FieldRule): number {
  const asks = type === "id" && means.length > 0 &&
    /(?:تحت رقم|under (?:the )?(?:number|no\.?))\s*$/iu.test(label);
  return Math.max(
    asks ? LEAST_KNOWN : 0,
    ...means.map((meaning) => {
      const near = meaningScore(label, type === "text" ? meaning : withPrepositions(meaning));
      return near === 0 ? 0 : near * (meaning.vague ? 0.7 : 1) + meaning.needs.length / 100;
    }),
  );
}
