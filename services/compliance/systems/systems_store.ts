import type { Sql } from "lib/database/db.ts";
import { containing } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Caller, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import type { Evidence, EvidenceInput, System } from "./system.ts";

export interface SystemStore {
  /** Those that the caller may read. */
  list(
    query: { limit: number; offset: number; name?: string },
    caller: Caller,
  ): Promise<{ systems: System[]; total: number }>;
  /** A system with the trend of those reports that the caller may read. */
  find(id: string, caller: Caller): Promise<System | undefined>;
  /** Who may see a system. */
  sharing(id: string): Promise<Shared | undefined>;
  /** Stores with whom a system is shared; false when it is gone. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  evidence(systemId: string): Promise<Evidence[]>;
  addEvidence(systemId: string, input: EvidenceInput, actor: string): Promise<Evidence>;
  /** Removes a piece of evidence, of anyone's or only what `addedBy` added; false when there is none such. */
  removeEvidence(systemId: string, id: string, addedBy?: string): Promise<boolean>;
}

const TREND = 50;

export function systemStore(
  sql: Sql,
  { rules, now = Date.now }: { rules: SharingRules; now?: () => number },
): SystemStore {
  const systems = (caller: Caller) => {
    const visible = rules.visible(sql, caller, { owner: "created_by", table: "r" });
    return sql`
      select s.id, s.name, s.created_at,
        (select count(*) from compliance.reports r where r.system_id = s.id and ${visible}) as assessments,
        coalesce((select jsonb_agg(t order by t.assessed_at) from (
          select r.id as report_id, r.overall_score,
            to_char(r.assessed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as assessed_at
          from compliance.reports r where r.system_id = s.id and ${visible}
          order by r.assessed_at desc limit ${TREND}) t), '[]') as trend
      from compliance.systems s`;
  };
  return {
    async list({ limit, offset, name }, caller) {
      const visible = rules.visible(sql, caller, { owner: "created_by", table: "s" });
      const where = sql`where ${visible} ${name ? sql`and s.name_folded like ${containing(name)}` : sql``}`;
      const rows = await sql<System[]>`
        ${systems(caller)} ${where} order by s.created_at desc, s.id limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.systems s ${where}`;
      return { systems: rows, total: counted?.total ?? 0 };
    },
    async find(id, caller) {
      const [row] = await sql<System[]>`${systems(caller)} where s.id = ${id}`;
      return row;
    },
    async sharing(id) {
      const [row] = await sql<
        Shared[]
      >`select created_by as owner, shared_with from compliance.systems where id = ${id}`;
      return row;
    },
    async share(id, sharing) {
      const shared = await sql`
        update compliance.systems set shared_with = ${sql.json(sharing)} where id = ${id} returning id`;
      return shared.length > 0;
    },
    async evidence(systemId) {
      return await sql<Evidence[]>`select * from compliance.evidence where system_id = ${systemId}
        order by framework_id, requirement_id, added_at, id`;
    },
    async addEvidence(systemId, input, actor) {
      const evidence = {
        ...input,
        id: uuidv7(),
        system_id: systemId,
        added_by: actor,
        added_at: new Date(now()).toISOString(),
      };
      await sql`insert into compliance.evidence ${sql({ ...evidence })}`;
      return evidence;
    },
    async removeEvidence(systemId, id, addedBy) {
      const removed = await sql`delete from compliance.evidence where id = ${id} and system_id = ${systemId}
        ${addedBy === undefined ? sql`` : sql`and added_by = ${addedBy}`} returning id`;
      return removed.length > 0;
    },
  };
}
