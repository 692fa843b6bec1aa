/** Maps the words of labels to fields. */
import { kindsOf, matchesMeaning, withPrepositions } from "../grammar/word_kinds.ts";
import type { FieldRule } from "../results/field.ts";

export interface NamedField {
  rule: FieldRule;
  vague: boolean;
}

/**
 * The fields that a label names: for each value type the most specific one. If that is vague, another of equal
 * specificity is added: "Total charges" may be a subtotal or the total.
 */
export function namedBy(label: string, rules: FieldRule[], tolerant = false): NamedField[] {
  const kinds = kindsOf(label, tolerant);
  if (!kinds) return [];
  const best = new Map<string, { named: NamedField[]; weight: number }>();
  for (const rule of rules) {
    for (const meaning of rule.means ?? []) {
      if (!matchesMeaning(kinds, rule.type === "text" ? meaning : withPrepositions(meaning))) continue;
      const weight = meaning.needs.length;
      const vague = meaning.vague === true;
      const known = best.get(rule.type);
      if (weight > (known?.weight ?? 0)) best.set(rule.type, { named: [{ rule, vague }], weight });
      else if (
        known && weight === known.weight && !vague &&
        known.named.every((one) => one.vague && one.rule !== rule)
      ) {
        known.named.push({ rule, vague });
      }
    }
  }
  return [...best.values()].flatMap(({ named }) => named);
}
