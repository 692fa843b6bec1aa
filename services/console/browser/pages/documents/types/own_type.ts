/** The fields of a type that an organisation defines itself, and how its form holds them: lists as lines. */
import type { Names } from "../own_names.ts";

export const SHAPES = ["text", "number", "money", "date", "identifier", "one_of"] as const;
export const CHECK_DIGITS = ["luhn", "mod11", "mod97", "gs1", "iban"] as const;

export type Shape = typeof SHAPES[number];

export interface OwnField {
  key: string;
  names: Names;
  labels: string[];
  shape: Shape;
  pattern?: string;
  check_digit?: typeof CHECK_DIGITS[number];
  options?: { value: string; words: string[] }[];
  required: boolean;
}

export type Check =
  | { kind: "sum"; parts: string[]; total: string }
  | { kind: "order"; earlier: string; later: string };

export interface OwnTypeInput {
  name: string;
  names: Names;
  terms: { title: string[]; strong: string[]; weak: string[] };
  fields: OwnField[];
  checks: Check[];
}

export interface OwnType extends OwnTypeInput {
  version: number;
  updated_by: string;
  updated_at: string;
}

export interface OptionDraft {
  value: string;
  words: string;
}

export interface FieldDraft extends Names {
  /** Tells it from others of the form, so that what is open stays open. */
  id: number;
  key: string;
  labels: string;
  shape: Shape;
  pattern: string;
  check_digit: typeof CHECK_DIGITS[number] | "none";
  options: OptionDraft[];
  required: boolean;
}

export interface Draft extends Names {
  name: string;
  title: string;
  strong: string;
  weak: string;
  fields: FieldDraft[];
  checks: Check[];
}

let count = 0;

export function newField(): FieldDraft {
  return {
    id: count++,
    ...{ key: "", en: "", ar: "", labels: "", shape: "text", pattern: "", check_digit: "none" },
    ...{ options: [], required: false },
  };
}

export function draftOf(of: OwnTypeInput | undefined): Draft {
  if (!of) {
    return {
      ...{ name: "", en: "", ar: "", title: "", strong: "", weak: "" },
      ...{ fields: [newField()], checks: [] },
    };
  }
  const { name, names, terms, fields, checks } = of;
  return {
    ...{ name, ...names, checks },
    title: terms.title.join("\n"),
    strong: terms.strong.join("\n"),
    weak: terms.weak.join("\n"),
    fields: fields.map(({ key, names, labels, shape, pattern, check_digit, options, required }) => ({
      ...{ id: count++, key, ...names, shape, required },
      labels: labels.join("\n"),
      pattern: pattern ?? "",
      check_digit: check_digit ?? "none",
      options: (options ?? []).map(({ value, words }) => ({ value, words: words.join("\n") })),
    })),
  };
}

export function typeOf({ name, en, ar, title, strong, weak, fields, checks }: Draft): OwnTypeInput {
  return {
    ...{ name, names: { en, ar }, checks },
    terms: { title: lines(title), strong: lines(strong), weak: lines(weak) },
    fields: fields.map(fieldOf),
  };
}

/** Inputs that another shape has no use for stay in the form, and are not sent. */
function fieldOf(draft: FieldDraft): OwnField {
  const { key, en, ar, labels, shape, pattern, check_digit, options, required } = draft;
  const isIdentifier = shape === "identifier";
  return {
    ...{ key, names: { en, ar }, labels: lines(labels), shape, required },
    ...isIdentifier ? { pattern } : {},
    ...isIdentifier && check_digit !== "none" ? { check_digit } : {},
    ...shape === "one_of"
      ? { options: options.map(({ value, words }) => ({ value, words: lines(words) })) }
      : {},
  };
}

/** The definition alone: answers of the service say more. */
export function inputOf({ name, names, terms, fields, checks }: OwnTypeInput): OwnTypeInput {
  return { name, names, terms, fields, checks };
}

function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
