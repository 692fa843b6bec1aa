import type { Sql } from "lib/database/db.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import type {
  CountedScore,
  FirstAnswer,
  ItemScore,
  LabelScore,
  Reason,
  StoredAnswer,
  StoredScore,
  Usage,
} from "./answer.ts";
import { itemKey } from "../benchmarks/selection.ts";

export interface AnswerStore {
  /** Stores the new ones of `answers`; false when `claim` is stale. */
  add(evaluation_id: string, claim: number, answers: StoredAnswer[]): Promise<boolean>;
  /** The items that have an answer, a failed one included. */
  answered(evaluation_id: string): Promise<Set<string>>;
  /** All answers, or those to one question. */
  list(evaluation_id: string, question_id?: string): Promise<StoredAnswer[]>;
  /** The answers of the first epoch to some questions, each cut after `most` characters; whole where nothing is said. */
  firstAnswers(evaluation_id: string, question_ids: string[], most?: number): Promise<FirstAnswer[]>;
  /** The answers that have no score yet. */
  unscored(evaluation_id: string): Promise<StoredAnswer[]>;
  usage(evaluation_id: string): Promise<Usage>;
  addScores(evaluation_id: string, claim: number, scores: StoredScore[]): Promise<boolean>;
  /** Lets `scores` count before the machine's, and no other label. */
  setLabelScores(evaluation_id: string, claim: number, scores: LabelScore[]): Promise<boolean>;
  scores(evaluation_id: string): Promise<CountedScore[]>;
  itemScores(evaluation_id: string): Promise<ItemScore[]>;
  /** Why answers have no score, the commonest reason first. */
  reasons(evaluation_id: string): Promise<Reason[]>;
}

// A provider may word each failure anew, with an id of its own.
const MOST_REASONS = 3;

export function answerStore(sql: Sql): AnswerStore {
  const json = (rows: readonly object[]) => sql.json(jsonColumn(rows));
  const columns =
    sql`question_id, epoch, status, prompt, response, error, finish_reason, response_model, latency_ms,
    prompt_tokens, completion_tokens, total_tokens, tries, asked_at`;
  const fence = (evaluation_id: string, claim: number) =>
    sql`select id from evaluation.evaluations
      where id = ${evaluation_id} and claim = ${claim} and status = 'running' for share`;

  return {
    async add(evaluation_id, claim, answers) {
      const [row] = await sql<{ open: boolean }[]>`
        with fence as (${fence(evaluation_id, claim)}), stored as (
          insert into evaluation.answers (evaluation_id, question_id, epoch, status, prompt, response, error,
            finish_reason, response_model, latency_ms, prompt_tokens, completion_tokens, total_tokens, tries, asked_at)
          select fence.id, question_id, epoch, status, prompt, response, error, finish_reason, response_model,
            latency_ms, prompt_tokens, completion_tokens, total_tokens, tries, asked_at
          from fence, jsonb_to_recordset(${json(answers)}) as given (
            question_id text, epoch integer, status text, prompt jsonb, response text, error text,
            finish_reason text, response_model text, latency_ms double precision, prompt_tokens bigint,
            completion_tokens bigint, total_tokens bigint, tries integer, asked_at timestamptz)
          on conflict do nothing)
        select exists (select from fence) as open`;
      return row?.open ?? false;
    },

    async answered(evaluation_id) {
      const rows = await sql<{ question_id: string; epoch: number }[]>`
        select question_id, epoch from evaluation.answers where evaluation_id = ${evaluation_id}`;
      return new Set(rows.map(({ question_id, epoch }) => itemKey(question_id, epoch)));
    },

    list: async (evaluation_id, question_id) =>
      await sql<StoredAnswer[]>`
        select ${columns} from evaluation.answers a where evaluation_id = ${evaluation_id}
          ${question_id === undefined ? sql`` : sql`and question_id = ${question_id}`}`,

    firstAnswers: async (evaluation_id, question_ids, most) =>
      await sql<FirstAnswer[]>`
        select question_id, status, error, ${
        most === undefined ? sql`response` : sql`left(response, ${most}) as response`
      }
        from evaluation.answers
        where evaluation_id = ${evaluation_id} and epoch = 1 and question_id = any(${question_ids})`,

    unscored: async (evaluation_id) =>
      await sql<StoredAnswer[]>`
        select ${columns} from evaluation.answers a where evaluation_id = ${evaluation_id} and not exists (
          select from evaluation.scores s where s.evaluation_id = a.evaluation_id
            and s.question_id = a.question_id and s.epoch = a.epoch)`,

    async usage(evaluation_id) {
      const [row] = await sql<Usage[]>`
        select count(*)::int as answered, avg(latency_ms) as avg_latency_ms, sum(prompt_tokens)::bigint as prompt_tokens,
          sum(completion_tokens)::bigint as completion_tokens, sum(total_tokens)::bigint as total_tokens
        from evaluation.answers where evaluation_id = ${evaluation_id}`;
      if (!row) throw new Error("an aggregate without a row");
      return row;
    },

    async addScores(evaluation_id, claim, scores) {
      const [row] = await sql<{ open: boolean }[]>`
        with fence as (${fence(evaluation_id, claim)}), stored as (
          insert into evaluation.scores (evaluation_id, question_id, epoch, method, score, extracted, rule,
            explanation, judge_model)
          select fence.id, question_id, epoch, method, score, extracted, rule, explanation, judge_model
          from fence, jsonb_to_recordset(${json(scores)}) as given (
            question_id text, epoch integer, method text, score double precision, extracted text, rule text,
            explanation text, judge_model text)
          on conflict do nothing)
        select exists (select from fence) as open`;
      return row?.open ?? false;
    },

    async setLabelScores(evaluation_id, claim, scores) {
      const [row] = await sql<{ open: boolean }[]>`
        with fence as (${fence(evaluation_id, claim)}), given as (
          select s.question_id, s.epoch, g.score from evaluation.scores s
          left join jsonb_to_recordset(${
        json(scores)
      }) as g (question_id text, epoch integer, score double precision)
            on g.question_id = s.question_id and g.epoch = s.epoch
          where s.evaluation_id = ${evaluation_id}), stored as (
          update evaluation.scores s set label_score = given.score from given, fence
          where s.evaluation_id = fence.id and s.question_id = given.question_id and s.epoch = given.epoch
            and s.label_score is distinct from given.score)
        select exists (select from fence) as open`;
      return row?.open ?? false;
    },
    scores: async (evaluation_id) =>
      await sql<CountedScore[]>`
        select question_id, epoch, method, coalesce(label_score, score) as score, extracted, rule, explanation,
          judge_model, score as machine_score, label_score is not null as from_label
        from evaluation.scores where evaluation_id = ${evaluation_id}`,

    async itemScores(evaluation_id) {
      const [row] = await sql<{ scores: [string, number, number | null][] | null }[]>`
        select json_agg(json_build_array(question_id, epoch, coalesce(label_score, score))) as scores
        from evaluation.scores where evaluation_id = ${evaluation_id}`;
      return (row?.scores ?? []).map(([question_id, epoch, score]) => ({ question_id, epoch, score }));
    },

    reasons: async (evaluation_id) =>
      await sql<Reason[]>`
        select left(coalesce(a.error, s.rule, 'not scored'), 200) as reason, count(*)::int as count
        from evaluation.answers a left join evaluation.scores s using (evaluation_id, question_id, epoch)
        where a.evaluation_id = ${evaluation_id} and s.score is null and s.label_score is null
        group by reason order by count desc, reason limit ${MOST_REASONS}`,
  };
}
