import { detect, type DetectOptions } from "../pii/detect.ts";
import type { Entity } from "../pii/entity.ts";
import { redact } from "../pii/redact.ts";
import type { Judge } from "./model_judge.ts";
import type { PolicyCache } from "./policy_cache.ts";
import type { PolicySet } from "./policy_set.ts";
import { contentScore, FLAGGED, strongest } from "./score.ts";
import type { Evaluation, Violation } from "./verdict.ts";

/** Judges texts by all active policies and looks for personal data in them. */
export interface Evaluator {
  evaluate(text: string, signal?: AbortSignal): Promise<Evaluation>;
  /** Violations of the policies that need no model. */
  match(text: string): Violation[];
  /** Violations of some texts, each judged by itself; one for each policy. */
  matchAll(texts: readonly string[]): Violation[];
  /** The same for a text that is still arriving, of which `released` units were released before. */
  matchPart(text: string, released: number): PartMatch;
  judge(text: string, signal?: AbortSignal): Promise<Violation[]>;
  detect(text: string): Entity[];
  /** Whether some policy needs a model. */
  asksModels(): boolean;
}

/** The result for a text to which more comes. */
export interface PartMatch {
  violations: Violation[];
  /** The part that was looked at: a word that is still arriving is not. */
  seen: string;
  /** How much of it may be released: no part of a match that is blocked, and whole words. */
  release: number;
}

export function evaluator(
  { cache, judge, pii = {} }: { cache: Pick<PolicyCache, "current">; judge: Judge; pii?: DetectOptions },
): Evaluator {
  async function judgeAll(text: string, signal?: AbortSignal): Promise<Violation[]> {
    const found = await Promise.all(cache.current().modelBased.map((policy) => judge(policy, text, signal)));
    return found.filter((violation) => violation !== undefined);
  }
  return {
    match: (text) => cache.current().match(text),
    matchAll: (texts) => oncePerPolicy(texts.flatMap((text) => cache.current().match(text))),
    matchPart: (text, released) => matchPart(cache.current(), text, released),
    judge: judgeAll,
    detect: (text) => detect(text, pii),
    asksModels: () => cache.current().modelBased.length > 0,
    async evaluate(text, signal) {
      const set = cache.current();
      const matched = set.match(text);
      const judged = set.modelBased.length > 0 ? await judgeAll(text, signal) : [];
      return evaluationOf(text, [...matched, ...judged], detect(text, pii));
    },
  };
}

export function evaluationOf(text: string, violations: Violation[], entities: Entity[]): Evaluation {
  const action = strongest(violations.map((violation) => violation.action));
  const score = contentScore(violations, entities);
  return {
    allowed: action !== "block",
    action,
    violations,
    pii_detected: entities,
    content_score: score,
    flagged: score >= FLAGGED,
    redacted_content: entities.length > 0 ? redact(text, entities) : null,
  };
}

/** The violations with one for each policy, whose terms are those of all of them. */
export function oncePerPolicy(violations: readonly Violation[]): Violation[] {
  const merged = new Map<string, Violation>();
  for (const violation of violations) {
    const before = merged.get(violation.policy_id);
    const terms = new Set([...before?.matched_terms ?? [], ...violation.matched_terms]);
    merged.set(violation.policy_id, { ...(before ?? violation), matched_terms: [...terms].slice(0, 20) });
  }
  return [...merged.values()];
}

/** A word that is still arriving is waited for up to this length; a release ends at a word within half of it. */
const WORD = 64;

function matchPart(set: PolicySet, text: string, released: number): PartMatch {
  const space = lastSpace(text, text.length);
  const seen = space < released ? text : text.slice(0, space);
  const violations = set.matchPart(seen);
  const most = set.undecidedFrom(seen, released);
  const word = lastSpace(seen, most);
  let release = word > Math.max(released, most - WORD / 2) ? word : most;
  // No half of a character.
  if ((text.charCodeAt(release - 1) & 0xfc00) === 0xd800) release--;
  return { violations, seen, release: Math.max(released, release) };
}

/** The index of the last white space before `end`, or -1. */
function lastSpace(text: string, end: number): number {
  for (let i = end - 1; i >= 0 && i >= end - WORD; i--) if (/\s/.test(text.charAt(i))) return i;
  return -1;
}
