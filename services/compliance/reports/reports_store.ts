import type { Sql, TransactionSql } from "lib/database/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { OffsetQuery } from "lib/service/pagination.ts";
import type { Caller, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import { OwnedReport, type Report, type ReportQuery, StoredSummary } from "./report.ts";

export interface ReportStore {
  /** Those that the caller may read. */
  list(query: ReportQuery, caller: Caller): Promise<{ reports: StoredSummary[]; total: number }>;
  find(id: string): Promise<OwnedReport | undefined>;
  /**
   * Keeps a report under the standing record of its system: the caller's own of that name, else one that they may
   * change, else a new one.
   */
  insert(report: Omit<Report, "id" | "system_id" | "assessed_at">, caller: Caller): Promise<Report>;
  /** The id of a later report of the system against any of the same frameworks. */
  later(report: Pick<Report, "id" | "system_id" | "assessed_at" | "framework_scores">): Promise<
    string | undefined
  >;
  /** Stores with whom a report is shared; false when it is gone. */
  share(id: string, sharing: Sharing): Promise<boolean>;
}

export function reportStore(
  sql: Sql,
  { rules, now = Date.now }: { rules: SharingRules; now?: () => number },
): ReportStore {
  return {
    async list({ skip, limit, ...filter }, caller) {
      const visible = rules.visible(sql, caller, { owner: "created_by", table: "r" });
      const where = sql`${visible} ${conditions(sql, filter)}`;
      const rows = await sql<{ summary: unknown }[]>`
        select coalesce(r.summary, r.report - 'frameworks' - 'request') as summary from compliance.reports r
        where ${where} order by r.assessed_at desc, r.id desc limit ${limit} offset ${skip}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.reports r where ${where}`;
      return { reports: rows.map(({ summary }) => StoredSummary.parse(summary)), total: counted?.total ?? 0 };
    },

    async find(id) {
      const [row] = await sql<{ report: object }[]>`
        select report || jsonb_build_object('owner', created_by, 'shared_with', shared_with) as report
        from compliance.reports where id = ${id}`;
      return row && OwnedReport.parse(row.report);
    },

    async insert(input, caller) {
      return await sql.begin(async (tx) => {
        const time = new Date(now()).toISOString();
        const system_id = await systemOf(tx, { name: input.system_name, caller, time });
        const report: Report = { ...input, id: uuidv7(), system_id, assessed_at: time };
        await tx`insert into compliance.reports ${
          tx({
            id: report.id,
            system_id,
            system_name: report.system_name,
            overall_score: report.overall_score,
            risk_level: report.risk_level,
            framework_ids: tx.json(report.frameworks.map(({ framework_id }) => framework_id)),
            report: tx.json(jsonColumn(report)),
            summary: tx.json(jsonColumn(StoredSummary.parse(report))),
            created_by: report.assessed_by,
            assessed_at: time,
          })
        }`;
        return report;
      });
    },

    async later({ id, system_id, assessed_at, framework_scores }) {
      const [row] = await sql<{ id: string }[]>`
        select id from compliance.reports
        where system_id = ${system_id} and (assessed_at, id) > (${assessed_at}::timestamptz, ${id}::uuid)
          and framework_ids ?| ${Object.keys(framework_scores)}
        order by assessed_at desc, id desc limit 1`;
      return row?.id;
    },

    async share(id, sharing) {
      const shared = await sql`
        update compliance.reports set shared_with = ${sql.json(sharing)} where id = ${id} returning id`;
      return shared.length > 0;
    },
  };

  async function systemOf(
    tx: TransactionSql,
    { name, caller, time }: { name: string; caller: Caller; time: string },
  ): Promise<string> {
    const name_folded = nameKey(name);
    // Two assessments of one new name at once make one system.
    await tx`select pg_advisory_xact_lock(hashtext(${`diwan:compliance:system:${name_folded}`}))`;
    const named = await tx<{ id: string; owner: string; shared_with: Sharing | null }[]>`
      select id, created_by as owner, shared_with from compliance.systems where name_folded = ${name_folded}
      order by created_by = ${caller.sub} desc, created_at, id`;
    const known = named.find((system) => rules.may(caller, system, "change"));
    if (known) return known.id;
    const made = { id: uuidv7(), name, name_folded, created_by: caller.sub, created_at: time };
    await tx`insert into compliance.systems ${tx(made)}`;
    return made.id;
  }
}

function conditions(sql: Sql, query: Omit<ReportQuery, keyof OffsetQuery>) {
  const { system, system_id, framework_id, risk_level, from, to } = query;
  return sql`
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

/** The name by which assessments find their system: case, spelling and spaces around words do not matter. */
function nameKey(name: string): string {
  return fold(name).trim().replace(/\s+/gu, " ");
}
