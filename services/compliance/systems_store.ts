import type { Sql } from "lib/db.ts";
import { containing } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";

/** A system that is assessed again and again, with the trend of its score. */
export interface System {
  id: string;
  name: string;
  created_at: string;
  assessments: number;
  trend: { report_id: string; overall_score: number; assessed_at: string }[];
}

export interface EvidenceInput {
  framework_id: string;
  requirement_id: string;
  kind: "document" | "link" | "note";
  reference: string;
  note: string;
}

export interface Evidence extends EvidenceInput {
  id: string;
  system_id: string;
  added_by: string;
  added_at: string;
}

export interface SystemStore {
  list(
    query: { limit: number; offset: number; name?: string },
  ): Promise<{ systems: System[]; total: number }>;
  find(id: string): Promise<System | undefined>;
  evidence(systemId: string): Promise<Evidence[]>;
  addEvidence(systemId: string, input: EvidenceInput, actor: string): Promise<Evidence>;
  /** Removes a piece of evidence, of anyone's or only what `addedBy` added; false when there is none such. */
  removeEvidence(systemId: string, id: string, addedBy?: string): Promise<boolean>;
}

const TREND = 50;

export function systemStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): SystemStore {
  const systems = sql`
    select s.id, s.name, s.created_at, (select count(*) from compliance.reports r where r.system_id = s.id) as assessments,
      coalesce((select jsonb_agg(t order by t.assessed_at) from (
        select r.id as report_id, r.overall_score,
          to_char(r.assessed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as assessed_at
        from compliance.reports r where r.system_id = s.id order by r.assessed_at desc limit ${TREND}) t), '[]') as trend
    from compliance.systems s`;
  return {
    async list({ limit, offset, name }) {
      const where = name ? sql`where s.name_folded like ${containing(name)}` : sql``;
      const rows = await sql<System[]>`
        ${systems} ${where} order by s.created_at desc, s.id limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*) as total from compliance.systems s ${where}`;
      return { systems: rows, total: counted?.total ?? 0 };
    },
    async find(id) {
      const [row] = await sql<System[]>`${systems} where s.id = ${id}`;
      return row;
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
