/** The agents service: its features, one line each. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { mountMcp } from "lib/mcp/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import type { DependencyCheck } from "lib/service/health.ts";
import { type AgentDefaults, agents } from "./agents/agents.ts";
import type { AgentStore } from "./agents/agents_store.ts";
import type { ApprovalStore } from "./runs/approvals_store.ts";
import type { Journal } from "./runs/journal_store.ts";
import { mcp } from "./mcp.ts";
import { metrics } from "./metrics/metrics.ts";
import type { MetricsStore } from "./metrics/metrics_store.ts";
import { playground } from "./playground/playground.ts";
import type { Runner } from "./runs/runner.ts";
import { runs } from "./runs/runs.ts";
import type { RunStore } from "./runs/runs_store.ts";
import type { SessionStore } from "./playground/sessions_store.ts";
import type { Toolkit } from "./tools/toolkit.ts";
import { tools } from "./tools/tools_list.ts";
import { traces } from "./runs/traces.ts";
import { WORDS } from "./field_words.ts";
import type { WorkerStore } from "./runs/workers_store.ts";

export interface Deps {
  service: ServiceDeps;
  /** The rules for using and changing agents. */
  rules: SharingRules;
  stores: {
    agents: AgentStore;
    runs: RunStore;
    journal: Journal;
    approvals: ApprovalStore;
    workers: WorkerStore;
    sessions: SessionStore;
    metrics: MetricsStore;
  };
  runner: Runner;
  toolkit: Toolkit;
  defaults: AgentDefaults;
  dependencies?: Record<string, DependencyCheck>;
}

const PREFIX = "/api/v1";

export function createApp(
  { service, rules, stores, runner, toolkit, defaults, dependencies }: Deps,
): OpenAPIHono<AppEnv> {
  const app = createService({
    name: "agents",
    title: "Diwan Agents",
    description: "Tool-using agents: create and run them, read their traces and metrics, chat with them.",
    prefix: PREFIX,
    tags: {
      agents: "Agents: their prompt, model and tools, and with whom they are shared",
      runs: "Work of agents: begun, watched, approved and cancelled",
      traces: "The record of each run, step by step",
      metrics: "Figures of an agent over all its runs",
      playground: "Conversations with an agent",
      tools: "Tools that agents may use",
    },
    words: WORDS,
    dependencies,
    ...service,
  });
  const agentDeps = { store: stores.agents, toolkit, abandon: runner.abandon, defaults };
  const runDeps = { ...stores, store: stores.runs, runner, prefix: PREFIX };

  app.route(PREFIX, agents(agentDeps));
  app.route(
    PREFIX,
    sharingRoutes({
      path: "/agents/{id}",
      id: z.string().max(100).meta({ description: "The agent's id" }),
      what: "Agent",
      tag: "agents",
      rules,
      find: (id) => stores.agents.find(id),
      share: (id, sharing) => stores.agents.share(id, sharing),
    }),
  );
  app.route(PREFIX, runs(runDeps));
  app.route(PREFIX, traces({ agents: stores.agents, store: stores.runs }));
  app.route(PREFIX, metrics({ agents: stores.agents, store: stores.metrics }));
  app.route(PREFIX, playground({ ...stores, runner, prefix: PREFIX }));
  app.route(PREFIX, tools(toolkit));
  mountMcp(app, { name: "diwan-agents", tools: mcp(agentDeps, runDeps), hosts: service.mcpHosts });

  return app;
}
