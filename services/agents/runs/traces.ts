/** The record of each run, step by step. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth/auth.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { AgentSpec } from "../agents/agent.ts";
import { AgentId } from "../agents/agents.ts";
import type { AgentStore } from "../agents/agents_store.ts";
import { Run } from "./run.ts";
import { ownRuns, RunId, visibleRun } from "./runs.ts";
import type { RunStore, StoredRun } from "./runs_store.ts";
import { cutOff, TraceStep } from "../loop/trace.ts";

export const TraceSummary = Run.omit({ id: true, pending_approvals: true, context: true }).extend({
  run_id: z.uuid(),
  model: z.string(),
  tool_calls: z.int(),
  tool_errors: z.int(),
}).meta({ id: "TraceSummary" });

export const Trace = TraceSummary.extend({
  context: Run.shape.context,
  agent: AgentSpec.meta({ description: "configuration of the run" }),
  steps: z.array(TraceStep),
}).meta({ id: "Trace" });
export type Trace = z.output<typeof Trace>;

/** The whole trace of a run that `user` may see. */
export async function traceOf(
  store: RunStore,
  ids: { id: string; run_id: string },
  user: User,
): Promise<Trace> {
  const run = await visibleRun(store, ids, user);
  const kept = await store.steps(run.id);
  const steps = run.completed_at === null ? kept : cutOff(kept);
  return { ...summary(run), context: run.context, agent: run.pinned, steps };
}

function summary(
  { id, pending_approvals: _, context: _context, pinned, ...run }: StoredRun,
): z.output<typeof TraceSummary> {
  return { run_id: id, model: pinned.model, ...run };
}

export function traces({ agents, store }: { agents: AgentStore; store: RunStore }): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["traces"];

  app.openapi(
    endpoint({
      id: "listAgentTraces",
      method: "get",
      path: "/agents/{id}/traces",
      tags,
      summary: "List the traces of an agent's runs, newest first, without their steps",
      request: { params: AgentId, query: OffsetQuery },
      answers: {
        200: json(z.array(TraceSummary), "Traces; X-Total-Count says how many there are"),
      },
      fails: { 404: "No such agent, or none that the caller may use" },
    }),
    async (c) => {
      const agent = await agents.access(c.req.valid("param").id, c.var.user, "read");
      const range = limitOffset(c.req.valid("query"));
      const { runs, total } = await store.list({ agent_id: agent.id, sub: ownRuns(c.var.user), ...range });
      c.header("X-Total-Count", String(total));
      return c.json(runs.map(summary), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getAgentTrace",
      method: "get",
      path: "/agents/{id}/traces/{run_id}",
      tags,
      summary: "Read the trace of a run with every step",
      request: { params: RunId },
      answers: { 200: json(Trace, "The trace") },
      fails: { 404: "No such run, or not the caller's" },
    }),
    async (c) => c.json(await traceOf(store, c.req.valid("param"), c.var.user), 200),
  );

  return app;
}
