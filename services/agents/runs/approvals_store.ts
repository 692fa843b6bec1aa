/** The SQL of runs that wait for a person. */
import type { Sql } from "lib/database/db.ts";
import type { AgentSpec } from "../agents/agent.ts";
import type { Decision, LoopState } from "../loop/state.ts";
import type { NewRun, PendingCall } from "./run.ts";

/** A run that may go on: everything it needs, from the database. */
export interface Waiting {
  run: NewRun;
  state: LoopState;
  decisions: Record<string, Decision>;
  /** Time it was at work before. */
  duration_ms: number;
}

export type Decided =
  | { kind: "not_waiting" }
  | { kind: "unknown_call"; id: string }
  | { kind: "still_waiting" }
  | { kind: "go_on"; waiting: Waiting };

export interface ApprovalStore {
  /** Decides calls of a run (all that are undecided when `calls` is undefined); the last decision claims it. */
  decide(runId: string, decision: Decision, calls: string[] | undefined): Promise<Decided>;
}

interface Row {
  agent_id: string;
  session_id: string | null;
  parent_run_id: string | null;
  sub: string;
  role: NewRun["role"];
  input: string;
  context: Record<string, unknown> | null;
  pinned: AgentSpec;
  budget: NewRun["budget"];
  started_at: string;
  duration_ms: number;
  state: LoopState;
  pending: PendingCall[];
  decisions: Record<string, Decision>;
}

export function approvalStore(sql: Sql, worker: string): ApprovalStore {
  return {
    async decide(id, decision, calls) {
      return await sql.begin(async (tx): Promise<Decided> => {
        const [row] = await tx<Row[]>`
          select agent_id, session_id, parent_run_id, sub, role, input, context, pinned, budget, started_at, duration_ms, state,
            pending, decisions
          from agents.runs where id = ${id} and status = 'awaiting_approval' for update`;
        if (!row) return { kind: "not_waiting" };
        const open = row.pending.map((call) => call.id).filter((call) => !Object.hasOwn(row.decisions, call));
        const unknown = calls?.find((call) => !open.includes(call));
        if (unknown !== undefined) return { kind: "unknown_call", id: unknown };
        const decided = calls ?? open;
        const decisions = {
          ...row.decisions,
          ...Object.fromEntries(decided.map((call) => [call, decision])),
        };
        const all = open.every((call) => decided.includes(call));
        await tx`
          update agents.runs set decisions = ${JSON.stringify(decisions)}::text::json
          ${all ? tx`, status = 'running', worker = ${worker}` : tx``} where id = ${id}`;
        if (!all) return { kind: "still_waiting" };
        const { state, duration_ms, pending: _pending, decisions: _decisions, ...run } = row;
        return { kind: "go_on", waiting: { run: { ...run, id }, state, decisions, duration_ms } };
      });
    },
  };
}
