import type { JSONValue } from "postgres";
import type { Sql } from "lib/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Report } from "./report.ts";

export type Summary = Pick<
  Report,
  | "id"
  | "system_id"
  | "system_name"
  | "overall_score"
  | "framework_scores"
  | "total_requirements"
  | "met_requirements"
  | "gap_count"
  | "assessed_at"
>;

export interface ReportQuery {
  limit: number;
  offset: number;
  /** Part of a system's name. */
  system?: string;
  system_id?: string;
  framework_id?: string;
  risk_level?: string;
  /** Assessed at this moment or later. */
  from?: string;
  /** Assessed before this moment. */
  to?: string;
}

export interface ReportStore {
  list(query: ReportQuery): Promise<{ reports: Summary[]; total: number }>;
  find(id: string): Promise<Report | undefined>;
  /** Keeps a report under the standing record of its system, which is made on first sight. */
  insert(report: Omit<Report, "id" | "system_id" | "assessed_at">): Promise<Report>;
}

export function reportStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): ReportStore {
  return {
    async list({ limit, offset, ...filter }) {
      const where = conditions(sql, filter);
      const rows = await sql<{ summary: Summary }[]>`
        select coalesce(r.summary, r.report - 'frameworks' - 'request') as summary from compliance.reports r
        where ${where} order by r.assessed_at desc, r.id desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.reports r where ${where}`;
      return { reports: rows.map(({ summary }) => summaryOf(summary)), total: counted?.total ?? 0 };
    },

    async find(id) {
      const [row] = await sql<{ report: Report }[]>`select report from compliance.reports where id = ${id}`;
      return row?.report;
    },

    async insert(input) {
      return await sql.begin(async (tx) => {
        const time = new Date(now()).toISOString();
        const made = {
          id: uuidv7(),
          name: input.system_name,
          name_folded: fold(input.system_name),
          created_by: input.assessed_by,
          created_at: time,
        };
        const [system] = await tx<{ id: string }[]>`insert into compliance.systems ${tx(made)}
          on conflict (name_folded) do update set name_folded = excluded.name_folded returning id`;
        if (!system) throw new Error("The system's record could not be kept");
        const report: Report = { ...input, id: uuidv7(), system_id: system.id, assessed_at: time };
        await tx`insert into compliance.reports ${
          tx({
            id: report.id,
            system_id: report.system_id,
            system_name: report.system_name,
            overall_score: report.overall_score,
            risk_level: report.risk_level,
            framework_ids: tx.json(report.frameworks.map(({ framework_id }) => framework_id)),
            report: tx.json(plain(report)),
            summary: tx.json(plain(summaryOf(report))),
            created_by: report.assessed_by,
            assessed_at: time,
          })
        }`;
        return report;
      });
    },
  };
}

function conditions(sql: Sql, query: Omit<ReportQuery, "limit" | "offset">) {
  const { system, system_id, framework_id, risk_level, from, to } = query;
  return sql`true
    ${
    system
      ? sql`and r.system_id in (select id from compliance.systems where name_folded like ${
        containing(system)
      })`
      : sql``
  }
    ${system_id ? sql`and r.system_id = ${system_id}` : sql``}
    ${framework_id ? sql`and r.framework_ids ? ${framework_id}` : sql``}
    ${risk_level ? sql`and r.risk_level = ${risk_level}` : sql``}
    ${from ? sql`and r.assessed_at >= ${from}` : sql``}
    ${to ? sql`and r.assessed_at < ${to}` : sql``}`;
}

/** The part of a report that lists and `assess` answer with. */
export function summaryOf(report: Summary): Summary {
  const { id, system_id, system_name, overall_score, framework_scores, assessed_at } = report;
  const { total_requirements, met_requirements, gap_count } = report;
  return {
    id,
    system_id,
    system_name,
    overall_score,
    framework_scores,
    total_requirements,
    met_requirements,
    gap_count,
    assessed_at,
  };
}

/** A value as JSON has it. */
export function plain(value: unknown): JSONValue {
  return JSON.parse(JSON.stringify(value));
}
