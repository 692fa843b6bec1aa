import type { Sql } from "lib/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { audit, plain } from "../audit_store.ts";
import type { ReportContent } from "./report.ts";

export interface Report {
  id: string;
  tender_id: string;
  report_type: string;
  content: ReportContent;
  filename: string;
  created_by: string;
  created_at: string;
}

export interface ReportStore {
  list(query: { limit: number; offset: number }): Promise<{ reports: Report[]; total: number }>;
  find(id: string): Promise<Report | undefined>;
  insert(input: Pick<Report, "tender_id" | "content" | "created_by">): Promise<Report>;
}

export function reportStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): ReportStore {
  return {
    async list({ limit, offset }) {
      const reports = await sql<Report[]>`
        select * from procurement.reports order by created_at desc, id desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<{ total: number }[]>`select count(*) as total from procurement.reports`;
      return { reports, total: counted?.total ?? 0 };
    },

    async find(id) {
      const [report] = await sql<Report[]>`select * from procurement.reports where id = ${id}`;
      return report;
    },

    async insert({ tender_id, content, created_by }) {
      const id = uuidv7();
      const created_at = new Date(now()).toISOString();
      const report: Report = {
        id,
        tender_id,
        report_type: "bid_evaluation",
        content,
        filename: `evaluation-${tender_id}-v${content.evaluation_version}.pdf`,
        created_by,
        created_at,
      };
      await sql.begin(async (tx) => {
        await tx`insert into procurement.reports ${tx({ ...report, content: tx.json(plain(content)) })}`;
        const after = { tender_id, version: content.evaluation_version };
        await audit(tx, { actor: created_by, action: "create", resource: "report", resource_id: id, after });
      });
      return report;
    },
  };
}
