import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { audit } from "../audit_store.ts";
import type { Standing } from "../tenders/standing.ts";
import { standingOf } from "../tenders/tenders_store.ts";
import type { TenderStatus } from "../tenders/tender_status.ts";
import { inputsHash } from "./evaluate.ts";
import type { KeptEvaluation } from "./evaluation.ts";
import { evaluationInputs, lateBids } from "./evaluation_inputs_store.ts";
import type { BidProposals } from "./bid_proposals.ts";
import type { AwardGround, Ground, NextGround } from "./evaluation_rules.ts";
import { keepProposals, proposalsFor } from "./proposals_store.ts";

export interface EvaluationStore {
  /** A tender with its current inputs; undefined if it does not exist. */
  ground(tenderId: string): Promise<Ground | undefined>;
  /**
   * Stores the evaluation that `next` computes from the current state, with the model's proposals for one
   * bid. Returns "changed" and stores nothing if `next` returns undefined; returns undefined if the tender
   * does not exist.
   */
  keep(
    tenderId: string,
    by: { actor: string; proposed?: { bid_id: string; proposals: BidProposals } },
    next: (ground: NextGround) => { result: KeptEvaluation; status: TenderStatus } | undefined,
  ): Promise<KeptEvaluation | "changed" | undefined>;
  latest(tenderId: string): Promise<KeptEvaluation | undefined>;
  /** Whether bids or judgements changed since an evaluation. */
  isOutdated(tenderId: string, evaluation: KeptEvaluation): Promise<boolean>;
  list(tenderId: string): Promise<KeptEvaluation[]>;
  /** Awards the tender to a bid unless `allow` throws; false if the tender does not exist. */
  award(
    tenderId: string,
    award: { bid_id: string; reason?: string },
    by: { actor: string; allow: (ground: AwardGround) => void },
  ): Promise<boolean>;
}

export function evaluationStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): EvaluationStore {
  const store: EvaluationStore = {
    async ground(tenderId) {
      return await sql.begin("read only", async (tx) => {
        const standing = await standingOf(tx, tenderId, { now: now() });
        return standing && await groundOf(tx, standing);
      });
    },

    async keep(tenderId, { actor, proposed }, next) {
      return await sql.begin(async (tx) => {
        // Concurrent evaluations wait for each other here and get separate versions.
        const standing = await standingOf(tx, tenderId, { now: now(), lock: true });
        if (!standing) return undefined;
        const [last] = await tx<{ version: number | null }[]>`
          select max(version) as version from procurement.evaluations where tender_id = ${tenderId}`;
        const ground = await groundOf(tx, standing);
        const { inputs } = ground;
        const proposals = await proposalsFor(tx, tenderId);
        if (proposed) proposals.set(proposed.bid_id, proposed.proposals);
        const inputs_sha256 = await inputsHash(inputs);
        const kept = next({ ...ground, version: last?.version ?? 0, proposals, inputs_sha256 });
        if (!kept) return "changed";
        const { result, status } = kept;
        if (proposed) await keepProposals(tx, { ...proposed, at: new Date(now()) });
        await tx`insert into procurement.evaluations ${
          tx({
            id: uuidv7(),
            tender_id: tenderId,
            version: result.version,
            inputs: tx.json(jsonColumn(inputs)),
            inputs_sha256: result.inputs_sha256,
            result: tx.json(jsonColumn(result)),
            evaluated_by: actor,
            evaluated_at: result.evaluated_at,
          })
        }`;
        const before = standing.tender.status;
        if (status !== before) {
          await tx`update procurement.tenders set status = ${status}, updated_at = ${result.evaluated_at}
            where id = ${tenderId}`;
        }
        const { version } = result;
        await audit(tx, {
          actor,
          action: "evaluate",
          resource: "tender",
          resource_id: tenderId,
          before: { status: before, version: last?.version ?? null },
          after: { status, version, inputs_sha256 },
        });
        return result;
      });
    },

    latest: (tenderId) => latestOf(sql, tenderId),

    async isOutdated(tenderId, { inputs_sha256 }) {
      const ground = await store.ground(tenderId);
      return ground !== undefined && await inputsHash(ground.inputs) !== inputs_sha256;
    },

    async list(tenderId) {
      const rows = await sql<{ result: KeptEvaluation }[]>`
        select result from procurement.evaluations e join procurement.tenders t on t.id = e.tender_id
        where tender_id = ${tenderId} and t.deleted_at is null order by version desc limit 100`;
      return rows.map(({ result }) => result);
    },

    async award(tenderId, award, { actor, allow }) {
      return await sql.begin(async (tx) => {
        const standing = await standingOf(tx, tenderId, { now: now(), lock: true });
        if (!standing) return false;
        const [bid] = await tx<(NonNullable<AwardGround["bid"]> & { supplier_id: string })[]>`
          select supplier_id, superseded, disqualified_reason is not null as disqualified,
            late and admitted_at is null as waiting
          from procurement.bids where id = ${award.bid_id} and tender_id = ${tenderId}`;
        const latest = await latestOf(tx, tenderId);
        const inputs_sha256 = await inputsHash(await evaluationInputs(tx, standing.tender));
        allow({ standing, bid, latest, inputs_sha256 });
        if (!bid) throw new Error("A bid that is not there was allowed to win");
        await keepAward(tx, {
          tenderId,
          award,
          actor,
          supplier_id: bid.supplier_id,
          status: standing.tender.status,
        });
        return true;
      });
    },
  };
  return store;

  async function keepAward(
    tx: TransactionSql,
    { tenderId, award, actor, supplier_id, status }: {
      tenderId: string;
      award: { bid_id: string; reason?: string };
      actor: string;
      supplier_id: string;
      status: TenderStatus;
    },
  ): Promise<void> {
    const time = new Date(now());
    const { bid_id, reason } = award;
    await tx`update procurement.tenders set status = 'awarded', awarded_bid_id = ${bid_id},
      award_reason = ${reason ?? null}, updated_at = ${time} where id = ${tenderId}`;
    await tx`insert into procurement.supplier_records ${
      tx({
        id: uuidv7(),
        supplier_id,
        tender_id: tenderId,
        kind: "award",
        note: reason ?? "",
        recorded_by: actor,
        recorded_at: time,
      })
    }`;
    await audit(tx, {
      actor,
      action: "award",
      resource: "tender",
      resource_id: tenderId,
      before: { status, awarded_bid_id: null },
      after: { status: "awarded", awarded_bid_id: bid_id, reason: reason ?? null },
    });
  }
}

async function groundOf(tx: TransactionSql, standing: Standing): Promise<Ground> {
  const { tender } = standing;
  return { standing, inputs: await evaluationInputs(tx, tender), late: await lateBids(tx, tender.id) };
}

async function latestOf(client: Sql | TransactionSql, tenderId: string): Promise<KeptEvaluation | undefined> {
  const [row] = await client<{ result: KeptEvaluation }[]>`
    select result from procurement.evaluations e join procurement.tenders t on t.id = e.tender_id
    where tender_id = ${tenderId} and t.deleted_at is null order by version desc limit 1`;
  return row?.result;
}
