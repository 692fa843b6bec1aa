import type { PendingQuery, Row as PgRow } from "postgres";
import type { Sql, TransactionSql } from "lib/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import { limitOffset, type PageQuery } from "lib/pagination.ts";
import { audit } from "../audit_store.ts";
import { closingTime } from "./deadline.ts";
import { find, type Total } from "../counted_search.ts";
import { currentStatus, type Tender, type TenderInput, type TenderStatus } from "./tender.ts";
import { type TenderCounts, tenderCounts } from "./tender_counts_store.ts";

export interface TenderQuery extends PageQuery {
  category?: string;
  status?: TenderStatus;
  search?: string;
  /** false: drafts are left out. */
  drafts?: boolean;
}

export interface TenderStore {
  list(query: TenderQuery): Promise<{ tenders: Tender[] } & Total>;
  find(id: string): Promise<Tender | undefined>;
  insert(input: TenderInput, actor: string): Promise<Tender>;
  /** Changes the tender as `change` says, given how it is now, in one transaction; undefined when it is not there. */
  update(id: string, actor: string, change: (tender: Tender) => TenderChange): Promise<Tender | undefined>;
  remove(id: string, actor: string): Promise<boolean>;
  stats: TenderCounts["stats"];
}

export type TenderChange = Partial<Omit<TenderInput, "status">> & { status?: TenderStatus };

interface Row extends Omit<Tender, "budget_min" | "budget_max"> {
  budget_min: string;
  budget_max: string;
}

export function tenderStore(
  sql: Sql,
  { timeZone, now = Date.now }: { timeZone: string; now?: () => number },
): TenderStore {
  const counts = tenderCounts(sql, { now });
  const columns = (client: Sql | TransactionSql) =>
    client`t.id, t.title, t.description, t.category, t.budget_min, t.budget_max, t.currency, t.deadline, t.requirements,
      t.evaluation_criteria, t.sealed, t.status, t.closes_at, t.awarded_bid_id, t.created_by, t.created_at, t.updated_at,
      (select count(*) from procurement.bids b where b.tender_id = t.id and not b.superseded) as bid_count`;

  const tenderOf = (row: Row): Tender => ({
    ...row,
    budget_min: Number(row.budget_min),
    budget_max: Number(row.budget_max),
    status: currentStatus(row.status, row.closes_at, now()),
  });

  const closing = (deadline: string | null) =>
    deadline === null ? null : closingTime(deadline, timeZone) ?? null;

  return {
    async list(query) {
      const { category, status, search } = query;
      const { limit, offset } = limitOffset(query);
      const where = sql`
        t.deleted_at is null
        ${category ? sql`and t.category = ${category}` : sql``}
        ${status ? statusIs(status) : sql``}
        ${query.drafts === false ? sql`and t.status <> 'draft'` : sql``}
        ${
        search
          ? sql`and (t.title_folded like ${containing(search)} or t.description_folded like ${
            containing(search)
          })`
          : sql``
      }`;
      const rowsOf = (ids: PendingQuery<PgRow[]>) =>
        sql<Row[]>`
          select ${columns(sql)} from (${ids}) page join procurement.tenders t on t.id = page.id
          order by t.created_at desc, t.id`;
      const newest = sql`select t.id from procurement.tenders t where ${where}
        order by t.created_at desc, t.id limit ${limit} offset ${offset}`;
      if (!search) {
        const [rows, total] = await Promise.all([rowsOf(newest), counts.count(query)]);
        return { tenders: rows.map(tenderOf), total, total_is_exact: true };
      }
      const { ids, ...total } = await find(sql, sql`from procurement.tenders t where ${where}`, {
        limit,
        offset,
      });
      const rows = await rowsOf(ids ? sql`select unnest(${ids}::uuid[]) as id` : newest);
      return { tenders: rows.map(tenderOf), ...total };
    },

    async find(id) {
      const [row] = await sql<Row[]>`
        select ${columns(sql)} from procurement.tenders t where t.id = ${id} and t.deleted_at is null`;
      return row && tenderOf(row);
    },

    async insert(input, actor) {
      const id = uuidv7();
      const time = new Date(now());
      return await sql.begin(async (tx) => {
        await tx`insert into procurement.tenders ${
          tx({
            ...input,
            id,
            title_folded: fold(input.title),
            description_folded: fold(input.description),
            requirements: tx.json(input.requirements),
            evaluation_criteria: tx.json(input.evaluation_criteria),
            closes_at: closing(input.deadline),
            created_by: actor,
            created_at: time,
            updated_at: time,
          })
        }`;
        const [row] = await tx<Row[]>`select ${columns(tx)} from procurement.tenders t where t.id = ${id}`;
        if (!row) throw new Error("The tender that was just written is gone");
        const tender = tenderOf(row);
        await audit(tx, { actor, action: "create", resource: "tender", resource_id: id, after: tender });
        return tender;
      });
    },

    async update(id, actor, change) {
      return await sql.begin(async (tx) => {
        const [row] = await tx<Row[]>`
          select ${
          columns(tx)
        } from procurement.tenders t where t.id = ${id} and t.deleted_at is null for update of t`;
        if (!row) return undefined;
        const before = tenderOf(row);
        const { requirements, evaluation_criteria, ...changed } = change(before);
        await tx`update procurement.tenders set ${
          tx({
            ...changed,
            ...changed.title === undefined ? {} : { title_folded: fold(changed.title) },
            ...changed.description === undefined ? {} : { description_folded: fold(changed.description) },
            ...changed.deadline === undefined ? {} : { closes_at: closing(changed.deadline) },
            ...requirements === undefined ? {} : { requirements: tx.json(requirements) },
            ...evaluation_criteria === undefined ? {} : { evaluation_criteria: tx.json(evaluation_criteria) },
            updated_at: new Date(now()),
          })
        } where id = ${id}`;
        const [written] = await tx<Row[]>`select ${
          columns(tx)
        } from procurement.tenders t where t.id = ${id}`;
        if (!written) return undefined;
        const after = tenderOf(written);
        await audit(tx, { actor, action: "update", resource: "tender", resource_id: id, before, after });
        return after;
      });
    },

    async remove(id, actor) {
      return await sql.begin(async (tx) => {
        const [row] = await tx<Row[]>`
          select ${
          columns(tx)
        } from procurement.tenders t where t.id = ${id} and t.deleted_at is null for update of t`;
        if (!row) return false;
        await tx`update procurement.tenders set deleted_at = ${new Date(now())} where id = ${id}`;
        const before = tenderOf(row);
        await audit(tx, { actor, action: "delete", resource: "tender", resource_id: id, before });
        return true;
      });
    },

    stats: counts.stats,
  };

  /** `closed` is what is open in the table and over. */
  function statusIs(status: TenderStatus) {
    const time = new Date(now());
    if (status === "closed") {
      return sql`and t.status = 'open' and coalesce(t.closes_at, 'infinity') <= ${time}`;
    }
    if (status === "open") return sql`and t.status = 'open' and coalesce(t.closes_at, 'infinity') > ${time}`;
    return sql`and t.status = ${status}`;
  }
}
