import type { Sql } from "lib/database/db.ts";
import { audit } from "../audit_store.ts";
import type { Caller } from "../access.ts";
import type { Finding, FindingInput, Score, ScoreInput } from "./judgement.ts";
import type { FindingMaker } from "./judgement_rules.ts";

export interface JudgementStore {
  /** Stores an evaluator's score, replacing the evaluator's earlier one. */
  score(bidId: string, input: ScoreInput, evaluator: string): Promise<Score>;
  scores(bidId: string): Promise<Score[]>;
  /** Stores a person's finding about a requirement, if `allow` permits replacing the earlier one. */
  find(
    bidId: string,
    input: FindingInput,
    by: { caller: Caller; allow: (before: FindingMaker | undefined) => void },
  ): Promise<Finding>;
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

    async find(bidId, input, { caller, allow }) {
      const actor = caller.sub;
      const finding = { ...input, bid_id: bidId, found_by: actor, found_at: new Date(now()).toISOString() };
      await sql.begin(async (tx) => {
        // The lock serialises concurrent findings, including the first one of a requirement.
        await tx`select 1 from procurement.bids where id = ${bidId} for update`;
        const [before] = await tx<FindingMaker[]>`
          select requirement, status, evidence, found_by, found_as from procurement.requirement_findings
          where bid_id = ${bidId} and requirement = ${input.requirement}`;
        allow(before);
        await tx`insert into procurement.requirement_findings ${tx({ ...finding, found_as: caller.role })}
          on conflict (bid_id, requirement) do update set status = excluded.status, evidence = excluded.evidence,
          found_by = excluded.found_by, found_as = excluded.found_as, found_at = excluded.found_at`;
        await audit(tx, { actor, action: "find", resource: "bid", resource_id: bidId, before, after: input });
      });
      return finding;
    },
  };
}
