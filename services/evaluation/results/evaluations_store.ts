import type { Sql } from "lib/database/db.ts";
import { type Caller, type Shared, Sharing, type SharingRules } from "lib/sharing/sharing.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { Benchmark } from "../benchmarks/benchmark.ts";
import type { Evaluation, ResultFilter, ResultSummary } from "./evaluation.ts";
import type { Job } from "lib/jobs/jobs.ts";
import type { CompletedResult } from "./evaluation.ts";
import type { Tally } from "../statistics/tally.ts";
import type { Totals } from "./totals.ts";

export interface Again {
  asks: boolean;
  judge?: { provider: string; model: string };
  /** Whether a new scoring takes people's labels; then the machine's scores are kept where `keeps` says so. */
  labels?: { keeps: boolean };
}

/** A result with its owner, for the rules of sharing. */
export interface OwnedResult extends Shared {
  result: ResultSummary;
}

export interface EvaluationStore {
  /** Stores evaluations, and the benchmarks they pin, all or none. */
  insert(evaluations: Evaluation[], benchmarks: Map<string, Benchmark>): Promise<void>;
  list(
    filter: ResultFilter,
    page: { limit: number; offset: number },
    caller: Caller,
  ): Promise<{ rows: ResultSummary[]; total: number }>;
  find(id: string): Promise<ResultSummary | undefined>;
  findOwned(id: string): Promise<OwnedResult | undefined>;
  /** Stores with whom a result is shared; false when there is none. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  benchmark(hash: string): Promise<Benchmark | undefined>;
  /** Grants `claim` the right to write; undefined when the work is done or a later claim exists. */
  begin(id: string, claim: number): Promise<Evaluation | undefined>;
  setPhase(id: string, claim: number, phase: "asking" | "scoring"): Promise<void>;
  /** Whether the claim is the latest and the evaluation still runs. */
  holds(id: string, claim: number): Promise<boolean>;
  finish(
    id: string,
    claim: number,
    end: { status: "completed" | "failed"; error: string | null; totals?: Totals },
  ): Promise<void>;
  cancel(id: string): Promise<boolean>;
  /**
   * Restarts an ended evaluation, to ask unanswered questions or only to score again; undefined while it
   * runs.
   */
  reopen(id: string, again: Again): Promise<Job | undefined>;
  /** Running evaluations that were made before `seconds` ago. */
  running(seconds: number): Promise<Job[]>;
  /** The completed results of these benchmark versions, asked in this wording without an instruction of their own and scored by machine. */
  completed(hashes: string[], prompt_version: string): Promise<CompletedResult[]>;
}

type Row = Omit<ResultSummary, "progress" | "confidence_interval" | "limit"> & {
  question_limit: number | null;
  interval_low: number | null;
  interval_high: number | null;
  total: number;
  answered_now: number;
  scored_now: number;
};

type CompletedRow = [string, string, string, string, Tally[], number, number, number];

function summary(row: Row): ResultSummary {
  const { question_limit, interval_low, interval_high, total, answered_now, scored_now, ...rest } = row;
  return {
    ...rest,
    limit: question_limit,
    progress: { answered: answered_now, scored: scored_now, total },
    confidence_interval: interval_low === null || interval_high === null
      ? null
      : [interval_low, interval_high],
  };
}

