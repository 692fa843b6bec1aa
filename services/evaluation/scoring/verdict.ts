/** A method's verdict on one answer. A null score is "unscored", which is not the same as zero. */
export interface Verdict {
  score: number | null;
  /** The part of the response that was compared. */
  extracted: string | null;
  /** How it was found, or why nothing was: a short stable code. */
  rule: string;
  explanation?: string;
}

/** One answer of a model, as the scoring methods see it. */
export interface Answer {
  text: string;
  finish_reason?: string | null;
}

export function verdict(score: number | boolean, extracted: string | null, rule: string): Verdict {
  return { score: Number(score), extracted, rule };
}

export function unscoredVerdict(rule: string, explanation?: string): Verdict {
  return { score: null, extracted: null, rule, ...(explanation === undefined ? {} : { explanation }) };
}

/**
 * The best verdict over several references: the usual "maximum over ground truths" of SQuAD. Where none is met, but one
 * could not be decided, neither can the whole.
 */
export function bestVerdict<T>(references: readonly T[], judge: (reference: T) => Verdict): Verdict {
  let top: Verdict | undefined;
  for (const reference of references) {
    const next = judge(reference);
    if (!top || worth(next) > worth(top)) top = next;
    if (top.score === 1) break;
  }
  return top ?? unscoredVerdict("no_reference");
}

function worth({ score }: Verdict): number {
  return score === null ? Number.EPSILON : score;
}
