/** The fields that labels name by their words, whatever their wording. */
import { fits, kindsOf, withPrepositions } from "../grammar/word_kinds.ts";
import type { FieldRule } from "../results/field.ts";

export interface Named {
  rule: FieldRule;
  vague: boolean;
}

/** The fields that a label names: of each type of value the one whose meaning says most. */
export function namedBy(label: string, rules: FieldRule[], tolerant = false): Named[] {
  const kinds = kindsOf(label, tolerant);
  if (!kinds) return [];
  const best = new Map<string, Named & { weight: number }>();
  for (const rule of rules) {
    for (const meaning of rule.means ?? []) {
      if (!fits(kinds, rule.type === "text" ? meaning : withPrepositions(meaning))) continue;
      const weight = meaning.needs.length;
      if (weight > (best.get(rule.type)?.weight ?? 0)) {
        best.set(rule.type, { rule, vague: meaning.vague === true, weight });
      }
    }
  }
  return [...best.values()];
}
