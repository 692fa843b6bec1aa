import type { PendingQuery, Row as PgRow } from "postgres";
import type { Sql } from "lib/database/db.ts";
import { sqlState } from "lib/database/sql_state.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import { limitOffset } from "lib/service/pagination.ts";
import { audit } from "../audit_store.ts";
import { countedSearch, type Total } from "../counted_search.ts";
import {
  registrationKey,
  type Supplier,
  type SupplierInput,
  type SupplierPatch,
  type SupplierQuery,
} from "./supplier.ts";

export interface SupplierStore {
  list(query: SupplierQuery): Promise<{ suppliers: Supplier[] } & Total>;
  find(id: string): Promise<Supplier | undefined>;
  /** undefined if the registration number is taken. */
  insert(input: SupplierInput & { owners: string[] }, actor: string): Promise<Supplier | undefined>;
  /** Applies `change` to the current supplier. */
  update(
    id: string,
    actor: string,
    change: (before: Supplier) => SupplierPatch,
  ): Promise<Supplier | "missing" | "taken">;
  /** Stores a score (0 to 100), null for unrated. */
  rate(id: string, score: number | null, actor: string): Promise<void>;
}

type Row = Omit<Supplier, "score" | "rated"> & { score: string | null };

export function supplierStore(sql: Sql, { now = Date.now }: { now?: () => number } = {}): SupplierStore {
  const columns =
    sql`id, name, legal_name, registration_number, registration_scheme, owners, category, contact_email, contact_phone, capabilities, certifications,
    score, created_at, updated_at`;

  /** Exact, from sums that the table maintains. */
  async function count(category: string | undefined): Promise<number> {
    const [row] = await sql<{ total: number }[]>`
      select coalesce(sum(suppliers), 0)::bigint as total from procurement.supplier_counts
      ${category ? sql`where category = ${category}` : sql``}`;
    return row?.total ?? 0;
  }

  return {
    async list(query) {
      const { category, search, min_score } = query;
      const { limit, offset } = limitOffset(query);
      const where = sql`
        true
        ${category ? sql`and category = ${category}` : sql``}
        ${search ? sql`and name_folded like ${containing(search)}` : sql``}
        ${min_score === undefined ? sql`` : sql`and score >= ${min_score}`}`;
      const rowsOf = (ids: PendingQuery<PgRow[]>) =>
        sql<Row[]>`select ${columns} from (${ids}) page join procurement.suppliers using (id)
          order by created_at desc, id`;
      const newest = sql`select id from procurement.suppliers where ${where}
        order by created_at desc, id limit ${limit} offset ${offset}`;
      if (!search && min_score === undefined) {
        const [rows, total] = await Promise.all([rowsOf(newest), count(category)]);
        return { suppliers: rows.map(supplierOf), total, total_is_exact: true };
      }
      const { ids, ...total } = await countedSearch(sql, sql`from procurement.suppliers where ${where}`, {
        limit,
        offset,
      });
      const rows = await rowsOf(ids ? sql`select unnest(${ids}::uuid[]) as id` : newest);
      return { suppliers: rows.map(supplierOf), ...total };
    },

    async find(id) {
      const [row] = await sql<Row[]>`select ${columns} from procurement.suppliers where id = ${id}`;
      return row && supplierOf(row);
    },

    async insert(input, actor) {
      const time = new Date(now());
      return await sql.begin(async (tx) => {
        const [row] = await tx<Row[]>`insert into procurement.suppliers ${
          tx({
            ...input,
            id: uuidv7(),
            name_folded: fold(input.name),
            registration_key: keyOf(input.registration_number),
            owners: tx.json(input.owners),
            capabilities: tx.json(input.capabilities),
            certifications: tx.json(input.certifications),
            created_at: time,
            updated_at: time,
          })
        } on conflict (registration_key) do nothing returning *`;
        if (!row) return undefined;
        const supplier = supplierOf(row);
        await audit(tx, {
          actor,
          action: "create",
          resource: "supplier",
          resource_id: row.id,
          after: supplier,
        });
        return supplier;
      });
    },

    async update(id, actor, change) {
      const updated = sql.begin(async (tx) => {
        const [before] = await tx<Row[]>`select * from procurement.suppliers where id = ${id} for update`;
        if (!before) return "missing";
        const { capabilities, certifications, owners, ...plainly } = change(supplierOf(before));
        const key = plainly.registration_number === undefined
          ? undefined
          : keyOf(plainly.registration_number);
        if (key) {
          const taken =
            await tx`select 1 from procurement.suppliers where registration_key = ${key} and id <> ${id}`;
          if (taken.length > 0) return "taken";
        }
        const [row] = await tx<Row[]>`update procurement.suppliers set ${
          tx({
            ...plainly,
            ...plainly.name === undefined ? {} : { name_folded: fold(plainly.name) },
            ...key === undefined ? {} : { registration_key: key },
            ...capabilities === undefined ? {} : { capabilities: tx.json(capabilities) },
            ...certifications === undefined ? {} : { certifications: tx.json(certifications) },
            ...owners === undefined ? {} : { owners: tx.json(owners) },
            updated_at: new Date(now()),
          })
        } where id = ${id} returning *`;
        if (!row) return "missing";
        const after = supplierOf(row);
        await audit(tx, {
          actor,
          action: "update",
          resource: "supplier",
          resource_id: id,
          before: supplierOf(before),
          after,
        });
        return after;
      });
      try {
        return await updated;
      } catch (error) {
        // Another call took the number between the check and the change.
        if (sqlState(error) === "23505") return "taken";
        throw error;
      }
    },

    async rate(id, score, actor) {
      await sql.begin(async (tx) => {
        const [before] = await tx<{ score: string | null }[]>`
          select score from procurement.suppliers where id = ${id} for update`;
        await tx`update procurement.suppliers set score = ${score} where id = ${id}`;
        await audit(tx, {
          actor,
          action: "score",
          resource: "supplier",
          resource_id: id,
          before,
          after: { score },
        });
      });
    },
  };
}

function keyOf(number: string | null): string | null {
  return number === null ? null : registrationKey(number);
}

function supplierOf(row: Row): Supplier {
  return {
    id: row.id,
    name: row.name,
    legal_name: row.legal_name,
    registration_number: row.registration_number,
    registration_scheme: row.registration_scheme,
    owners: row.owners,
    category: row.category,
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
    capabilities: row.capabilities,
    certifications: row.certifications,
    score: row.score === null ? null : Number(row.score),
    rated: row.score !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
