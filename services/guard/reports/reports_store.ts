import type { Sql } from "lib/database/db.ts";
import { ComplianceReport } from "./report.ts";

export interface ComplianceStore {
  insert(report: ComplianceReport): Promise<void>;
  list(query: { framework_id?: string; limit: number; skip: number }): Promise<ComplianceReport[]>;
  count(query: { framework_id?: string }): Promise<number>;
  find(id: string): Promise<ComplianceReport | undefined>;
}

interface Row {
  report: string;
}

export function complianceStore(sql: Sql): ComplianceStore {
  const parsed = ({ report }: Row) => ComplianceReport.parse(JSON.parse(report));
  const ofFramework = (id?: string) => id ? sql`where framework_id = ${id}` : sql``;
  return {
    async insert(report) {
      const { id, framework_id, generated_by, generated_at } = report;
      await sql`
        insert into guard.compliance_reports (id, framework_id, report, created_by, created_at)
        values (${id}, ${framework_id}, ${JSON.stringify(report)}, ${generated_by}, ${generated_at})`;
    },
    async list({ framework_id, limit, skip }) {
      const rows = await sql<Row[]>`
        select report from guard.compliance_reports ${ofFramework(framework_id)}
        order by created_at desc, id desc limit ${limit} offset ${skip}`;
      return rows.map(parsed);
    },
    async count({ framework_id }) {
      const [row] = await sql<{ n: number }[]>`
        select count(*) as n from guard.compliance_reports ${ofFramework(framework_id)}`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [row] = await sql<Row[]>`select report from guard.compliance_reports where id = ${id}`;
      return row && parsed(row);
    },
  };
}
