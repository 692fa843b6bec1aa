import type { TransactionSql } from "lib/database/db.ts";
import type { Tender } from "../tenders/tender.ts";
import { evaluatedFields, type Inputs, type LateBid } from "./evaluation.ts";
import type { RequirementFinding, RequirementStatus } from "./requirements/requirement_finding.ts";

interface BidRow {
  id: string;
  supplier_id: string;
  supplier_name: string;
  amount: string;
  delivery_days: number | null;
  proposal: string;
  qualifications: string[];
  listed: string[];
  disqualified_reason: string | null;
  late: boolean;
}

/** Reads all inputs of a tender's evaluation: its current bids, and people's scores and findings. */
export async function evaluationInputs(tx: TransactionSql, tender: Tender): Promise<Inputs> {
  return { tender: evaluatedFields(tender), bids: await bidInputs(tx, tender) };
}

/** Late bids that were not admitted. */
export async function lateBids(tx: TransactionSql, tenderId: string): Promise<LateBid[]> {
  return await tx<LateBid[]>`
    select b.id as bid_id, b.supplier_id, s.name as supplier_name, b.submitted_at
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
    where b.tender_id = ${tenderId} and not b.superseded and b.late and b.admitted_at is null
    order by b.submitted_at, b.id`;
}

async function bidInputs(tx: TransactionSql, tender: Tender): Promise<Inputs["bids"]> {
  const running =
    tx`b.tender_id = ${tender.id} and not b.superseded and (not b.late or b.admitted_at is not null)`;
  const rows = await tx<BidRow[]>`
    select b.id, b.supplier_id, s.name as supplier_name, b.amount, b.delivery_days, b.proposal, b.qualifications,
      b.listed, b.disqualified_reason, b.late
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id where ${running} order by b.id`;
  // Scores by owners of bidding suppliers are ignored, even if they were given before the ownership.
  const unconflicted = (column: "evaluator" | "found_by") =>
    tx`not exists (
      select from procurement.bids o join procurement.suppliers s on s.id = o.supplier_id
      where o.tender_id = ${tender.id} and (o.bidders ? ${tx(column)} or s.owners ? ${tx(column)}))`;
  const scores = await tx<{ bid_id: string; criterion: string; score: string }[]>`
    select e.bid_id, e.criterion, e.score from procurement.evaluator_scores e
    join procurement.bids b on b.id = e.bid_id
    where ${running} and ${unconflicted("evaluator")} order by e.bid_id, e.criterion, e.evaluator`;
  const found = await tx<
    { bid_id: string; requirement: number; status: RequirementStatus; evidence: string; found_by: string }[]
  >`
    select f.* from procurement.requirement_findings f join procurement.bids b on b.id = f.bid_id
    where ${running} and ${unconflicted("found_by")}`;
  const scoresOf = Map.groupBy(scores, ({ bid_id }) => bid_id);
  const foundOf = Map.groupBy(found, ({ bid_id }) => bid_id);
  return rows.map(({ qualifications, listed, ...bid }) => {
    const byCriterion = Map.groupBy(scoresOf.get(bid.id) ?? [], ({ criterion }) => criterion);
    const judged = Object.fromEntries(
      [...byCriterion].map(([criterion, given]) => [criterion, given.map(({ score }) => Number(score))]),
    );
    const findings: Record<number, RequirementFinding> = {};
    for (const { requirement, status, evidence, found_by } of foundOf.get(bid.id) ?? []) {
      findings[requirement] = {
        requirement: tender.requirements[requirement] ?? "",
        status,
        evidence,
        found_by,
      };
    }
    return {
      ...bid,
      listed: [...qualifications, ...listed],
      disqualified: bid.disqualified_reason !== null,
      judged,
      findings,
    };
  });
}
