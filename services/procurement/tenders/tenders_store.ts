import type { PendingQuery, Row as PgRow } from "postgres";
import type { Sql, TransactionSql } from "lib/database/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import { limitOffset } from "lib/service/pagination.ts";
import { audit } from "../audit_store.ts";
import { closingTime } from "./deadline.ts";
import { countedSearch, type Total } from "../counted_search.ts";
import type { Standing } from "./standing.ts";
import { isClosedToAll, type Tender, type TenderInput, type TenderQuery } from "./tender.ts";
import { type TenderCounts, tenderCounts } from "./tender_counts_store.ts";
import type { TenderChange } from "./tender_rules.ts";
import { currentStatus, type TenderStatus } from "./tender_status.ts";

/** A search for tenders that the caller may see. */
export interface TenderSearch extends TenderQuery {
  /** Whether to include drafts. */
  drafts?: boolean;
}

export interface TenderStore {
  list(query: TenderSearch): Promise<{ tenders: Tender[] } & Total>;
  find(id: string): Promise<Tender | undefined>;
  /** A tender and its participants. */
  standing(id: string): Promise<Standing | undefined>;
  insert(input: TenderInput, actor: string): Promise<Tender>;
  /** Applies `change` to the current tender in one transaction; undefined if it does not exist. */
  update(
    id: string,
    by: { actor: string; action?: string },
    change: (standing: Standing) => TenderChange,
  ): Promise<Tender | undefined>;
  /** Hides the tender unless `allow` throws; false if it does not exist. */
  remove(id: string, actor: string, allow: (standing: Standing) => void): Promise<boolean>;
  stats: TenderCounts["stats"];
}

interface Row extends Omit<Tender, "budget_min" | "budget_max" | "bid_count"> {
  budget_min: string;
  budget_max: string;
  bids: number;
  waiting: number;
}

/** The columns of a tender `t` for `tenderOf`. */
function columnsOf(client: Sql | TransactionSql) {
  return client`t.id, t.title, t.description, t.category, t.budget_min, t.budget_max, t.currency, t.deadline,
    t.requirements, t.evaluation_criteria, t.sealed, t.committee, t.coverage_order, t.status, t.closes_at, t.opened_at,
    t.opened_by, t.awarded_bid_id, t.award_reason, t.created_by, t.created_at, t.updated_at,
    (select count(*) from procurement.bids b where b.tender_id = t.id and not b.superseded) as bids,
    (select count(*) from procurement.bids b where b.tender_id = t.id and not b.superseded and b.late
      and b.admitted_at is null) as waiting`;
}

/**
 * Maps a row to a tender. The number of bids is hidden while they are sealed; late bids that await admission
 * do not count.
 */
function tenderOf({ bids, waiting, ...row }: Row, now: number): Tender {
  return {
    ...row,
    budget_min: Number(row.budget_min),
    budget_max: Number(row.budget_max),
    status: currentStatus(row.status, row.closes_at, now),
    bid_count: isClosedToAll(row) ? null : bids - waiting,
  };
}

/**
 * Blocks bids on a tender and its changes until the transaction ends. A statement of its own: one that waits
 * for a lock goes on with the snapshot from before, which misses the bids that came in meanwhile.
 */
export async function lockTender(client: Sql | TransactionSql, id: string): Promise<void> {
  await client`select 1 from procurement.tenders where id = ${id} for update`;
}

/** A tender and its bidders; `lock` blocks bids and other changes until the transaction ends. */
export async function standingOf(
  client: Sql | TransactionSql,
  id: string,
  { now, lock = false }: { now: number; lock?: boolean },
): Promise<Standing | undefined> {
  if (lock) await lockTender(client, id);
  const [row] = await client<Row[]>`
    select ${columnsOf(client)} from procurement.tenders t where t.id = ${id} and t.deleted_at is null`;
  if (!row) return undefined;
  const subs = await client<{ sub: string }[]>`
    select distinct jsonb_array_elements_text(b.bidders || s.owners) as sub
    from procurement.bids b join procurement.suppliers s on s.id = b.supplier_id where b.tender_id = ${id}`;
  return { tender: tenderOf(row, now), bids: row.bids, bidders: subs.map(({ sub }) => sub) };
}

