import type { Sql, TransactionSql } from "lib/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit, plain } from "../audit_store.ts";
import { evaluate, type Evaluation, type Inputs, inputsHash } from "./evaluation.ts";
import type { RequirementFinding, RequirementStatus } from "./requirement_match.ts";
import { currentStatus, type TenderStatus } from "../tenders/tender.ts";

export type NotEvaluated = "no tender" | "no bids" | "sealed" | { status: TenderStatus };

export interface EvaluationStore {
  /** Evaluates a tender as it is now and keeps the result as a new version. */
  evaluate(tenderId: string, actor: string): Promise<Evaluation | NotEvaluated>;
  latest(tenderId: string): Promise<Evaluation | undefined>;
  list(tenderId: string): Promise<Evaluation[]>;
}

interface TenderRow {
  id: string;
  title: string;
  description: string;
  category: string;
  budget_min: string;
  budget_max: string;
  currency: Inputs["tender"]["currency"];
  requirements: string[];
  evaluation_criteria: Record<string, number>;
  closes_at: string | null;
  created_at: string;
  sealed: boolean;
  status: TenderStatus;
}

interface BidRow {
  id: string;
  supplier_id: string;
  supplier_name: string;
  amount: string;
  delivery_days: number | null;
  proposal: string;
  qualifications: string[];
  capabilities: string[];
  certifications: string[];
  disqualified_reason: string | null;
  late: boolean;
}

export function evaluationStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): EvaluationStore {
  return {
    async evaluate(tenderId, actor) {
      return await sql.begin(async (tx): Promise<Evaluation | NotEvaluated> => {
        // Two evaluations at once wait for each other here and get versions of their own.
        const [tender] = await tx<TenderRow[]>`
          select * from procurement.tenders where id = ${tenderId} and deleted_at is null for update`;
        if (!tender) return "no tender";
        const status = currentStatus(tender.status, tender.closes_at, now());
        if (tender.sealed && (status === "open" || status === "draft")) return "sealed";
        if (["draft", "awarded", "unsuccessful", "cancelled"].includes(status)) return { status };
        const inputs = { tender: tenderInputs(tender), bids: await bidInputs(tx, tenderId) };
        if (inputs.bids.length === 0) return "no bids";
        const [last] = await tx<{ version: number | null }[]>`
          select max(version) as version from procurement.evaluations where tender_id = ${tenderId}`;
        const result: Evaluation = {
          ...evaluate(inputs),
          version: (last?.version ?? 0) + 1,
          inputs_sha256: await inputsHash(inputs),
          evaluated_by: actor,
          evaluated_at: new Date(now()).toISOString(),
        };
        const id = uuidv7();
        await tx`insert into procurement.evaluations ${
          tx({
            id,
            tender_id: tenderId,
            version: result.version,
            inputs: tx.json(plain(inputs)),
            inputs_sha256: result.inputs_sha256,
            result: tx.json(plain(result)),
            evaluated_by: actor,
            evaluated_at: result.evaluated_at,
          })
        }`;
        const moved = status === "closed" || status === "under_evaluation" ? "evaluated" : status;
        if (moved !== status) {
          await tx`update procurement.tenders set status = 'evaluated', updated_at = ${result.evaluated_at}
            where id = ${tenderId}`;
        }
        const { version, inputs_sha256 } = result;
        await audit(tx, {
          actor,
          action: "evaluate",
          resource: "tender",
          resource_id: tenderId,
          before: { status, version: last?.version ?? null },
          after: { status: moved, version, inputs_sha256 },
        });
        return result;
      });
    },

    async latest(tenderId) {
      const [row] = await sql<{ result: Evaluation }[]>`
        select result from procurement.evaluations where tender_id = ${tenderId} order by version desc limit 1`;
      return row?.result;
    },

    async list(tenderId) {
      const rows = await sql<{ result: Evaluation }[]>`
        select result from procurement.evaluations where tender_id = ${tenderId} order by version desc limit 100`;
      return rows.map(({ result }) => result);
    },
  };
}

function tenderInputs(row: TenderRow): Inputs["tender"] {
  const {
    id,
    title,
    description,
    category,
    currency,
    requirements,
    evaluation_criteria,
    closes_at,
    created_at,
  } = row;
  return {
    id,
    title,
    description,
    category,
    currency,
    requirements,
    evaluation_criteria,
    closes_at,
    created_at,
    budget_min: Number(row.budget_min),
    budget_max: Number(row.budget_max),
  };
}

async function bidInputs(tx: TransactionSql, tenderId: string): Promise<Inputs["bids"]> {
  const rows = await tx<BidRow[]>`
    select b.id, b.supplier_id, s.name as supplier_name, b.amount, b.delivery_days, b.proposal, b.qualifications,
      s.capabilities, s.certifications, b.disqualified_reason, b.late
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id
    where b.tender_id = ${tenderId} and not b.superseded order by b.id`;
  const scores = await tx<{ bid_id: string; criterion: string; score: string }[]>`
    select e.bid_id, e.criterion, e.score from procurement.evaluator_scores e join procurement.bids b on b.id = e.bid_id
    where b.tender_id = ${tenderId} and not b.superseded order by e.bid_id, e.criterion, e.evaluator`;
  const found = await tx<
    { bid_id: string; requirement: number; status: RequirementStatus; evidence: string; found_by: string }[]
  >`
    select f.* from procurement.requirement_findings f join procurement.bids b on b.id = f.bid_id
    where b.tender_id = ${tenderId} and not b.superseded`;
  const [tender] = await tx<{ requirements: string[] }[]>`
    select requirements from procurement.tenders where id = ${tenderId}`;
  const scoresOf = Map.groupBy(scores, ({ bid_id }) => bid_id);
  const foundOf = Map.groupBy(found, ({ bid_id }) => bid_id);
  return rows.map(({ qualifications, capabilities, certifications, ...bid }) => {
    const judged: Record<string, number[]> = {};
    for (const { criterion, score } of scoresOf.get(bid.id) ?? []) {
      (judged[criterion] ??= []).push(Number(score));
    }
    const findings: Record<number, RequirementFinding> = {};
    for (const { requirement, status, evidence, found_by } of foundOf.get(bid.id) ?? []) {
      findings[requirement] = {
        requirement: tender?.requirements[requirement] ?? "",
        status,
        evidence,
        found_by,
      };
    }
    return {
      ...bid,
      texts: [bid.proposal, ...qualifications, ...capabilities, ...certifications],
      disqualified: bid.disqualified_reason !== null,
      judged,
      findings,
    };
  });
}
