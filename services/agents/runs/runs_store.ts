/** The SQL that reads runs and their traces. */
import type { Sql } from "lib/database/db.ts";
import { folded } from "lib/database/folded_sql.ts";
import { containing } from "lib/fold.ts";
import type { Caller, SharingRules } from "lib/sharing/sharing.ts";
import type { AgentSpec } from "../agents/agent.ts";
import { isId } from "../agents/agents_store.ts";
import type { Run } from "./run.ts";
import type { Exchange } from "../loop/history.ts";
import { cutOff, type RunStatus, type TraceStep } from "../loop/trace.ts";

/** Which runs: `sub` is undefined for those who may see everyone's. */
export interface RunFilter {
  agent_id: string;
  sub?: string;
  status?: RunStatus;
  limit: number;
  offset: number;
}

/** A run as traces list it. */
export interface StoredRun extends Run {
  pinned: AgentSpec;
  tool_calls: number;
  tool_errors: number;
}

export interface RunStore {
  /** The latest runs of all agents that the caller may read, their own where they are no manager. */
  search(
    filter: {
      caller: Caller;
      search?: string | undefined;
      status?: RunStatus | undefined;
      limit: number;
      offset: number;
    },
  ): Promise<StoredRun[]>;
  list(filter: RunFilter): Promise<{ runs: StoredRun[]; total: number }>;
  find(id: string, whose: { agent_id?: string; sub?: string }): Promise<StoredRun | undefined>;
  steps(id: string): Promise<TraceStep[]>;
  /** The turns of a session that are over, the latest `turns`, oldest first, without their steps. */
  turns(sessionId: string, turns: number): Promise<Turn[]>;
  /** The same with their steps, up to a bound of size. */
  history(sessionId: string, turns: number): Promise<Exchange[]>;
}

/** One turn of a session. */
export interface Turn extends Omit<Exchange, "steps"> {
  run_id: string;
  at: string;
}

// Inputs are long, and have no index.
const MOST_SEARCHED = 10_000;
/** The bound of a session's loaded steps, newest first: results are up to 256 kB each. */
const HISTORY_BYTES = 8 * 2 ** 20;

export function runStore(sql: Sql, rules: SharingRules): RunStore {
  const columns = sql`
    id, agent_id, input, output, status, steps_count, total_tokens, duration_ms, started_at, completed_at, context,
    failure, error, sub as created_by, session_id, parent_run_id, pinned, tool_calls, tool_errors, pending, decisions,
    truncated, budget, spent`;

  const turnsOf = (sessionId: string, turns: number) =>
    sql`
      select id as run_id, input, context, output, status, failure, error, started_at as at from agents.runs
      where session_id = ${sessionId} and completed_at is not null
      order by started_at desc, id desc limit ${turns}`;

  return {
    async list({ agent_id, sub, status, limit, offset }) {
      const where = sql`agent_id = ${agent_id} ${sub === undefined ? sql`` : sql`and sub = ${sub}`}
        ${status ? sql`and status = ${status}` : sql``}`;
      const rows = await sql<Row[]>`
        select ${columns} from agents.runs where ${where} order by started_at desc, id limit ${limit} offset ${offset}`;
      const [row] = await sql<
        { total: number }[]
      >`select count(*)::bigint as total from agents.runs where ${where}`;
      return { runs: rows.map(runOf), total: row?.total ?? 0 };
    },
    async search({ caller, search = "", status, limit, offset }) {
      const id = isId(search.trim()) ? search.trim() : undefined;
      const rows = await sql<Row[]>`
        with latest as (
          select r.id from agents.runs r join agents.agents a on a.id = r.agent_id
          where ${rules.visible(sql, caller, { owner: "created_by", table: "a" })}
            ${caller.role === "user" ? sql`and r.sub = ${caller.sub}` : sql``}
            ${id ? sql`and r.id = ${id}` : sql``} ${statusIs(sql, status)}
          order by r.started_at desc, r.id limit ${MOST_SEARCHED}
        )
        select ${columns} from agents.runs where id in (select id from latest)
          ${search && !id ? sql`and ${folded(sql, sql`input`)} like ${containing(search)}` : sql``}
        order by started_at desc, id limit ${limit} offset ${offset}`;
      return rows.map(runOf);
    },
    async find(id, { agent_id, sub }) {
      if (!isId(id) || (agent_id !== undefined && !isId(agent_id))) return undefined;
      const [row] = await sql<Row[]>`
        select ${columns} from agents.runs where id = ${id}
        ${agent_id === undefined ? sql`` : sql`and agent_id = ${agent_id}`}
        ${sub === undefined ? sql`` : sql`and sub = ${sub}`}`;
      return row && runOf(row);
    },
    async steps(id) {
      const rows = await sql<
        { body: TraceStep }[]
      >`select body from agents.steps where run_id = ${id} order by step`;
      return rows.map(({ body }) => body);
    },
    turns: async (sessionId, turns) => (await sql<Turn[]>`${turnsOf(sessionId, turns)}`).reverse(),
    async history(sessionId, turns) {
      const rows = await sql<(Turn & { steps: TraceStep[] })[]>`
        with turns as (${turnsOf(sessionId, turns)}),
        sizes as (
          select s.run_id, sum(octet_length(s.body::text)) as bytes
          from agents.steps s join turns t on t.run_id = s.run_id group by s.run_id
        ), kept as (
          select t.run_id, sum(z.bytes) over (order by t.at desc, t.run_id desc) <= ${HISTORY_BYTES} as whole
          from turns t join sizes z on z.run_id = t.run_id
        )
        select t.*, coalesce((
          select json_agg(s.body order by s.step) from agents.steps s where s.run_id = k.run_id
        ), '[]') as steps
        from turns t left join kept k on k.run_id = t.run_id and k.whole
        order by t.at, t.run_id`;
      return rows.map(({ steps, ...turn }) => ({ ...turn, steps: cutOff(steps) }));
    },
  };
}

type Fragment = ReturnType<Sql>;

/** Runs that are not over have an index of their own, which does not know their status. */
function statusIs(sql: Sql, status: RunStatus | undefined): Fragment {
  if (status === undefined) return sql``;
  const isOver = !["queued", "running", "awaiting_approval"].includes(status);
  return sql`and r.status = ${status} ${isOver ? sql`` : sql`and r.completed_at is null`}`;
}

interface Row extends Omit<StoredRun, "pending_approvals"> {
  pending: { id: string; name: string; arguments: Record<string, unknown> }[] | null;
  decisions: Record<string, { approved: boolean }> | null;
}

function runOf({ pending, decisions, ...run }: Row): StoredRun {
  return {
    ...run,
    pending_approvals: (run.status === "awaiting_approval" ? pending ?? [] : []).map((call) => {
      const decision = decisions?.[call.id];
      return { ...call, decision: decision ? decision.approved ? "approved" : "rejected" : null };
    }),
  };
}
