import type { Sql } from "lib/database/db.ts";
import type { JsonObject } from "lib/json_object.ts";
import {
  type Conversations,
  type KeptResponse,
  MOST_KEPT,
  MOST_RECALLED,
  RecallError,
} from "../calls/conversations.ts";
import { objectsOf, textOf } from "../wires/http.ts";

export interface ResponsesStoreOptions {
  /** Days until a response expires. */
  days: number;
  now?: () => number;
  /** Replaces `MOST_KEPT` in tests. */
  mostKept?: number;
  /** Replaces `MOST_RECALLED` in tests. */
  mostRecalled?: number;
}

interface Row extends Omit<KeptResponse, "input" | "response"> {
  input: string;
  response: string;
}

/** A row; its texts are null when the total of the query is too long. */
interface BoundedRow extends Omit<Row, "input" | "response"> {
  input: string | null;
  response: string | null;
}

// Maximum turns of one conversation.
const MOST_TURNS = 1_000;
const SWEEP_MS = 3_600_000;
const SWEPT_AT_ONCE = 10_000;

export function responsesStore(
  sql: Sql,
  { days, now = Date.now, mostKept = MOST_KEPT, mostRecalled = MOST_RECALLED }: ResponsesStoreOptions,
): Conversations {
  let sweptAt = 0;

  /** Deletes expired responses; a failure is retried by the next sweep. */
  async function sweep(): Promise<void> {
    if (now() - sweptAt < SWEEP_MS) return;
    sweptAt = now();
    await sql`
      delete from gateway.responses where id in (
        select id from gateway.responses where expires_at <= ${new Date(now())} limit ${SWEPT_AT_ONCE})`;
  }

  /** Columns of the texts, null when the total of the query is too long. */
  const bounded = sql`
    case when sum(octet_length(input) + octet_length(response)) over () <= ${mostRecalled} then input end as input,
    case when sum(octet_length(input) + octet_length(response)) over () <= ${mostRecalled} then response end as response`;

  return {
    async find(id, tenant) {
      const [row] = await sql<Row[]>`
        select id, tenant_id, previous_id, input, response from gateway.responses
        where id = ${id} and tenant_id = ${tenant} and expires_at > ${new Date(now())}`;
      return row && keptResponse(row);
    },

    async turns(id, tenant) {
      const rows = await sql<BoundedRow[]>`
        with recursive turns as (
          select r.*, 1 as depth from gateway.responses r where r.id = ${id} and r.tenant_id = ${tenant}
          union all
          select r.*, t.depth + 1 from gateway.responses r join turns t on r.id = t.previous_id
          where r.tenant_id = ${tenant} and t.depth < ${MOST_TURNS}
        )
        select id, tenant_id, previous_id, ${bounded} from turns
        where expires_at > ${new Date(now())} order by depth desc`;
      const isWhole = rows[0]?.previous_id === null && rows.at(-1)?.id === id;
      return isWhole ? rows.map(wholeRow).map(keptResponse) : undefined;
    },

    async items(ids, tenant) {
      const rows = await sql<BoundedRow[]>`
        select id, tenant_id, previous_id, ${bounded} from gateway.responses
        where tenant_id = ${tenant} and item_ids && ${ids} and expires_at > ${new Date(now())}
        order by created_at limit ${ids.length * 2}`;
      const requested = new Set(ids);
      return rows.map(wholeRow).map(keptResponse).flatMap(itemsOf).filter(({ id }) =>
        requested.has(textOf(id))
      );
    },

    async keep(kept) {
      const { id, tenant_id, previous_id } = kept;
      const row = {
        ...{ id, tenant_id, previous_id },
        expires_at: new Date(now() + days * 86_400_000),
        item_ids: itemsOf(kept).map((item) => textOf(item.id)),
        input: JSON.stringify(kept.input),
        response: JSON.stringify(kept.response),
      };
      if (row.input.length + row.response.length > mostKept) throw new RangeError("too large to be stored");
      await sql`insert into gateway.responses ${sql(row)}`;
      sweep().catch(() => {});
    },

    async remove(id, tenant) {
      const { count } = await sql`delete from gateway.responses where id = ${id} and tenant_id = ${tenant}`;
      return count > 0;
    },
  };
}

function wholeRow({ input, response, ...row }: BoundedRow): Row {
  if (input === null || response === null) throw new RecallError("too large to be read");
  return { ...row, input, response };
}

function keptResponse({ input, response, ...row }: Row): KeptResponse {
  return { ...row, input: JSON.parse(input), response: JSON.parse(response) };
}

export function itemsOf({ input, response }: Pick<KeptResponse, "input" | "response">): JsonObject[] {
  return [...input, ...objectsOf(response.output)];
}
