import type { Sql } from "lib/database/db.ts";
import { audit } from "../audit_store.ts";
import type { Caller } from "../access.ts";
import type { Decision } from "../bids/bid_rules.ts";
import { type BidKey, decisionOn } from "../bids/bids_store.ts";
import type { Finding, FindingInput, Score, ScoreInput } from "./judgement.ts";
import type { FindingMaker } from "./judgement_rules.ts";

export interface JudgementStore {
  /**
   * Stores an evaluator's score, replacing the evaluator's earlier one, unless `allow` throws; undefined if
   * there is no such bid.
   */
  score(
    key: BidKey,
    input: ScoreInput,
    by: { evaluator: string; allow: (decision: Decision) => void },
  ): Promise<Score | undefined>;
  scores(bidId: string): Promise<Score[]>;
  /**
   * Stores a person's finding about a requirement, unless `allow`, which sees the earlier one, throws;
   * undefined if there is no such bid.
   */
  find(
    key: BidKey,
    input: FindingInput,
    by: { caller: Caller; allow: (decision: Decision, before: FindingMaker | undefined) => void },
  ): Promise<Finding | undefined>;
}

/** Judgements are stored while their tender is locked, so that none is given once it is settled. */
export function judgementStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): JudgementStore {
  return {
    async score(key, input, { evaluator, allow }) {
      const { bid_id } = key;
      return await sql.begin(async (tx) => {
        const decision = await decisionOn(tx, key, now());
        if (!decision) return undefined;
        allow(decision);
        const score = { ...input, bid_id, evaluator, scored_at: new Date(now()).toISOString() };
        const [before] = await tx`select criterion, score::float8, comment from procurement.evaluator_scores
          where bid_id = ${bid_id} and criterion = ${input.criterion} and evaluator = ${evaluator}`;
        await tx`insert into procurement.evaluator_scores ${tx({ ...score })}
          on conflict (bid_id, criterion, evaluator) do update
          set score = excluded.score, comment = excluded.comment, scored_at = excluded.scored_at`;
        const resource = { resource: "bid" as const, resource_id: bid_id };
        await audit(tx, { actor: evaluator, action: "score", ...resource, before, after: input });
        return score;
      });
    },

    async scores(bidId) {
      const rows = await sql<(Omit<Score, "score"> & { score: string })[]>`
        select * from procurement.evaluator_scores where bid_id = ${bidId} order by criterion, evaluator`;
      return rows.map((row) => ({ ...row, score: Number(row.score) }));
    },

    async find(key, input, { caller, allow }) {
      const { bid_id } = key;
      const actor = caller.sub;
      return await sql.begin(async (tx) => {
        const decision = await decisionOn(tx, key, now());
        if (!decision) return undefined;
        const [before] = await tx<FindingMaker[]>`
          select requirement, status, evidence, found_by, found_as from procurement.requirement_findings
          where bid_id = ${bid_id} and requirement = ${input.requirement}`;
        allow(decision, before);
        const finding = { ...input, bid_id, found_by: actor, found_at: new Date(now()).toISOString() };
        await tx`insert into procurement.requirement_findings ${tx({ ...finding, found_as: caller.role })}
          on conflict (bid_id, requirement) do update set status = excluded.status, evidence = excluded.evidence,
          found_by = excluded.found_by, found_as = excluded.found_as, found_at = excluded.found_at`;
        const resource = { resource: "bid" as const, resource_id: bid_id };
        await audit(tx, { actor, action: "find", ...resource, before, after: input });
        return finding;
      });
    },
  };
}
