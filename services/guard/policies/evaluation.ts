import { detect, type DetectOptions } from "../pii/detect.ts";
import type { Entity } from "../pii/entity.ts";
import { redact } from "../pii/redact.ts";
import type { Judge } from "./model_judge.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { contentScore, FLAGGED, strongest } from "./score.ts";
import type { Evaluation, Violation } from "./verdict.ts";

/** Judges texts by all active policies and looks for personal data in them. */
export interface Evaluator {
  evaluate(text: string, signal?: AbortSignal): Promise<Evaluation>;
  /** Violations of the policies that need no model. */
  match(text: string): Violation[];
  /** The same for a piece of a text that is still arriving. */
  matchPart(text: string): Violation[];
  /** How many characters of such a text must be delayed, so that no part of a blocked match is released. */
  held(): number;
  judge(text: string, signal?: AbortSignal): Promise<Violation[]>;
  detect(text: string): Entity[];
  /** Whether some policy needs a model. */
  asksModels(): boolean;
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
    matchPart: (text) => cache.current().matchPart(text),
    held: () => cache.current().held,
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
