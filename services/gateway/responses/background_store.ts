import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { TraceHeaders } from "lib/telemetry/trace_headers.ts";
import type { KeptResponse } from "../calls/conversations.ts";
import { eventFrame } from "./event_frame.ts";
import { itemsOf } from "./responses_store.ts";

/** A new background response. */
export interface NewBackground extends KeptResponse {
  caller: unknown;
  ip: string;
  request_id: string;
  /** Body of the request. */
  request: string;
  streamed: boolean;
  /** Trace headers of the request. */
  trace: TraceHeaders;
}

/** Limits on the unfinished responses of one tenant. */
export interface Most {
  count: number;
  /** Total bytes of their requests. */
  bytes: number;
}

export type BackgroundStatus = "queued" | "in_progress" | "completed" | "incomplete" | "failed" | "cancelled";

/** A background response claimed by a worker. */
export type ClaimedBackground =
  & Pick<NewBackground, "id" | "caller" | "ip" | "request_id" | "request" | "streamed" | "response" | "trace">
  & { status: BackgroundStatus };

export interface BackgroundStore {
  /** False when the tenant's unfinished responses have reached a limit. */
  insert(background: NewBackground, most: Most): Promise<boolean>;
  state(
    id: string,
  ): Promise<{ tenant_id: string; status: BackgroundStatus; streamed: boolean; claim: number } | undefined>;
  /** Claims a response for a worker; undefined when it has ended or a later claim exists. */
  take(id: string, claim: number): Promise<ClaimedBackground | undefined>;
  /** Starts a response, once only unless `putBack`; false when it must not start. */
  begin(id: string, claim: number): Promise<boolean>;
  /** Reverts the start: no provider was called. */
  putBack(id: string, claim: number): Promise<void>;
  /** Adds events, numbered from `first`; false when the response has ended or a later claim exists. */
  append(id: string, claim: number, first: number, events: readonly JsonObject[]): Promise<boolean>;
  /** Ends a response; `event` is the last of its stream. Does nothing when it has already ended. */
  finish(id: string, claim: number, response: JsonObject, event?: string): Promise<void>;
  /** Cancels a response that has not ended, and returns it; undefined when it does not exist. */
  cancel(id: string, tenant: string): Promise<JsonObject | undefined>;
  events(id: string, after: number, limit: number): Promise<{ number: number; event: string }[]>;
  /** Deletes expired responses. */
  dropExpired(): Promise<void>;
  /** Responses that have not ended. */
  open(): Promise<{ id: string; claim: number }[]>;
}

export function backgroundStore(sql: Sql, { days }: { days: number }): BackgroundStore {
  const isOpen = sql`status in ('queued', 'in_progress')`;
  return {
    insert: (background, most) => sql.begin((tx) => insert(tx, background, { most, days })),
    async state(id) {
      const [row] = await sql<
        { tenant_id: string; status: BackgroundStatus; streamed: boolean; claim: number }[]
      >`select tenant_id, status, streamed, claim from gateway.background_responses where id = ${id}`;
      return row;
    },
    async take(id, claim) {
      const [row] = await sql<(Omit<ClaimedBackground, "response"> & { response: string })[]>`
        update gateway.background_responses b set claim = ${claim} from gateway.responses r
        where b.id = ${id} and r.id = b.id and b.claim < ${claim} and b.status in ('queued', 'in_progress')
        returning b.id, b.caller, b.ip, b.request_id, b.request, b.streamed, b.status, b.trace, r.response`;
      return row && { ...row, response: JSON.parse(row.response) };
    },
    begin: (id, claim) => sql.begin((tx) => move(tx, { id, claim, from: "queued", to: "in_progress" })),
    async putBack(id, claim) {
      await sql.begin((tx) => move(tx, { id, claim, from: "in_progress", to: "queued" }));
    },
    async append(id, claim, first, events) {
      const numbers = events.map((_, index) => first + index);
      const texts = events.map((event, index) => eventText(event, first + index));
      const { count } = await sql`
        insert into gateway.response_events (response_id, number, event)
        select ${id}, number, event from unnest(${numbers}::int[], ${texts}::text[]) as fresh (number, event)
        where exists (select 1 from gateway.background_responses
          where id = ${id} and claim = ${claim} and status = 'in_progress')`;
      return count === events.length;
    },
    finish: (id, claim, response, event) =>
      sql.begin(async (tx) => {
        const { count } = await tx`
          update gateway.background_responses set status = ${String(response.status)}, request = ''
          where id = ${id} and claim = ${claim} and ${isOpen}`;
        if (count === 0) return;
        await tellEnd(tx, id, response, event);
      }),
    cancel: (id, tenant) =>
      sql.begin(async (tx) => {
        const { count } = await tx`
          update gateway.background_responses set status = 'cancelled', request = ''
          where id = ${id} and tenant_id = ${tenant} and ${isOpen}`;
        const response = await responseOf(tx, id, tenant);
        if (!response || count === 0) return response;
        const cancelled = { ...response, status: "cancelled" };
        await tx`update gateway.responses set response = ${JSON.stringify(cancelled)} where id = ${id}`;
        return cancelled;
      }),
    events: (id, after, limit) =>
      sql<{ number: number; event: string }[]>`
        select number, event from gateway.response_events
        where response_id = ${id} and number > ${after} order by number limit ${limit}`,
    async dropExpired() {
      await sql`
        delete from gateway.responses where id in (
          select id from gateway.responses where expires_at <= now() limit 10000)`;
    },
    open: () =>
      sql<{ id: string; claim: number }[]>`
        select id, claim from gateway.background_responses where ${isOpen} order by created_at, id`,
  };
}

