import { batcher } from "lib/journal/batcher.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { StoredAnswer, StoredScore } from "../results/answer.ts";
import { ask, type AskOptions, HopelessProvider } from "./ask.ts";
import { inParallel } from "lib/in_parallel.ts";
import { scoringOf } from "../benchmarks/benchmark.ts";
import { type Question, questionText, referencesOf } from "../scoring/question.ts";
import { ClaimLost, type EvaluationWork } from "./evaluation_work.ts";
import { judgePrompt, readGrade } from "../scoring/judge.ts";
import { scoreAnswer } from "../scoring/score.ts";
import { baseOf, type BaseScoring } from "../scoring/scoring.ts";
import { unscoredVerdict, type Verdict } from "../scoring/verdict.ts";

type Judging = Extract<BaseScoring, { method: "llm_judge" }>;

interface Unjudged {
  answer: StoredAnswer;
  question: Question;
  scoring: Judging;
}

const CHUNK = 500;
const MOST_AT_ONCE = 200;

/** Scores stored answers that a rule can score; leaves those that a judge has to see. */
export async function scoreByRule(work: EvaluationWork, answers: StoredAnswer[]): Promise<void> {
  const scores = answers.flatMap((answer) => {
    const asked = questionOf(work, answer);
    if (!asked || (asked.scoring.method === "llm_judge" && answer.status === "answered")) return [];
    return [stored(answer, asked.scoring.method, byRule(answer, asked, work.deps.log))];
  });
  for (let at = 0; at < scores.length; at += CHUNK) await save(work, scores.slice(at, at + CHUNK));
}

/** Scores all stored answers that have no score yet; the reason, when the judge could not be asked at all. */
export async function scoreAnswers(work: EvaluationWork): Promise<string | undefined> {
  const answers = await work.deps.answers.unscored(work.evaluation.id);
  await scoreByRule(work, answers);
  const unjudged = answers.flatMap((answer): Unjudged[] => {
    const asked = answer.status === "answered" ? questionOf(work, answer) : undefined;
    return asked?.scoring.method === "llm_judge"
      ? [{ answer, question: asked.question, scoring: asked.scoring }]
      : [];
  });
  return unjudged.length > 0 ? await judgeAll(work, unjudged) : undefined;
}

function questionOf(
  { benchmark, questions }: EvaluationWork,
  answer: StoredAnswer,
): { question: Question; scoring: BaseScoring } | undefined {
  const question = questions.get(answer.question_id);
  return question && { question, scoring: baseOf(scoringOf(benchmark, question)) };
}

function byRule(
  answer: StoredAnswer,
  { question, scoring }: { question: Question; scoring: BaseScoring },
  log: Logger,
): Verdict {
  if (answer.status !== "answered") {
    return unscoredVerdict(`unanswered_${answer.status}`, answer.error ?? undefined);
  }
  if (scoring.method === "llm_judge") return unscoredVerdict("not_judged");
  try {
    return scoreAnswer(
      { text: answer.response ?? "", finish_reason: answer.finish_reason },
      question,
      scoring,
    );
  } catch (error) {
    // One answer that trips a method must not keep all the others from their scores.
    log.error("an answer could not be scored", { question_id: question.id, method: scoring.method, error });
    return unscoredVerdict("scoring_failed");
  }
}

function stored(
  answer: StoredAnswer,
  method: string,
  verdict: Verdict,
  judge_model: string | null = null,
): StoredScore {
  return {
    question_id: answer.question_id,
    epoch: answer.epoch,
    method,
    score: verdict.score,
    extracted: verdict.extracted,
    rule: verdict.rule,
    explanation: verdict.explanation ?? null,
    judge_model,
  };
}

/** Saves the scores; one that the database refuses is saved as a failed scoring, and keeps no other from being saved. */
async function save(work: EvaluationWork, scores: StoredScore[]): Promise<void> {
  const { evaluation, claim, deps } = work;
  try {
    if (!await deps.answers.addScores(evaluation.id, claim, scores)) throw new ClaimLost();
  } catch (error) {
    const [only] = scores;
    if (!isDataRefusal(error) || (scores.length === 1 && only?.rule === UNSTORABLE.rule)) throw error;
    const half = scores.length >> 1;
    if (half > 0) {
      await save(work, scores.slice(0, half));
      await save(work, scores.slice(half));
    } else if (only) await save(work, [{ ...only, ...UNSTORABLE }]);
  }
}

const UNSTORABLE = { score: null, extracted: null, explanation: null, rule: "scoring_failed" };

async function judgeAll(work: EvaluationWork, unjudged: Unjudged[]): Promise<string | undefined> {
  const { judge_model } = work.evaluation;
  const { log } = work.deps;
  const store = batcher<StoredScore>({
    ...{ log, what: "scores", lingerMs: 0, maxBatch: MOST_AT_ONCE },
    write: (batch) => save(work, batch),
  });
  const keep = (answer: StoredAnswer, verdict: Verdict) =>
    store.written([stored(answer, "llm_judge", verdict, judge_model)]);
  const stop = AbortSignal.any([work.stop, work.abort]);
  let fault: string | undefined;
  await inParallel(unjudged, { width: work.deps.settings.width, stop }, async (item) => {
    try {
      const verdict = fault === undefined
        ? await judge(work, item, stop)
        : unscoredVerdict("judge_unavailable", fault);
      await keep(item.answer, verdict);
    } catch (error) {
      if (error instanceof HopelessProvider) {
        fault ??= `judge: ${error.message}`;
        await keep(item.answer, unscoredVerdict("judge_unavailable", fault));
      } else if (!stop.aborted || error instanceof ClaimLost) throw error;
    }
  });
  work.abort.throwIfAborted();
  return fault;
}

async function judge(
  { evaluation, deps, abort }: EvaluationWork,
  item: Unjudged,
  stop: AbortSignal,
): Promise<Verdict> {
  const { judge_provider, judge_model } = evaluation;
  if (judge_provider === null || judge_model === null) return unscoredVerdict("no_judge");
  return await judgeAnswer(item.question, item.scoring, item.answer.response ?? "", {
    ...deps.reach(judge_provider),
    model: judge_model,
    timeoutMs: deps.settings.timeoutMs,
    signal: abort,
    waiting: stop,
  });
}

/** A judge model's verdict on one answer; throws HopelessProvider where the judge cannot be asked at all. */
export async function judgeAnswer(
  question: Question,
  { rubric, partial_credit }: Judging,
  response: string,
  askOptions: Omit<AskOptions, "temperature" | "temperatureOptional" | "max_tokens">,
): Promise<Verdict> {
  const content = judgePrompt({
    input: questionText(question),
    references: referencesOf(question),
    response,
    rubric,
    partialCredit: partial_credit,
  });
  const reply = await ask([{ role: "user", content }], {
    ...askOptions,
    temperature: 0,
    temperatureOptional: true,
    max_tokens: null,
  });
  if (reply.status !== "answered") return unscoredVerdict(`judge_${reply.status}`, reply.error ?? undefined);
  return readGrade(reply.response ?? "", partial_credit);
}
