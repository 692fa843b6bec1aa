/** Runs of agents: start, read, cancel, approve. They belong to their caller; managers and admins see all. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth/auth.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery, QueryFlag } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import { AgentId, runnable } from "../agents/agents.ts";
import type { AgentStore } from "../agents/agents_store.ts";
import type { ApprovalStore } from "./approvals_store.ts";
import { RunStopped } from "../loop/run_stopped.ts";
import type { Journal } from "./journal_store.ts";
import type { Decision } from "../loop/state.ts";
import { Run, RunInput } from "./run.ts";
import { runOrFailure, stopWithCaller, streamRun } from "./run_stream.ts";
import type { Runner } from "./runner.ts";
import type { RunStore, StoredRun } from "./runs_store.ts";
import { RunStatus } from "../loop/trace.ts";
import type { Caller } from "../tools/tool.ts";
import type { WorkerStore } from "./workers_store.ts";

export interface RunDeps {
  agents: AgentStore;
  store: RunStore;
  runner: Runner;
  journal: Journal;
  approvals: ApprovalStore;
  workers: WorkerStore;
  prefix: string;
}

export const RunId = z.object({ id: z.string().max(100), run_id: z.string().max(100) });

const RunQuery = z.object({
  stream: QueryFlag.default(false).meta({ description: "answer with Server-Sent Events", type: "boolean" }),
  background: QueryFlag.default(false).meta({ description: "answer 202 immediately", type: "boolean" }),
});

const RunSearch = OffsetQuery.extend({
  search: textOf({ max: 500 }).optional().meta({ description: "text in the input, or a whole id" }),
  status: RunStatus.optional(),
});

const Calls = z.array(z.string()).min(1).optional().meta({
  description: "ids of waiting calls; default: all",
});
const Approve = z.object({ tool_call_ids: Calls }).meta({
  id: "Approval",
  example: { tool_call_ids: ["call_8f3a"] },
});
const Reject = z.object({
  tool_call_ids: Calls,
  reason: z.string().max(2_000).optional().meta({ description: "reason given to the model" }),
}).meta({ id: "Rejection", example: { reason: "Ask the owner of the data first." } });

/** The owner whose runs `user` may see; undefined for all. */
export function ownRuns(user: User): string | undefined {
  return user.role === "user" ? user.sub : undefined;
}

/** A stored run as answered by the API. */
export function shownRun({ pinned: _, tool_calls: _calls, tool_errors: _errors, ...run }: StoredRun): Run {
  return run;
}

/** A run that `user` may see, or 404. */
export async function visibleRun(
  store: RunStore,
  { id, run_id }: { id: string; run_id: string },
  user: User,
): Promise<StoredRun> {
  const run = await store.find(run_id, { agent_id: id, sub: ownRuns(user) });
  if (!run) throw notFound("Run");
  return run;
}

