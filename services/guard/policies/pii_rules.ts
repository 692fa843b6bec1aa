/** Policies on personal data: which types are allowed in which direction, and their replacement. */
import type { Edit } from "lib/streams/held_channel.ts";
import { detectIn } from "../pii/detect_in.ts";
import { comparableValue, type Entity, OPTIONAL } from "../pii/entity.ts";
import { type Pseudonym, pseudonymOf } from "../pii/pseudonyms.ts";
import { openNumber } from "../pii/open_number.ts";
import type { Reading } from "../reading/reading.ts";
import { openEscape } from "../reading/open_escape.ts";
import type { Compiled } from "./compiled_policies.ts";
import { hitsOf } from "./hits.ts";
import { type Direction, type Handling, HANDLINGS, type PiiSettings } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Rule } from "./policy_rules.ts";
import type { Violation } from "./verdict.ts";

/** The texts concerned: their direction, and whether they belong to a tool. */
export interface PiiTexts {
  direction: Direction;
  tool?: boolean;
}

export interface PiiRules {
  /** Whether any policy applies to such texts. */
  applies(texts: PiiTexts): boolean;
  /** Whether some policy applies only to tools' texts in this direction. */
  asksForTools(direction: Direction): boolean;
  find(reading: Reading, options: PiiTexts & { pii: PiiSettings; json: boolean }): PiiFindings;
  /** The offset where unfinished data may begin. */
  undecidedFrom(reading: Reading, from: number): number;
}

export interface PiiFindings {
  violations: Violation[];
  edits: Edit[];
  entities: Entity[];
  /** Values to restore in the answer. */
  pseudonyms: Pseudonym[];
}

type PiiRule = Extract<Rule, { type: "pii" }>;
interface Active {
  policy: MatchedPolicy;
  rule: PiiRule;
}

/** Number of trailing digits or letters that a masked value keeps. */
const SHOWN = 4;
const USUAL_PRIORITY = 100;
/** Most values to restore. */
export const MOST_PSEUDONYMS = 2_000;

export const NO_FINDINGS: PiiFindings = { violations: [], edits: [], entities: [], pseudonyms: [] };

export function piiRules(compiled: readonly Compiled[]): PiiRules {
  const rules = compiled.flatMap(({ policy, rule }) => rule.type === "pii" ? [{ policy, rule }] : []);
  const activeFor = ({ direction, tool }: PiiTexts) =>
    rules.filter(({ rule: { directions } }) =>
      directions.includes(direction) || (tool === true && directions.includes("tool"))
    );
  return {
    applies: (texts) => activeFor(texts).length > 0,
    asksForTools: (direction) =>
      activeFor({ direction, tool: true }).length > activeFor({ direction }).length,
    find(reading, { pii, json, ...texts }) {
      const active = activeFor(texts);
      if (active.length === 0) return NO_FINDINGS;
      const include = [...pii.include ?? [], ...active.flatMap(({ rule }) => rule.types.filter(isOptional))];
      const entities = detectIn(reading, { ...pii, include });
      const hits = hitsOf("holds");
      const edits: Edit[] = [];
      const pseudonyms = new Map<string, string>();
      for (const entity of entities) {
        const broken = active.filter(({ rule }) => isMeant(rule, entity));
        for (const { policy } of broken) hits.add(policy, masked(entity.value));
        const handling = handlingOf(entity, broken);
        const text = replacementOf(entity, handling, { ...texts, secret: pii.secret });
        // A value within another one goes with it.
        if (text === undefined || entity.start < (edits.at(-1)?.end ?? 0)) continue;
        edits.push(placed(entity, text, { text: reading.given.text, json }));
        if (handling === "restore" && pseudonyms.size < MOST_PSEUDONYMS) pseudonyms.set(text, entity.value);
      }
      const kept = [...pseudonyms].map(([marker, value]) => ({ marker, value }));
      return { violations: hits.violations(), edits, entities, pseudonyms: kept };
    },
    undecidedFrom: (reading, from) =>
      rules.length === 0 ? reading.given.text.length : openData(reading, from),
  };
}

const isOptional = (type: string) => OPTIONAL.includes(type);

function isMeant({ types, allow }: PiiRule, { type, value }: Entity): boolean {
  return types.some((listed) => listed === type) &&
    !allow.some((allowed) => comparableValue(allowed) === comparableValue(value));
}

/** The first policy in order decides; among policies in the same place, the strictest. */
function handlingOf({ type }: Entity, broken: readonly Active[]): Handling {
  const first = Math.min(...broken.map(({ policy }) => policy.priority ?? USUAL_PRIORITY));
  const handlings = broken.filter(({ policy }) => (policy.priority ?? USUAL_PRIORITY) === first)
    .map(({ rule }) => Object.entries(rule.handlings).find(([name]) => name === type)?.[1] ?? rule.handling);
  return handlings.reduce<Handling>(
    (most, handling) => HANDLINGS.indexOf(handling) > HANDLINGS.indexOf(most) ? handling : most,
    "keep",
  );
}

/** The replacement of a value; undefined when it stays. */
function replacementOf(
  entity: Entity,
  handling: Handling,
  { direction, secret }: PiiTexts & { secret: string | undefined },
): string | undefined {
  if (handling === "keep") return undefined;
  // A model's arguments for a tool are restored for the caller.
  if (handling === "restore" && direction === "output") return undefined;
  if (handling === "mask") return masked(entity.value);
  // Without a secret, values could be recovered from their hashes by brute force.
  if (handling === "replace" || secret === undefined) return `[REDACTED_${entity.type}]`;
  return pseudonymOf(entity, secret);
}

/** The value with all letters and digits hidden except the last few; short values are hidden completely. */
function masked(value: string): string {
  const signs = [...value];
  const count = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign)).length;
  const hidden = count >= 3 * SHOWN ? count - SHOWN : count;
  let seen = 0;
  return signs.map((sign) => /[\p{L}\p{N}]/u.test(sign) && seen++ < hidden ? "*" : sign).join("");
}

/** A number in JSON becomes a string, so that the JSON stays valid. */
function placed(
  { start, end }: Entity,
  text: string,
  { text: given, json }: { text: string; json: boolean },
): Edit {
  const isBare = json && /[:,[]\s*$/.test(given.slice(Math.max(0, start - 20), start)) &&
    /^\s*(?:[,}\]]|$)/.test(given.slice(end, end + 20));
  return { start, end, text: isBare ? JSON.stringify(text) : text };
}

/** Data without white space is held back up to this length; a private key from its first line. */
const LONGEST = 128;
const MOST_HELD = 20_000;

function openData({ given, plain, between }: Reading, from: number): number {
  const { text } = given;
  const least = Math.max(from, text.length - MOST_HELD);
  // Escapes may lie within a value, and make it far longer than its characters are.
  const views = [given, ...plain ? [plain] : [], ...between].map((view) => view.from(tailOf(view.text)));
  const at = Math.max(least, Math.min(...views, tailOf(text.slice(0, openEscape(text)))));
  const key = text.lastIndexOf("-----BEGIN");
  const isOpen = key >= least && text.indexOf("-----END", key) < 0;
  return isOpen ? Math.min(at, key) : at;
}

/** Where the longest value may have begun, and the word that it is in. */
function tailOf(text: string): number {
  let at = Math.min(Math.max(0, text.length - LONGEST), openNumber(text));
  while (at > 0 && text.length - at < MOST_HELD && !/\s/.test(text.charAt(at - 1))) at--;
  return at;
}
