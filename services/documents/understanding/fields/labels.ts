import type { FieldRule } from "../results/field.ts";

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
  const plain = line.toLowerCase();
  for (const { rule, pattern, needsColon, fragment } of compiledFor(rules)) {
    if (!plain.includes(fragment)) continue;
    for (const match of line.matchAll(pattern)) {
      const [whole, before = "", , mark = ""] = match;
      const from = match.index + before.length;
      const to = match.index + whole.length;
      const starts = line.slice(0, from).trim() === "";
      if (hits.some((hit) => from < hit.to && to > hit.from)) continue;
      if (!starts && mark.trim() === "" && needsColon) continue;
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

function compiledFor(rules: FieldRule[]): CompiledLabel[] {
  const known = compiled.get(rules);
  if (known) return known;
  const all = rules.flatMap((rule) =>
    rule.labels.map((label) => ({
      rule,
      length: label.length,
      fragment: fragmentOf(label),
      pattern: new RegExp(
        `(^|[^\\p{L}\\p{N}])(${
          loose(label)
        })(?!\\p{L})(\\.?\\s*[:：#=]+\\s*|\\s+[-–]\\s+|\\s*(?:[.·…_]\\s?){4,}\\s*|\\.?\\s*)`,
        "giu",
      ),
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