export function runs(deps: RunDeps): OpenAPIHono<AppEnv> {
  const { agents, store, runner, prefix } = deps;
  const app = feature();
  const tags = ["runs"];

  app.openapi(
    endpoint({
      id: "runAgent",
      method: "post",
      path: "/agents/{id}/run",
      tags,
      summary: "Run an agent; answer when it has finished, as a stream, or immediately",
      heavy: true,
      request: { params: AgentId, query: RunQuery, body: jsonBody(RunInput) },
      answers: {
        201: json(Run, "The finished run; its status says how it ended"),
        200: {
          description: "With stream=true: events run.started, step.started, text.delta, reasoning.delta, " +
            "step.retried, tool_call.started, tool_call.finished, step.finished, run.finished, then [DONE]",
          content: { "text/event-stream": { schema: z.string() } },
        },
        202: json(Run, "With background=true: the run, which goes on"),
      },
      fails: {
        404: "No such agent, or none that the caller may use",
        409: "A tool of the agent does not exist any more",
        502:
          "The provider failed the run, which Location names, or an MCP server of its tools cannot be reached",
      },
    }),
    async (c) => {
      const { stream, background } = c.req.valid("query");
      if (stream && background) throw invalid(["query", "background"], "Either stream or background");
      const agent = await runnable(agents, c.req.valid("param").id, c.var.user);
      const request = { agent, ...c.req.valid("json"), caller: callerOf(c.var.user), background };
      if (stream) return await streamRun(c, (emit) => runner.start({ ...request, emit }));
      const live = await runner.start(request);
      if (background) return c.json(live.run, 202);
      stopWithCaller(c, live);
      return c.json(runOrFailure(await live.done, prefix), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "searchRuns",
      method: "get",
      path: "/runs",
      tags,
      summary: "Find your runs of any agent, newest first; managers and admins see all",
      description: "Searches the latest 10,000 runs that the caller may see.",
      request: { query: RunSearch },
      answers: { 200: json(z.array(Run), "Runs of agents that the caller may use") },
    }),
    async (c) => {
      const { search, status, ...range } = c.req.valid("query");
      const page = await store.search({ caller: c.var.user, search, status, ...limitOffset(range) });
      return c.json(page.map(shownRun), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listAgentRuns",
      method: "get",
      path: "/agents/{id}/runs",
      tags,
      summary: "List your runs of an agent, newest first; managers and admins see all",
      request: { params: AgentId, query: OffsetQuery.extend({ status: RunStatus.optional() }) },
      answers: {
        200: json(z.array(Run), "Runs; X-Total-Count says how many there are"),
      },
      fails: { 404: "No such agent, or none that the caller may use" },
    }),
    async (c) => {
      const agent = await agents.access(c.req.valid("param").id, c.var.user, "read");
      const query = c.req.valid("query");
      const { runs, total } = await store.list({
        agent_id: agent.id,
        sub: ownRuns(c.var.user),
        status: query.status,
        ...limitOffset(query),
      });
      c.header("X-Total-Count", String(total));
      return c.json(runs.map(shownRun), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getAgentRun",
      method: "get",
      path: "/agents/{id}/runs/{run_id}",
      tags,
      summary: "Read a run",
      request: { params: RunId },
      answers: { 200: json(Run, "The run") },
      fails: { 404: "No such run, or not the caller's" },
    }),
    async (c) => c.json(shownRun(await visibleRun(store, c.req.valid("param"), c.var.user)), 200),
  );

  app.openapi(
    endpoint({
      id: "cancelAgentRun",
      method: "post",
      path: "/agents/{id}/runs/{run_id}/cancel",
      tags,
      summary: "Cancel a running or waiting run",
      request: { params: RunId },
      answers: { 200: json(Run, "The run") },
      fails: { 404: "No such run, or not the caller's", 409: "The run is over" },
    }),
    async (c) => c.json(await cancel(await visibleRun(store, c.req.valid("param"), c.var.user), deps), 200),
  );

  app.openapi(
    endpoint({
      id: "approveAgentRun",
      method: "post",
      path: "/agents/{id}/runs/{run_id}/approve",
      tags,
      summary: "Approve waiting tool calls; after the last decision the run continues in the background",
      heavy: true,
      request: { params: RunId, body: jsonBody(Approve) },
      answers: { 202: json(Run, "The run") },
      fails: { 404: "No such run, or not the caller's", 409: "The run does not wait for approval" },
    }),
    async (c) => {
      const run = await visibleRun(store, c.req.valid("param"), c.var.user);
      const { tool_call_ids } = c.req.valid("json");
      return c.json(await decide(run, { approved: true }, { calls: tool_call_ids, deps }), 202);
    },
  );

  app.openapi(
    endpoint({
      id: "rejectAgentRun",
      method: "post",
      path: "/agents/{id}/runs/{run_id}/reject",
      tags,
      summary: "Reject waiting tool calls; the model is told, and after the last decision the run continues",
      heavy: true,
      request: { params: RunId, body: jsonBody(Reject) },
      answers: { 202: json(Run, "The run") },
      fails: { 404: "No such run, or not the caller's", 409: "The run does not wait for approval" },
    }),
    async (c) => {
      const run = await visibleRun(store, c.req.valid("param"), c.var.user);
      const { tool_call_ids, reason } = c.req.valid("json");
      return c.json(await decide(run, { approved: false, reason }, { calls: tool_call_ids, deps }), 202);
    },
  );

  return app;
}

/** The caller that a run acts for. */
export function callerOf({ sub, role, jwt }: User): Caller {
  return { sub, role, jwt };
}

async function cancel(run: StoredRun, { runner, journal, workers, store }: RunDeps): Promise<Run> {
  const live = runner.live(run.id);
  if (live) {
    live.stop(new RunStopped("cancelled", "Cancelled"));
    return await live.done;
  }
  if (run.status === "awaiting_approval") {
    const { id, output, duration_ms, spent } = run;
    const failure = "cancelled" as const;
    await journal.finish({
      id,
      status: failure,
      failure,
      error: "Cancelled",
      output,
      duration_ms,
      truncated: false,
      spent,
    });
  } else if (run.completed_at === null) await workers.requestCancel(run.id);
  else throw wrongState(`The run is already ${run.status}`);
  const now = await store.find(run.id, {});
  if (!now) throw notFound("Run");
  return shownRun(now);
}

async function decide(
  run: StoredRun,
  decision: Decision,
  { calls, deps: { approvals, runner, store } }: { calls: string[] | undefined; deps: RunDeps },
): Promise<Run> {
  const decided = await approvals.decide(run.id, decision, calls);
  if (decided.kind === "not_waiting") {
    throw wrongState(`The run does not wait for approval, it is ${run.status}`);
  }
  if (decided.kind === "unknown_call") {
    throw invalid(["body", "tool_call_ids"], `No call ${decided.id} waits for a decision`);
  }
  if (decided.kind === "go_on") runner.resume(decided.waiting);
  const now = await store.find(run.id, {});
  if (!now) throw notFound("Run");
  return shownRun(now);
}
