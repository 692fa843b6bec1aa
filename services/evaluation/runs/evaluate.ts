import { batcher } from "lib/journal/batcher.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";
import { createSemaphore } from "lib/semaphore.ts";
import type { Reason, StoredAnswer } from "../results/answer.ts";
import { ask, HopelessProvider } from "./ask.ts";
import { ClaimLost, type EvaluateDeps, type EvaluationWork, type Signals } from "./evaluation_work.ts";
import { labelScores } from "../labels/verdicts.ts";
import { inParallel } from "lib/in_parallel.ts";
import { promptOf } from "../benchmarks/prompt.ts";
import { scoreAnswers, scoreByRule } from "./score_answers.ts";
import { type Item, itemKey, itemsOf } from "../benchmarks/selection.ts";
import { totalsOf } from "../results/totals.ts";

const MOST_UNSCORED = 0.1;
// Few large batches cost the database less than many small ones, but a crash loses a few more answers.
const LINGER_MS = 15;
const MOST_AT_ONCE = 200;
// An evaluation that keeps crashing workers would block all others.
const MOST_CLAIMS = 50;

/** Runs one evaluation: asks unanswered questions, scores, sums up. True when it has ended. */
export async function evaluate(
  { id, claim }: { id: string; claim: number },
  signals: Signals,
  deps: EvaluateDeps,
): Promise<boolean> {
  const evaluation = await deps.evaluations.begin(id, claim);
  if (!evaluation) return true;
  if (claim > MOST_CLAIMS) {
    const error = `no worker completed it in ${MOST_CLAIMS} attempts`;
    await deps.evaluations.finish(id, claim, { status: "failed", error });
    return true;
  }
  const benchmark = await deps.evaluations.benchmark(evaluation.benchmark_hash);
  if (!benchmark) throw new Error(`benchmark ${evaluation.benchmark_hash} is not stored`);
  const questions = new Map(benchmark.questions.map((question) => [question.id, question]));
  const work: EvaluationWork = { ...signals, evaluation, benchmark, questions, claim, deps };
  let fault: string | undefined;
  if (evaluation.asks) {
    await deps.evaluations.setPhase(id, claim, "asking");
    fault = await askAll(work);
    if (signals.stop.aborted) return false;
  }
  await deps.evaluations.setPhase(id, claim, "scoring");
  const judgeFault = await scoreAnswers(work);
  if (signals.stop.aborted) return false;
  if (evaluation.uses_labels) await scoreByLabels(work);
  await finish(work, fault ?? judgeFault);
  return true;
}

/** Asks all unanswered items; returns the reason when the provider's failure is permanent. */
async function askAll(work: EvaluationWork): Promise<string | undefined> {
  const { evaluation, benchmark, deps } = work;
  const known = await deps.answers.answered(evaluation.id);
  const items = itemsOf(benchmark, evaluation).filter(({ question, epoch }) =>
    !known.has(itemKey(question.id, epoch))
  );
  const store = batcher<StoredAnswer>({
    ...{ log: deps.log, what: "answers", lingerMs: LINGER_MS, maxBatch: MOST_AT_ONCE },
    async write(batch) {
      if (!await deps.answers.add(evaluation.id, work.claim, batch)) throw new ClaimLost();
      await scoreByRule(work, batch);
    },
  });
  const keep = (answer: StoredAnswer) =>
    store.written([answer]).catch((error) => {
      if (!isDataRefusal(error)) throw error;
      return store.written([unstorable(answer)]);
    });
  const broken = new AbortController();
  const stop = AbortSignal.any([work.stop, work.abort, broken.signal]);
  const end = (error: unknown) => {
    if (!stop.aborted) broken.abort(error);
  };
  const storing = new Set<Promise<void>>();
  const unstored = createSemaphore(deps.settings.width);
  await inParallel(items, { width: deps.settings.width, stop }, async (item) => {
    try {
      const answer = await askItem(work, item, broken.signal, stop);
      // The next question does not wait for this answer to be stored, but only a few may be unstored.
      const leave = await unstored.enter();
      const stored = keep(answer).catch(end).finally(() => {
        leave();
        storing.delete(stored);
      });
      storing.add(stored);
    } catch (error) {
      end(error);
    }
  });
  await Promise.all(storing);
  work.abort.throwIfAborted();
  const { reason } = broken.signal;
  if (broken.signal.aborted && !(reason instanceof HopelessProvider)) throw reason;
  return broken.signal.aborted ? reason.message : undefined;
}

/** One answer that the database refuses, for a count beyond its numbers or the like, costs the run that answer alone. */
function unstorable(answer: StoredAnswer): StoredAnswer {
  const nothing = { response: null, finish_reason: null, response_model: null, latency_ms: null };
  const uncounted = { prompt_tokens: null, completion_tokens: null, total_tokens: null };
  return { ...answer, ...nothing, ...uncounted, status: "error", error: "the answer cannot be stored" };
}

async function askItem(
  { evaluation, benchmark, deps, abort }: EvaluationWork,
  { question, epoch }: Item,
  broken: AbortSignal,
  stop: AbortSignal,
): Promise<StoredAnswer> {
  const { system_prompt } = evaluation;
  const prompt = promptOf(system_prompt === null ? benchmark : { ...benchmark, system_prompt }, question);
  const asked_at = new Date().toISOString();
  const reply = await ask(prompt, {
    ...deps.reach(evaluation.provider),
    model: evaluation.model_id,
    temperature: evaluation.temperature,
    max_tokens: evaluation.max_tokens,
    timeoutMs: deps.settings.timeoutMs,
    signal: AbortSignal.any([abort, broken]),
    waiting: stop,
  });
  const { status, tries, latency_ms } = reply;
  deps.log.debug("question asked", {
    eval_id: evaluation.id,
    question_id: question.id,
    epoch,
    status,
    tries,
    latency_ms,
  });
  return { question_id: question.id, epoch, prompt, asked_at, ...reply };
}

async function scoreByLabels({ evaluation, claim, deps }: EvaluationWork): Promise<void> {
  const scores = labelScores(await deps.labels.list(evaluation.id));
  if (!await deps.answers.setLabelScores(evaluation.id, claim, scores)) throw new ClaimLost();
}

async function finish(
  { evaluation, benchmark, claim, deps }: EvaluationWork,
  fault: string | undefined,
): Promise<void> {
  const totals = totalsOf({
    benchmark,
    selection: evaluation,
    usage: await deps.answers.usage(evaluation.id),
    scores: await deps.answers.itemScores(evaluation.id),
    price: deps.settings.prices[evaluation.model_id],
  });
  const lacking = totals.unscored > MOST_UNSCORED * evaluation.total
    ? lackOf(totals.unscored, evaluation.total, await deps.answers.reasons(evaluation.id))
    : undefined;
  const error = [fault, lacking].filter((text) => text).join("; ") || null;
  await deps.evaluations.finish(evaluation.id, claim, {
    status: error ? "failed" : "completed",
    error,
    totals,
  });
  deps.log.info("evaluation ended", {
    eval_id: evaluation.id,
    status: error ? "failed" : "completed",
    questions: totals.questions,
    unscored: totals.unscored,
  });
}

/** Includes the reason of a failure. */
function lackOf(unscored: number, total: number, reasons: Reason[]): string {
  const why = reasons.map(({ reason, count }) => `${reason} (${count === 1 ? "once" : `${count} times`})`);
  const rest = why.length > 0 ? `: ${why.join("; ")}` : "";
  return `${unscored} of ${total} answers have no score; at most 10 % may${rest}`;
}