export function tenderStore(
  sql: Sql,
  { timeZone, now = Date.now }: { timeZone: string; now?: () => number },
): TenderStore {
  const counts = tenderCounts(sql, { now });
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
          select ${columnsOf(sql)} from (${ids}) page join procurement.tenders t on t.id = page.id
          order by t.created_at desc, t.id`;
      const newest = sql`select t.id from procurement.tenders t where ${where}
        order by t.created_at desc, t.id limit ${limit} offset ${offset}`;
      if (!search) {
        const [rows, total] = await Promise.all([rowsOf(newest), counts.count(query)]);
        return { tenders: rows.map((row) => tenderOf(row, now())), total, total_is_exact: true };
      }
      const { ids, ...total } = await countedSearch(sql, sql`from procurement.tenders t where ${where}`, {
        limit,
        offset,
      });
      const rows = await rowsOf(ids ? sql`select unnest(${ids}::uuid[]) as id` : newest);
      return { tenders: rows.map((row) => tenderOf(row, now())), ...total };
    },

    async find(id) {
      const [row] = await sql<Row[]>`
        select ${columnsOf(sql)} from procurement.tenders t where t.id = ${id} and t.deleted_at is null`;
      return row && tenderOf(row, now());
    },

    standing: (id) => standingOf(sql, id, { now: now() }),

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
            committee: tx.json(input.committee),
            closes_at: closing(input.deadline),
            created_by: actor,
            created_at: time,
            updated_at: time,
          })
        }`;
        const after = await written(tx, id);
        await audit(tx, { actor, action: "create", resource: "tender", resource_id: id, after });
        return after;
      });
    },

    async update(id, { actor, action = "update" }, change) {
      return await sql.begin(async (tx) => {
        const standing = await standingOf(tx, id, { now: now(), lock: true });
        if (!standing) return undefined;
        const { reason, requirements, evaluation_criteria, committee, ...changed } = change(standing);
        await tx`update procurement.tenders set ${
          tx({
            ...changed,
            ...changed.title === undefined ? {} : { title_folded: fold(changed.title) },
            ...changed.description === undefined ? {} : { description_folded: fold(changed.description) },
            ...changed.deadline === undefined ? {} : { closes_at: closing(changed.deadline) },
            ...requirements === undefined ? {} : { requirements: tx.json(requirements) },
            ...evaluation_criteria === undefined ? {} : { evaluation_criteria: tx.json(evaluation_criteria) },
            ...committee === undefined ? {} : { committee: tx.json(committee) },
            updated_at: new Date(now()),
          })
        } where id = ${id}`;
        const after = await written(tx, id);
        await audit(tx, {
          actor,
          action,
          resource: "tender",
          resource_id: id,
          before: standing.tender,
          after: reason === undefined ? after : { ...after, reason },
        });
        return after;
      });
    },

    async remove(id, actor, allow) {
      return await sql.begin(async (tx) => {
        const standing = await standingOf(tx, id, { now: now(), lock: true });
        if (!standing) return false;
        allow(standing);
        await tx`update procurement.tenders set deleted_at = ${new Date(now())} where id = ${id}`;
        const before = standing.tender;
        await audit(tx, { actor, action: "delete", resource: "tender", resource_id: id, before });
        return true;
      });
    },

    stats: counts.stats,
  };

  /** The tender that the transaction has just written. */
  async function written(tx: TransactionSql, id: string): Promise<Tender> {
    const [row] = await tx<Row[]>`select ${columnsOf(tx)} from procurement.tenders t where t.id = ${id}`;
    if (!row) throw new Error("The tender that was just written is gone");
    return tenderOf(row, now());
  }

  /** An open tender past its deadline is `closed`, although its stored status is `open`. */
  function statusIs(status: TenderStatus) {
    const time = new Date(now());
    if (status === "closed") {
      return sql`and t.status = 'open' and coalesce(t.closes_at, 'infinity') <= ${time}`;
    }
    if (status === "open") return sql`and t.status = 'open' and coalesce(t.closes_at, 'infinity') > ${time}`;
    return sql`and t.status = ${status}`;
  }
}
