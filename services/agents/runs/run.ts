/** The schemas of a run. */
import { z } from "zod";
import { textOf } from "lib/text.ts";
import { AgentSpec } from "../agents/agent.ts";
import { BudgetLimits, Spent } from "../model/budget.ts";
import { Failure, RunStatus } from "../loop/trace.ts";

export const RunInput = z.object({
  input: textOf({ min: 1, max: 200_000 }),
  context: z.record(z.string(), z.unknown()).optional().meta({
    description: "reaches the model as JSON between <context> and </context>, before the input",
  }),
  budget: BudgetLimits.partial().strict().optional().meta({
    id: "RunBudgetInput",
    description: "limits of this run with its nested runs, below the operator's; higher ones have no effect",
  }),
}).meta({
  id: "RunInput",
  example: { input: "What is 15% of 1250, and what day is it in Riyadh?", context: { customer: "Acme" } },
});
export type RunInput = z.output<typeof RunInput>;

export const PendingCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  decision: z.enum(["approved", "rejected"]).nullable(),
}).meta({ id: "PendingCall" });
export type PendingCall = z.output<typeof PendingCall>;

export const Run = z.object({
  id: z.uuid(),
  agent_id: z.uuid(),
  input: z.string(),
  output: z.string(),
  status: RunStatus,
  steps_count: z.int(),
  total_tokens: z.int(),
  duration_ms: z.int().meta({ description: "working time without waiting for approval" }),
  started_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  context: z.record(z.string(), z.unknown()).nullable(),
  failure: Failure.nullable(),
  error: z.string().nullable().meta({ description: "human-readable reason; null: no error" }),
  truncated: z.boolean().meta({ description: "whether the answer was cut off at the model's token limit" }),
  budget: BudgetLimits.nullable().meta({
    description: "limits of the run with its nested runs; null: not stored",
  }),
  spent: Spent.nullable().meta({
    description:
      "spent by the run with its nested runs; null while it is unfinished or if its process crashed",
  }),
  created_by: z.string(),
  session_id: z.uuid().nullable(),
  parent_run_id: z.uuid().nullable(),
  pending_approvals: z.array(PendingCall).meta({ description: "calls that wait for approval" }),
}).meta({ id: "Run" });
export type Run = z.output<typeof Run>;

/** The fields of a run that are stored before its first model call. */
export const NewRun = z.object({
  id: z.string(),
  agent_id: z.string(),
  session_id: z.string().nullable(),
  parent_run_id: z.string().nullable(),
  sub: z.string(),
  role: z.enum(["admin", "manager", "user"]),
  input: z.string(),
  context: z.record(z.string(), z.unknown()).nullable(),
  pinned: AgentSpec,
  budget: BudgetLimits.nullable(),
  started_at: z.string(),
});
export type NewRun = z.output<typeof NewRun>;

/** A run before its first result. */
export function viewOf(run: NewRun, status: Run["status"]): Run {
  const { id, agent_id, input, context, started_at, session_id, parent_run_id, sub, budget } = run;
  return {
    id,
    agent_id,
    input,
    output: "",
    status,
    steps_count: 0,
    total_tokens: 0,
    duration_ms: 0,
    started_at,
    completed_at: null,
    context,
    failure: null,
    error: null,
    truncated: false,
    budget,
    spent: null,
    created_by: sub,
    session_id,
    parent_run_id,
    pending_approvals: [],
  };
}