async function insert(
  tx: TransactionSql,
  { id, tenant_id, previous_id, input, response, caller, trace, ...background }: NewBackground,
  { most, days }: { most: Most; days: number },
): Promise<boolean> {
  // The lock serialises the inserts of one tenant, so that concurrent ones cannot exceed the limits.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`background ${tenant_id}`}, 0))`;
  const [open] = await tx<{ n: number; bytes: number }[]>`
    select count(*)::int as n, coalesce(sum(octet_length(request)), 0)::bigint as bytes
    from gateway.background_responses
    where tenant_id = ${tenant_id} and status in ('queued', 'in_progress')`;
  const { n, bytes } = open ?? { n: 0, bytes: 0 };
  if (n >= most.count || n > 0 && bytes + background.request.length > most.bytes) return false;
  const row = {
    ...{ id, tenant_id, previous_id },
    expires_at: new Date(Date.now() + days * 86_400_000),
    item_ids: itemsOf({ input, response }).map((item) => String(item.id)),
    input: JSON.stringify(input),
    response: JSON.stringify(response),
  };
  await tx`insert into gateway.responses ${tx(row)}`;
  const kept = tx.json(JSON.parse(JSON.stringify(caller)));
  await tx`insert into gateway.background_responses ${
    tx({ id, tenant_id, ...background, caller: kept, trace: tx.json(trace), status: "queued" })
  }`;
  if (background.streamed) {
    const event = eventText({ type: "response.queued", response }, 0);
    await tx`insert into gateway.response_events ${tx({ response_id: id, number: 0, event })}`;
  }
  return true;
}

/** Changes the status in the row and in the stored response together. */
async function move(
  tx: TransactionSql,
  { id, claim, from, to }: { id: string; claim: number; from: BackgroundStatus; to: BackgroundStatus },
): Promise<boolean> {
  const [row] = await tx<{ tenant_id: string }[]>`
    update gateway.background_responses set status = ${to}
    where id = ${id} and claim = ${claim} and status = ${from} returning tenant_id`;
  const response = row && await responseOf(tx, id, row.tenant_id);
  if (!response) return false;
  const text = JSON.stringify({ ...response, status: to });
  await tx`update gateway.responses set response = ${text} where id = ${id}`;
  return true;
}

async function tellEnd(
  tx: TransactionSql,
  id: string,
  response: JsonObject,
  type: string | undefined,
): Promise<void> {
  const [kept] = await tx<{ input: string }[]>`select input from gateway.responses where id = ${id}`;
  const item_ids = itemsOf({ input: JSON.parse(kept?.input ?? "[]"), response }).map((item) =>
    String(item.id)
  );
  await tx`
    update gateway.responses set response = ${
    JSON.stringify(response)
  }, item_ids = ${item_ids} where id = ${id}`;
  if (type === undefined) return;
  const [last] = await tx<{ number: number }[]>`
    select max(number)::int as number from gateway.response_events where response_id = ${id}`;
  const number = (last?.number ?? -1) + 1;
  const event = eventText({ type, response }, number);
  await tx`insert into gateway.response_events ${tx({ response_id: id, number, event })}`;
}

async function responseOf(tx: TransactionSql, id: string, tenant: string): Promise<JsonObject | undefined> {
  const [row] = await tx<{ response: string }[]>`
    select r.response from gateway.responses r join gateway.background_responses b on b.id = r.id
    where r.id = ${id} and r.tenant_id = ${tenant}`;
  return row && JSON.parse(row.response);
}

function eventText(event: JsonObject, number: number): string {
  return eventFrame({ ...event, type: String(event.type), sequence_number: number });
}
