import type { PiiSettings } from "./pii_handling.ts";
import type { Entity } from "../pii/entity.ts";
import { redact } from "../pii/redact.ts";
import { withConfirmedAttacks } from "./confirmed_attacks.ts";
import type { TextOrigin } from "../injection/sign.ts";
import type { Judge } from "./model_judge.ts";
import type { PolicyCache } from "./policy_cache.ts";
import type { CallScope } from "./policy_scope.ts";
import type { ModelPolicy } from "./policy_set.ts";
import { type Scan, type ScannedText, scanText, type WantedChecks } from "./scan.ts";
import { INLINE, type ScanPool } from "./scan_pool.ts";
import type { InTurn } from "./cooperative_turns.ts";
import { contentScore, FLAGGED, strongestAction } from "./score.ts";
import type { Evaluation, Violation } from "./verdict.ts";

/** Judges texts by all active policies and looks for personal data in them. */
export interface Evaluator {
  /** The same with the policies for a call; without one, those for unknown calls. */
  for(call: CallScope): Evaluator;
  evaluate(
    text: string,
    options?: { place?: TextOrigin; signal?: AbortSignal },
  ): Promise<{ evaluation: Evaluation; shadow: Violation[] }>;
  /** The findings text by text; injection policies may have a model confirm theirs. */
  scan(texts: readonly ScannedText[], checks?: WantedChecks): Promise<Scan[]>;
  judge(text: string, signal?: AbortSignal): Promise<Violation[]>;
  /** The same with shadow policies, which may need models too. */
  judgeShadow(text: string, signal?: AbortSignal): Promise<Violation[]>;
  /** Whether some policy needs a model. */
  asksModels(): boolean;
}

const BOTH: WantedChecks = { policies: true, pii: true };

interface EvaluatorOptions {
  cache: Pick<PolicyCache, "current"> & Partial<Pick<PolicyCache, "custom">>;
  judge: Judge;
  pii?: PiiSettings;
  /** Checks long texts; without it they are checked on this thread. */
  pool?: ScanPool;
  /** Gives short texts their turns on this thread; without it they are checked at once. */
  inTurn?: InTurn;
  call?: CallScope;
}

export function evaluator(options: EvaluatorOptions): Evaluator {
  const { cache, judge, pool, inTurn, call } = options;
  const current = () => cache.current(call);

  async function judgedBy(policies: readonly ModelPolicy[], text: string, signal?: AbortSignal) {
    const violations = await Promise.all(policies.map((policy) => judge(policy, text, signal)));
    return violations.filter((violation) => violation !== undefined);
  }
  async function scan(texts: readonly ScannedText[], checks = BOTH): Promise<Scan[]> {
    const set = current();
    const pii = { ...options.pii, custom: cache.custom?.() };
    const length = texts.reduce((sum, { text }) => sum + text.length, 0);
    const here = () => texts.map((text) => scanText(set, pii, text, checks));
    const scans = pool && length > INLINE
      ? await pool.scan({ set, pii }, { texts, wanted: checks })
      : await (inTurn?.(here) ?? here());
    return await Promise.all(
      scans.map((scan, i) => withConfirmedAttacks(scan, texts[i]?.text ?? "", { set, judge })),
    );
  }
  const judgeAll = (text: string, signal?: AbortSignal) => judgedBy(current().modelBased, text, signal);
  const judgeShadow = (text: string, signal?: AbortSignal) =>
    judgedBy(current().shadow?.modelBased ?? [], text, signal);
  return {
    for: (other) => evaluator({ ...options, call: other }),
    scan,
    judge: judgeAll,
    judgeShadow,
    asksModels: () => current().modelBased.length > 0,
    async evaluate(text, { place = "input", signal } = {}) {
      const [scanned] = await scan([{ text, direction: "input", source: place }]);
      const [judged, shadow] = await Promise.all([judgeAll(text, signal), judgeShadow(text, signal)]);
      return {
        evaluation: evaluationOf(
          text,
          [...scanned?.violations ?? [], ...scanned?.attacks ?? [], ...judged],
          scanned?.entities ?? [],
        ),
        shadow: [...scanned?.shadow ?? [], ...shadow],
      };
    },
  };
}

export function evaluationOf(text: string, violations: Violation[], entities: Entity[]): Evaluation {
  const action = strongestAction(violations.map((violation) => violation.action));
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

/** Merges violations: one per policy, with all its terms. */
export function oncePerPolicy(violations: readonly Violation[]): Violation[] {
  const merged = new Map<string, Violation>();
  for (const violation of violations) {
    const before = merged.get(violation.policy_id);
    const terms = new Set([...before?.matched_terms ?? [], ...violation.matched_terms]);
    merged.set(violation.policy_id, { ...(before ?? violation), matched_terms: [...terms].slice(0, 20) });
  }
  return [...merged.values()];
}
