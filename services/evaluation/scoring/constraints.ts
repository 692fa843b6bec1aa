import { z } from "zod";
import { withoutThinking } from "./answer_line.ts";
import { arabicShare, foldArabic } from "./arabic.ts";
import { modelJson } from "lib/providers/model_json.ts";
import { type Answer, type Verdict, verdict } from "./verdict.ts";

const Range = { min: z.int().min(0).optional(), max: z.int().min(0).optional() };
const Words = z.array(z.string().min(1)).min(1);

/** Checks that a program can verify, after IFEval (Zhou et al. 2023). */
export const Check = z.discriminatedUnion("check", [
  z.strictObject({ check: z.literal("words"), ...Range }),
  z.strictObject({ check: z.literal("sentences"), ...Range }),
  z.strictObject({ check: z.literal("paragraphs"), ...Range }),
  z.strictObject({ check: z.literal("lines"), ...Range }),
  z.strictObject({ check: z.literal("bullets"), ...Range }),
  z.strictObject({ check: z.literal("numbered"), ...Range }),
  z.strictObject({ check: z.literal("keyword"), keyword: z.string().min(1), ...Range }),
  z.strictObject({ check: z.literal("letter"), letter: z.string().min(1).max(2), ...Range }),
  z.strictObject({ check: z.literal("includes"), keywords: Words }),
  z.strictObject({ check: z.literal("avoids"), keywords: Words }),
  z.strictObject({ check: z.literal("starts_with"), text: z.string().min(1) }),
  z.strictObject({ check: z.literal("ends_with"), text: z.string().min(1) }),
  z.strictObject({ check: z.literal("letter_case"), is: z.enum(["upper", "lower"]) }),
  z.strictObject({ check: z.literal("no_commas") }),
  z.strictObject({ check: z.literal("no_digits") }),
  z.strictObject({ check: z.literal("language"), is: z.enum(["en", "ar"]) }),
  z.strictObject({ check: z.literal("json") }),
  z.strictObject({ check: z.literal("quoted") }),
  z.strictObject({ check: z.literal("title") }),
  z.strictObject({ check: z.literal("placeholders"), ...Range }),
]);
export type Check = z.output<typeof Check>;

function shape(text: string): string {
  return foldArabic(text).toLowerCase().replace(/\s+/gu, " ").trim();
}

function inBounds(count: number, { min = 0, max = Infinity }: { min?: number; max?: number }): boolean {
  return count >= min && count <= max;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Counts words the way IFEval does: runs of letters and digits; Arabic marks belong to their word. */
export function countWords(text: string): number {
  return count(text, /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’]*/gu);
}

export function countSentences(text: string): number {
  return text.split(/(?<=[.!?؟…])["»)]*\s+|\n+/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

function countKeyword(text: string, keyword: string): number {
  const escaped = shape(keyword).replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return count(shape(text), new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, "gu"));
}

const nonEmpty = (text: string, separator: RegExp) =>
  text.split(separator).filter((part) => part.trim()).length;

const COUNTS: Partial<Record<Check["check"], (text: string) => number>> = {
  words: countWords,
  sentences: countSentences,
  paragraphs: (text) => nonEmpty(text, /\n\s*\n/u),
  lines: (text) => nonEmpty(text, /\n/u),
  // IFEval counts "*item" without a space too, but no emphasis and no rule across the page.
  bullets: (text) => count(text, /^[ \t]*(?:\*(?!\*)|-(?!-)|•)[ \t]*\S/gmu),
  numbered: (text) => count(text, /^[ \t]*[\d٠-٩]+[ \t]*[.)\-][ \t]+\S/gmu),
  placeholders: (text) => count(text, /\[[^[\]\n]+\]/gu),
};

/** Whether a text keeps one constraint. */
export function meetsConstraint(text: string, check: Check): boolean {
  switch (check.check) {
    case "keyword":
      return inBounds(countKeyword(text, check.keyword), check);
    case "letter":
      return inBounds(shape(text).split(shape(check.letter)).length - 1, check);
    case "includes":
      return check.keywords.every((keyword) => shape(text).includes(shape(keyword)));
    case "avoids":
      return check.keywords.every((keyword) => countKeyword(text, keyword) === 0);
    case "starts_with":
      return shape(text).startsWith(shape(check.text));
    case "ends_with":
      return shape(text).endsWith(shape(check.text));
    default:
      return keepsForm(text, check);
  }
}

type FormCheck = Exclude<
  Check,
  { check: "keyword" | "letter" | "includes" | "avoids" | "starts_with" | "ends_with" }
>;

function keepsForm(text: string, check: FormCheck): boolean {
  switch (check.check) {
    case "letter_case":
      return /\p{L}/u.test(text) && text === (check.is === "upper" ? text.toUpperCase() : text.toLowerCase());
    case "no_commas":
      return !/[,،]/u.test(text);
    case "no_digits":
      return !/\p{Nd}/u.test(text);
    case "language": {
      const share = arabicShare(text);
      return share !== undefined && (check.is === "ar" ? share >= 0.8 : share <= 0.2);
    }
    case "json":
      return modelJson(text).value !== undefined;
    case "quoted":
      return /^["“«][\s\S]*["”»]$/u.test(text.trim());
    case "title":
      return /<<[^\n<>]+>>/u.test(text);
    default:
      return inBounds(COUNTS[check.check]?.(text) ?? 0, check);
  }
}

export interface ConstraintOptions {
  /** All constraints kept or nothing (IFEval's prompt-level strict accuracy); else the share of them kept. */
  all: boolean;
}

export function constraints(answer: Answer, checks: Check[], options: ConstraintOptions): Verdict {
  const text = withoutThinking(answer.text);
  const broken = checks.filter((check) => text === "" || !meetsConstraint(text, check)).map((check) =>
    check.check
  );
  const share = 1 - broken.length / checks.length;
  const rule = broken.length === 0 ? "all_kept" : `broken:${broken.join(",")}`;
  return verdict(options.all ? broken.length === 0 : share, text, rule);
}
