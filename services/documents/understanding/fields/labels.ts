import type { FieldRule } from "../results/field.ts";
import { nextIndex } from "../values/matches.ts";

export interface LabelHit {
  rule: FieldRule;
  from: number;
  to: number;
  /** Whether a colon or another mark separates it from its value. */
  marked: boolean;
}

interface CompiledLabel {
  rule: FieldRule;
  length: number;
  pattern: RegExp;
  /** A substring of all spellings of the label, checked before the slower pattern. */
  fragment: string;
  /** Ambiguous words ("from", "to", "name") are labels only at the start of a line or before a colon. */
  needsColon: boolean;
}

const compiled = new WeakMap<FieldRule[], CompiledLabel[]>();

/** The labels in a line. Longer labels win; none overlap. */
export function labelsIn(line: string, rules: FieldRule[]): LabelHit[] {
  const hits: LabelHit[] = [];
  const lowerCase = line.toLowerCase();
  for (const { rule, pattern, needsColon, fragment } of compiledFor(rules)) {
    if (!lowerCase.includes(fragment)) continue;
    for (const { from, to, mark } of markedMatches(line, pattern)) {
      // "Our TRN" is the paper's own number.
      const starts = /^\s*(?:our\s)?\s*$/iu.test(line.slice(0, from));
      if (hits.some((hit) => from < hit.to && to > hit.from)) continue;
      const isBehindName = rule.type === "id" && isNumberBehindName(line, { from, to });
      if (!starts && mark.trim() === "" && needsColon && !isBehindName) continue;
      hits.push({
        rule,
        from,
        to,
        marked: /[:：#=–-]|[.·…_]\s?[.·…_]/.test(mark) || /[/|]\s*[:：]$/.test(line.slice(0, from)),
      });
    }
  }
  return hits.toSorted((a, b) => a.from - b.from);
}

/** Whether a label stands between a name or a phone and a long number: "Careway Transport LLC, TRN 100288713500003". */
function isNumberBehindName(line: string, { from, to }: { from: number; to: number }): boolean {
  const [before, label, after] = [line.slice(0, from), line.slice(from, to), line.slice(to)];
  const isCode = /^(?:TRN|TIN|VAT|VATIN|GSTIN|PIN|NTN)[\s.:]*$/.test(label) && /[\p{L}\d]\s+$/u.test(before);
  return (isCode || /\p{L}\.?[,،]\s*$/u.test(before)) && /^\s*[A-Z]{0,2}[\d٠-٩]{8}/.test(after);
}

// Letters of all scripts within the pattern of each label would take milliseconds of compiling for each of hundreds.
const WORD_BEFORE = /(?<=[\p{L}\p{N}])/uy;
const LETTER_AFTER = /\p{L}/uy;
const MARK = /\.?\s*[:：#=]+\s*|\s+[-–]\s+|\s*(?:[.·…_]\s?){4,}\s*|\.?\s*/uy;

/** Positions of a label as whole words, with the mark after it. */
function markedMatches(line: string, pattern: RegExp): { from: number; to: number; mark: string }[] {
  const found: { from: number; to: number; mark: string }[] = [];
  // The character before a label belongs to no earlier one.
  let free = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const from = match.index;
    const end = from + match[0].length;
    WORD_BEFORE.lastIndex = from;
    LETTER_AFTER.lastIndex = end;
    // "Termination. Notice period" has no label "termination notice".
    const isWhole = !/\p{L}{5}\.\s/u.test(match[0]) &&
      (from === 0 || from > free && !WORD_BEFORE.test(line)) && !LETTER_AFTER.test(line);
    if (!isWhole) {
      pattern.lastIndex = nextIndex(line, from);
      continue;
    }
    MARK.lastIndex = end;
    const mark = MARK.exec(line)?.[0] ?? "";
    free = end + mark.length;
    found.push({ from, to: free, mark });
    pattern.lastIndex = Math.max(free, nextIndex(line, from));
  }
  return found;
}

function compiledFor(rules: FieldRule[]): CompiledLabel[] {
  const known = compiled.get(rules);
  if (known) return known;
  const all = rules.flatMap((rule) =>
    rule.labels.map((label) => ({
      rule,
      length: label.length,
      fragment: fragmentOf(label),
      pattern: new RegExp(loose(label), "giu"),
      needsColon: (label.length < 10 && !label.includes(" ")) || /party|الطرف/.test(label),
    }))
  ).toSorted((a, b) => b.length - a.length);
  compiled.set(rules, all);
  return all;
}

/** The longest substring common to all spellings of a label. */
function fragmentOf(label: string): string {
  const pieces = label.toLowerCase().match(/[a-z]+|[\u0621-\u064a]+/g) ?? [];
  return pieces.flatMap((piece) => piece.split(/[اأإآيىةه]/)).toSorted((a, b) => b.length - a.length)[0] ??
    "";
}

/**
 * A pattern for all spellings of a label: any spaces, any form of alef, ya and ta marbuta, the first of
 * several Arabic words with or without its article.
 */
function loose(label: string): string {
  const open = /^[ء-ي]+ /.test(label) && !/^ال/.test(label) ? `(?:ال)?` : "";
  return open + label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "[\\s.]*")
    .replace(/[اأإآ]/g, "[اأإآ]").replace(/[يى]/g, "[يى]").replace(/[ةه]/g, "[ةه]");
}
