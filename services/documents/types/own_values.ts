/** Readers for values of a custom field, by its format. */
import { fold } from "lib/fold.ts";
import { hasCheckDigit } from "../understanding/values/check_digits.ts";
import { asciiDigits } from "../understanding/values/digits.ts";
import type { FieldRule, FieldType, Value } from "../understanding/results/field.ts";
import { findMoney } from "../understanding/values/money.ts";
import { valueOf } from "../understanding/fields/field_values.ts";
import { wordsMatching } from "./identifier_pattern.ts";
import type { OwnField } from "./own_field.ts";

export const TYPE_OF_SHAPE: Record<OwnField["shape"], FieldType> = {
  text: "text",
  number: "number",
  money: "money",
  date: "date",
  identifier: "id",
  one_of: "text",
};

/** Longer texts beside a label contain no identifier or choice. */
const LONGEST = 500;

/** The readers of a field's values; formats of built-in rules use theirs. */
export function waysOf(field: OwnField): Pick<FieldRule, "read" | "readAlone"> {
  const { shape, pattern, options } = field;
  if (shape === "number") return { read: (text, way) => numberValue(text, way) };
  if (shape === "one_of" && options) return { read: (text) => chosen(text, options) };
  if (shape !== "identifier" || pattern === undefined) return {};
  return {
    read: (text) => identifier(text, { ...field, pattern }),
    readAlone: (text) => standingAlone(text, { ...field, pattern }),
  };
}

/** Reads a value with the wrong format, with the reason for its uncertainty. */
export function looseWay({ shape, names }: OwnField): FieldRule["read"] {
  return (text) => {
    const value = valueOf(TYPE_OF_SHAPE[shape], text) ?? valueOf("text", text);
    return value && value.value.length <= 80
      ? { ...value, doubt: `It has not the shape of the field ${names.en}` }
      : undefined;
  };
}

const numberValue: NonNullable<FieldRule["read"]> = (text, way) => {
  const [first, second] = findMoney(text, way);
  if (!first) return undefined;
  const doubt = "The number can be read in two ways, and nothing in the document says which";
  return {
    value: String(first.amount),
    raw: first.raw,
    share: second ? 0.8 : 1,
    ...first.doubtful ? { doubt } : {},
  };
};

function chosen(text: string, options: NonNullable<OwnField["options"]>): Value | undefined {
  const folded = ` ${fold(text.slice(0, LONGEST)).replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const found = options.flatMap(({ value, words }) => {
    const longest = words.map((one) => fold(one).replace(/[^\p{L}\p{N}]+/gu, " ").trim())
      .filter((one) => folded.includes(` ${one} `)).toSorted((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ value, words: longest }];
  }).toSorted((a, b) => b.words.length - a.words.length);
  const [first, ...others] = found;
  if (!first) return undefined;
  // "Road" inside the longer choice "by road" does not count as a second choice.
  const isSure = others.every(({ words }) =>
    ` ${first.words} `.includes(` ${words} `) && words !== first.words
  );
  const raw = text.trim().slice(0, 200);
  return {
    value: first.value,
    ...raw === first.value ? {} : { raw },
    share: Math.min(1, first.words.length / Math.max(1, folded.trim().length)),
    ...isSure ? {} : { doubt: "Several of its values stand beside the label" },
  };
}

type Identified = OwnField & { pattern: string };

function identifier(text: string, field: Identified): Value | undefined {
  const ascii = asciiDigits(text).slice(0, LONGEST);
  const [apart] = wordsMatching(field.pattern, ascii);
  // OCR and people put spaces into long identifiers.
  const value = apart ?? wordsMatching(field.pattern, ascii.replace(/\s+/g, ""))[0];
  if (value === undefined) return undefined;
  const count = (of: string) => of.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const isRight = field.check_digit === undefined || hasCheckDigit(field.check_digit, value);
  return {
    value,
    ...text.trim() === value ? {} : { raw: text.trim().slice(0, 200) },
    share: Math.min(1, count(value) / Math.max(1, count(ascii))),
    ...isRight ? {} : { doubt: "Its check digit is wrong" },
  };
}

/** Finds an identifier without a label: with letters and digits, or with a valid check digit. */
function standingAlone(
  text: string,
  { pattern, check_digit }: Identified,
): { value: string; sure: number }[] {
  return wordsMatching(pattern, asciiDigits(text)).flatMap((value) => {
    if (check_digit !== undefined) return hasCheckDigit(check_digit, value) ? [{ value, sure: 0.9 }] : [];
    return value.length >= 5 && /\p{L}/u.test(value) && /\d/.test(value) ? [{ value, sure: 0.7 }] : [];
  });
}
