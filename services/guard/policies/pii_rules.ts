/** Policies on personal data: what of which types may stand in which direction, and what takes its place. */
import type { DetectOptions } from "../pii/detect.ts";
import { detectIn } from "../pii/detect_in.ts";
import { type Entity, OPTIONAL } from "../pii/entity.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled } from "./compiled.ts";
import { hitsOf } from "./hits.ts";
import type { Direction } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Rule } from "./policy_rules.ts";
import type { Violation } from "./verdict.ts";

/** A piece of a text that is replaced. */
export interface PiiEdit {
  start: number;
  end: number;
  text: string;
}

export interface PiiRules {
  /** Whether any policy looks at texts of this direction. */
  applies(direction: Direction): boolean;
  find(reading: Reading, options: { direction: Direction; pii: DetectOptions; json: boolean }): {
    violations: Violation[];
    edits: PiiEdit[];
    entities: Entity[];
  };
  /** Where data may begin that the text so far does not show. */
  undecidedFrom(text: string, from: number): number;
}

type PiiRule = Extract<Rule, { type: "pii" }>;

/** Digits or letters at the end of a masked value that stay. */
const SHOWN = 4;

export function piiRules(compiled: readonly Compiled[]): PiiRules {
  const rules = compiled.flatMap(({ policy, rule }) => rule.type === "pii" ? [{ policy, rule }] : []);
  const applies = (direction: Direction) => rules.some(({ rule }) => rule.directions.includes(direction));
  return {
    applies,
    find(reading, { direction, pii, json }) {
      const active = rules.filter(({ rule }) => rule.directions.includes(direction));
      if (active.length === 0) return { violations: [], edits: [], entities: [] };
      const include = [...pii.include ?? [], ...active.flatMap(({ rule }) => rule.types.filter(isOptional))];
      const entities = detectIn(reading, { ...pii, include });
      const hits = hitsOf("holds");
      const edits: PiiEdit[] = [];
      for (const entity of entities) {
        const edit = handled(entity, active, (policy) => hits.add(policy, masked(entity.value)));
        if (edit !== undefined) edits.push(placed(entity, edit, { text: reading.given.text, json }));
      }
      return { violations: hits.violations(), edits, entities };
    },
    undecidedFrom: (text, from) => rules.length === 0 ? text.length : openData(text, from),
  };
}

const isOptional = (type: string) => OPTIONAL.includes(type);

/** Tells each policy that the entity breaks; gives what takes its place, by the strictest of them. */
function handled(
  entity: Entity,
  active: readonly { policy: MatchedPolicy; rule: PiiRule }[],
  tell: (policy: MatchedPolicy) => void,
): string | undefined {
  let replacement: string | undefined;
  for (const { policy, rule } of active) {
    if (!rule.types.some((type) => type === entity.type)) continue;
    tell(policy);
    if (rule.handling === "replace") replacement = `[REDACTED_${entity.type}]`;
    if (rule.handling === "mask") replacement ??= masked(entity.value);
  }
  return replacement;
}

/** The value with all its letters and digits hidden but the last few; of short ones all. */
function masked(value: string): string {
  const signs = [...value];
  const count = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign)).length;
  const hidden = count >= 3 * SHOWN ? count - SHOWN : count;
  let seen = 0;
  return signs.map((sign) => /[\p{L}\p{N}]/u.test(sign) && seen++ < hidden ? "*" : sign).join("");
}

/** A bare number in JSON becomes a text, so that it stays JSON. */
function placed(
  { start, end }: Entity,
  text: string,
  { text: given, json }: { text: string; json: boolean },
): PiiEdit {
  const isBare = json && /[:,[]\s*$/.test(given.slice(Math.max(0, start - 20), start)) &&
    /^\s*(?:[,}\]]|$)/.test(given.slice(end, end + 20));
  return { start, end, text: isBare ? JSON.stringify(text) : text };
}

/** Longer data without white space is held from its beginning; a private key from its first line. */
const LONGEST = 128;
const MOST_HELD = 20_000;

function openData(text: string, from: number): number {
  const least = Math.max(from, text.length - MOST_HELD);
  let at = Math.max(least, text.length - LONGEST);
  while (at > least && !/\s/.test(text.charAt(at - 1))) at--;
  const key = text.lastIndexOf("-----BEGIN");
  const isOpen = key >= least && text.indexOf("-----END", key) < 0;
  return isOpen ? Math.min(at, key) : at;
}