export function evaluationStore(sql: Sql, rules: SharingRules): EvaluationStore {
  const columns = sql`
    id, model_id, provider, benchmark_id, benchmark_name, benchmark_version, benchmark_hash, status, phase,
    overall_score, standard_error, interval_low, interval_high, pass_rate, questions, scored, unscored,
    avg_latency_ms, prompt_tokens, completion_tokens, total_tokens, cost_usd, temperature, max_tokens,
    question_limit, seed, epochs, prompt_version, system_prompt, uses_labels, judge_provider, judge_model, error,
    created_by, created_at, started_at, completed_at, total,
    case when status = 'running' then (select count(*)::int from evaluation.answers a where a.evaluation_id = e.id)
      else coalesce(answered, 0) end as answered_now,
    case when status = 'running' then (select count(coalesce(label_score, score))::int from evaluation.scores s where s.evaluation_id = e.id)
      else coalesce(scored, 0) end as scored_now`;
  const matching = ({ model_id, provider, benchmark_id, status }: ResultFilter) =>
    sql`true
      ${model_id === undefined ? sql`` : sql`and model_id = ${model_id}`}
      ${provider === undefined ? sql`` : sql`and provider = ${provider}`}
      ${benchmark_id === undefined ? sql`` : sql`and benchmark_id = ${benchmark_id}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}`;

  return {
    insert: (evaluations, benchmarks) =>
      sql.begin(async (tx) => {
        for (const [hash, benchmark] of benchmarks) {
          const content = tx.json(jsonColumn(benchmark));
          await tx`insert into evaluation.benchmark_versions ${
            tx({ hash, benchmark_id: benchmark.id, version: benchmark.version, content })
          } on conflict do nothing`;
        }
        const rows = evaluations.map((evaluation) => ({ ...evaluation, status: "running", phase: "queued" }));
        await tx`insert into evaluation.evaluations ${tx(rows)}`;
      }),

    async list(filter, { limit, offset }, caller) {
      const where = sql`${matching(filter)} and ${rules.visible(sql, caller, { owner: "created_by" })}`;
      const [counted] = await sql<{ total: number }[]>`
        select count(*)::int as total from evaluation.evaluations where ${where}`;
      const rows = await sql<Row[]>`
        select ${columns} from evaluation.evaluations e where ${where}
        order by created_at desc, id limit ${limit} offset ${offset}`;
      return { rows: rows.map(summary), total: counted?.total ?? 0 };
    },

    async find(id) {
      const [row] = await sql<Row[]>`select ${columns} from evaluation.evaluations e where id = ${id}`;
      return row && summary(row);
    },

    async findOwned(id) {
      const [row] = await sql<(Row & { shared_with: unknown })[]>`
        select ${columns}, shared_with from evaluation.evaluations e where id = ${id}`;
      if (!row) return undefined;
      const { shared_with, ...rest } = row;
      return {
        result: summary(rest),
        owner: row.created_by,
        shared_with: Sharing.nullable().parse(shared_with),
      };
    },

    async share(id, sharing) {
      const rows = await sql`update evaluation.evaluations set shared_with = ${sql.json({ ...sharing })}
        where id = ${id} returning id`;
      return rows.length > 0;
    },

    async benchmark(hash) {
      const [row] = await sql<{ content: unknown }[]>`
        select content from evaluation.benchmark_versions where hash = ${hash}`;
      return row && Benchmark.parse(row.content);
    },

    async begin(id, claim) {
      const [row] = await sql<Evaluation[]>`
        update evaluation.evaluations set claim = ${claim}, started_at = coalesce(started_at, now())
        where id = ${id} and status = 'running' and claim < ${claim}
        returning id, model_id, provider, benchmark_id, benchmark_name, benchmark_version, benchmark_hash,
          temperature, max_tokens, question_limit, seed, epochs, prompt_version, system_prompt, judge_provider,
          judge_model, asks, total, created_by, uses_labels`;
      return row;
    },

    async setPhase(id, claim, phase) {
      await sql`update evaluation.evaluations set phase = ${phase}
        where id = ${id} and claim = ${claim} and status = 'running'`;
    },

    async holds(id, claim) {
      const rows = await sql`select 1 from evaluation.evaluations
        where id = ${id} and claim <= ${claim} and status = 'running'`;
      return rows.length > 0;
    },

    async finish(id, claim, { status, error, totals }) {
      const { tallies = null, ...numbers } = totals ?? {};
      await sql`update evaluation.evaluations
        set ${sql({ ...numbers, status, error, phase: null })}, completed_at = now(),
          tallies = ${tallies && sql.json(tallies.map((tally) => ({ ...tally })))}
        where id = ${id} and claim = ${claim} and status = 'running'`;
    },

    async cancel(id) {
      const rows = await sql`update evaluation.evaluations
        set status = 'cancelled', phase = null, completed_at = now(),
          answered = (select count(*) from evaluation.answers where evaluation_id = ${id}),
          scored = (select count(coalesce(label_score, score)) from evaluation.scores where evaluation_id = ${id})
        where id = ${id} and status = 'running' returning id`;
      return rows.length > 0;
    },

    reopen: (id, { asks, judge, labels }) =>
      sql.begin(async (tx) => {
        const [job] = await tx<Job[]>`update evaluation.evaluations
          set status = 'running', phase = 'queued', error = null, completed_at = null, asks = ${asks},
            claim = claim + 1
            ${asks ? tx`` : tx`, uses_labels = ${labels !== undefined}`}
            ${judge ? tx`, judge_provider = ${judge.provider}, judge_model = ${judge.model}` : tx``}
          where id = ${id} and status <> 'running' returning id, claim as claims`;
        if (!job) return undefined;
        if (!labels?.keeps) {
          await tx`delete from evaluation.scores where evaluation_id = ${id} ${
            asks ? tx`and score is null` : tx``
          }`;
        }
        if (asks) {
          await tx`delete from evaluation.answers where evaluation_id = ${id} and status <> 'answered'`;
        }
        return job;
      }),

    running: async (seconds) =>
      await sql<Job[]>`select id, claim as claims from evaluation.evaluations
        where status = 'running' and created_at < now() - make_interval(secs => ${seconds}) order by id`,

    // One JSON value of plain lists instead of thousands of rows: a fifth of the time, and the leaderboard reads all.
    async completed(hashes, prompt_version) {
      const [row] = await sql<{ results: CompletedRow[] | null }[]>`
        select json_agg(json_build_array(id, model_id, provider, benchmark_id, tallies, questions,
          coalesce(avg_latency_ms, 0), extract(epoch from completed_at))) as results
        from evaluation.evaluations
        where status = 'completed' and tallies is not null and benchmark_hash = any(${hashes})
          and prompt_version = ${prompt_version} and system_prompt is null
          and not uses_labels`;
      return (row?.results ?? []).map((
        [eval_id, model_id, provider, benchmark_id, tallies, questions, avg_latency_ms, seconds],
      ) => {
        const completed_at = new Date(seconds * 1000).toISOString();
        return {
          eval_id,
          model_id,
          provider,
          benchmark_id,
          tallies,
          questions,
          avg_latency_ms,
          completed_at,
        };
      });
    },
  };
}
