import type { Sql } from "lib/db.ts";
import { audit } from "../audit_store.ts";

export interface ScoreInput {
  criterion: string;
  score: number;
  comment: string;
}

export interface Score extends ScoreInput {
  bid_id: string;
  evaluator: string;
  scored_at: string;
}

export interface FindingInput {
  requirement: number;
  status: "met" | "unclear" | "not_met";
  evidence: string;
}

export interface Finding extends FindingInput {
  bid_id: string;
  found_by: string;
  found_at: string;
}

export interface JudgementStore {
  /** Keeps an evaluator's score in place of that evaluator's earlier one. */
  score(bidId: string, input: ScoreInput, evaluator: string): Promise<Score>;
  scores(bidId: string): Promise<Score[]>;
  /** Keeps what a person found about a requirement. */
  find(bidId: string, input: FindingInput, actor: string): Promise<Finding>;
}

export function judgementStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): JudgementStore {
  return {
    async score(bidId, input, evaluator) {
      const score = { ...input, bid_id: bidId, evaluator, scored_at: new Date(now()).toISOString() };
      await sql.begin(async (tx) => {
        const [before] = await tx`select criterion, score::float8, comment from procurement.evaluator_scores
          where bid_id = ${bidId} and criterion = ${input.criterion} and evaluator = ${evaluator} for update`;
        await tx`insert into procurement.evaluator_scores ${tx({ ...score })}
          on conflict (bid_id, criterion, evaluator) do update
          set score = excluded.score, comment = excluded.comment, scored_at = excluded.scored_at`;
        await audit(tx, {
          actor: evaluator,
          action: "score",
          resource: "bid",
          resource_id: bidId,
          before,
          after: input,
        });
      });
      return score;
    },

    async scores(bidId) {
      const rows = await sql<(Omit<Score, "score"> & { score: string })[]>`
        select * from procurement.evaluator_scores where bid_id = ${bidId} order by criterion, evaluator`;
      return rows.map((row) => ({ ...row, score: Number(row.score) }));
    },

    async find(bidId, input, actor) {
      const finding = { ...input, bid_id: bidId, found_by: actor, found_at: new Date(now()).toISOString() };
      await sql.begin(async (tx) => {
        const [before] =
          await tx`select requirement, status, evidence, found_by from procurement.requirement_findings
          where bid_id = ${bidId} and requirement = ${input.requirement} for update`;
        await tx`insert into procurement.requirement_findings ${tx({ ...finding })}
          on conflict (bid_id, requirement) do update set status = excluded.status, evidence = excluded.evidence,
          found_by = excluded.found_by, found_at = excluded.found_at`;
        await audit(tx, { actor, action: "find", resource: "bid", resource_id: bidId, before, after: input });
      });
      return finding;
    },
  };
}
