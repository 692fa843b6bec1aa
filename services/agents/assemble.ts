/** Puts the service together from its settings: stores, tools, runner, app. */
import { decodeJwt } from "jose";
import { type Role, signJwt } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { injectionCheck } from "lib/injection/injection_check.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { azureProvider, gatewayProvider, openaiProvider, type Provider } from "lib/providers/provider.ts";
import { type SharingRules, sharingRules } from "lib/sharing/sharing.ts";
import { SERVICE_TOKEN_HEADER, type ServiceDeps } from "lib/service/service.ts";
import type { AgentStore } from "./agents/agents_store.ts";
import { agentStore } from "./agents/agents_store.ts";
import { createApp, type Deps } from "./app.ts";
import { BudgetExceeded } from "./model/budget.ts";
import { approvalStore } from "./runs/approvals_store.ts";
import { endings } from "./runs/endings.ts";
import type { Env } from "./env.ts";
import { RunStopped } from "./loop/run_stopped.ts";
import { journal } from "./runs/journal_store.ts";
import { type McpTools, mcpTools } from "./tools/mcp_client.ts";
import { metricsStore } from "./metrics/metrics_store.ts";
import type { ExecutorDeps } from "./runs/execute.ts";
import { type Runner, runner } from "./runs/runner.ts";
import type { BudgetLimits } from "./model/budget.ts";
import { runStore } from "./runs/runs_store.ts";
import { sessionStore } from "./playground/sessions_store.ts";
import { type Toolkit, toolkit } from "./tools/toolkit.ts";
import { type AskAgent, askAgentTool } from "./tools/ask_agent.ts";
import { calculator } from "./tools/calculator.ts";
import { withCheckedResults } from "./tools/checked_results.ts";
import { convertUnits } from "./tools/convert_units.ts";
import { currentTime } from "./tools/current_time.ts";
import { jsonQuery } from "./tools/json_query.ts";
import { runJavaScriptTool } from "./tools/run_javascript.ts";
import { type HeadersFor, serviceTools, type TokenFor } from "./tools/services.ts";
import { textStatsTool } from "./tools/text_stats.ts";
import { type TextWork, textWork } from "./tools/text_work.ts";
import { type Tool, ToolFailure } from "./tools/tool.ts";
import { webTools } from "./tools/web.ts";
import { workerStore } from "./runs/workers_store.ts";

export interface AgentParts {
  env: Env;
  sql: Sql;
  /** Whether this process is the only one on the database. */
  alone: boolean;
  service: ServiceDeps;
  /** Backoff between attempts to store the end of a run; about eight seconds in total by default. */
  endingWaitsMs?: number[];
  /** How long the row of a run that nobody watches is put off; a few milliseconds by default. */
  putOffMs?: number;
  secrets: { jwtSecret: string; gatewayAdminKey: string };
  log: Logger;
}

export interface Assembled {
  app: ReturnType<typeof createApp>;
  runner: Runner;
  /** Ends the runs and the threads. */
  close(): Promise<void>;
}

const TOKEN_SECONDS = 300;
const LEAST_SECONDS = 5;

export async function assemble(parts: AgentParts): Promise<Assembled> {
  const { env, sql, alone, service, secrets, log } = parts;
  const worker = uuidv7();
  const rules = sharingRules(env.DEFAULT_SHARING);
  const stores = storesOf(parts, { worker, rules });
  await stores.workers.beat();
  const interrupted = await stores.workers.sweep();
  if (interrupted > 0) log.warn("runs of a crashed process are interrupted", { runs: interrupted });

  const { tokenFor, headersFor } = callerTokens(secrets.jwtSecret);
  const gateway = gatewayProvider({
    baseUrl: env.GATEWAY_BASE_URL,
    apiKey: env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey,
  });
  const provider = configuredProvider(env, gateway);
  const deadlineMs = env.AGENTS_RUN_TIMEOUT_SECONDS * 1000;
  const ask: AskAgent = (question, context) =>
    askOther(question, context, { agents: stores.agents, runner: running });
  const mcp = mcpTools(env.AGENTS_MCP_SERVERS ?? {}, { tokenFor, log });
  const work = textWork();
  const tools = checkedTools(ownTools(env, { headersFor, ask, deadlineMs, work }), mcp, { env, headersFor });
  const running: Runner = runner({
    ...stores,
    endings: endings({ ...stores, log, waitsMs: parts.endingWaitsMs }),
    provider,
    gateway,
    toolkit: tools,
    lifecycle: service.lifecycle,
    log,
    alone,
    putOffMs: parts.putOffMs,
    budget: budgetOf(env),
    prices: env.AGENTS_MODEL_PRICES ?? {},
    maxConcurrent: env.AGENTS_MAX_CONCURRENT_RUNS,
    traceContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
    limits: limitsOf(env),
  });
  const app = createApp({
    service,
    rules,
    stores,
    runner: running,
    toolkit: tools,
    defaults: { model: env.AGENTS_DEFAULT_MODEL, maxSteps: env.AGENTS_MAX_AGENT_STEPS },
    dependencies: {
      database: async () => void await sql`select 1`,
      provider: () => Promise.resolve(provider.configured ? undefined : `set ${provider.setting}`),
    },
  });
  return {
    app,
    runner: running,
    async close() {
      await running.close();
      work.close();
    },
  };
}

function storesOf(
  { env, sql, alone }: AgentParts,
  { worker, rules }: { worker: string; rules: SharingRules },
): Deps["stores"] {
  return {
    agents: agentStore(sql, rules, { alone }),
    runs: runStore(sql, rules),
    journal: journal(sql, worker),
    approvals: approvalStore(sql, worker),
    workers: workerStore(sql, { worker, alone }),
    sessions: sessionStore(sql, { most: env.AGENTS_MAX_SESSIONS }),
    metrics: metricsStore(sql),
  };
}

/** All tools, with their results checked as the setting says. */
function checkedTools(
  own: Tool[],
  mcp: McpTools,
  { env, headersFor }: { env: Env; headersFor: HeadersFor },
): Toolkit {
  const mode = env.AGENTS_INJECTION;
  if (mode === "off") return toolkit(own, mcp);
  const check = injectionCheck({ baseUrl: env.GUARD_BASE_URL });
  const checked = (tool: Tool) => withCheckedResults(tool, { mode, check, headersFor });
  const of: McpTools["of"] = async (server, caller) => (await mcp.of(server, caller)).map(checked);
  return toolkit(own.map(checked), { ...mcp, of });
}

function budgetOf(env: Env): BudgetLimits {
  return {
    model_calls: env.AGENTS_BUDGET_MODEL_CALLS,
    tool_calls: env.AGENTS_BUDGET_TOOL_CALLS,
    tokens: env.AGENTS_BUDGET_TOKENS,
    cost_usd: env.AGENTS_BUDGET_COST_USD ?? null,
    seconds: env.AGENTS_RUN_TIMEOUT_SECONDS,
    depth: env.AGENTS_MAX_DEPTH,
  };
}

function limitsOf(env: Env): ExecutorDeps["limits"] {
  return {
    maxSteps: env.AGENTS_MAX_AGENT_STEPS,
    toolTimeoutMs: env.AGENTS_TOOL_TIMEOUT_SECONDS * 1000,
    modelTimeoutMs: env.AGENTS_MODEL_TIMEOUT_SECONDS * 1000,
    contextTokens: env.AGENTS_CONTEXT_TOKENS,
  };
}

function callerTokens(jwtSecret: string): { tokenFor: TokenFor; headersFor: HeadersFor } {
  const signed = (sub: string, role: Role) =>
    signJwt(jwtSecret, { sub, role, expiresInSeconds: TOKEN_SECONDS, service: "agents" });
  // A platform token with the caller's rights, for runs that continue without the caller's token.
  const tokenFor: TokenFor = ({ sub, role }) => signed(sub, role);
  return {
    tokenFor,
    async headersFor(caller): Promise<Record<string, string>> {
      if (!caller.jwt || !outlasts(caller.jwt)) return { authorization: `Bearer ${await tokenFor(caller)}` };
      // This token only marks a call as internal.
      return {
        authorization: `Bearer ${caller.jwt}`,
        [SERVICE_TOKEN_HEADER]: await signed("agents", "user"),
      };
    },
  };
}

/** Whether a token that was valid at the start will still be valid on arrival. */
function outlasts(jwt: string): boolean {
  const { exp = 0 } = decodeJwt(jwt);
  return exp - LEAST_SECONDS > Date.now() / 1000;
}

function configuredProvider(env: Env, gateway: Provider): Provider {
  if (env.AGENTS_PROVIDER === "gateway") return gateway;
  if (env.AGENTS_PROVIDER === "azure_openai") {
    return azureProvider({
      apiKey: env.AZURE_OPENAI_API_KEY,
      endpoint: env.AZURE_OPENAI_ENDPOINT,
      deployment: env.AZURE_OPENAI_DEPLOYMENT,
    });
  }
  const { AGENTS_OPENAI_API_KEY: key, AGENTS_OPENAI_BASE_URL: address } = env;
  return openaiProvider({
    // A separate base URL never gets the shared key.
    apiKey: key ?? (address ? undefined : env.OPENAI_API_KEY),
    baseUrl: address ?? env.OPENAI_BASE_URL,
    setting: "AGENTS_OPENAI_API_KEY or OPENAI_API_KEY",
  });
}

function ownTools(
  env: Env,
  { headersFor, ask, deadlineMs, work }: {
    headersFor: HeadersFor;
    ask: AskAgent;
    deadlineMs: number;
    work: TextWork;
  },
): Tool[] {
  return [
    calculator,
    currentTime(),
    convertUnits,
    jsonQuery(work.query),
    textStatsTool(work.stats),
    ...webTools({ allowPrivate: env.ALLOW_PRIVATE_URLS, work }),
    runJavaScriptTool,
    ...serviceTools({
      documents: env.DOCUMENTS_BASE_URL,
      compliance: env.COMPLIANCE_BASE_URL,
      guard: env.GUARD_BASE_URL,
      procurement: env.PROCUREMENT_BASE_URL,
    }, headersFor),
    askAgentTool(ask, deadlineMs),
  ];
}

async function askOther(
  { agent: name, input }: Parameters<AskAgent>[0],
  { caller, budget, runId, signal }: Parameters<AskAgent>[1],
  { agents, runner }: { agents: AgentStore; runner: Runner },
): Promise<unknown> {
  const agent = await agents.named(name, caller);
  if (!agent) throw new ToolFailure(`There is no agent ${name}`);
  const live = await runner.start({ agent, input, caller, parent: { runId, budget } }).catch((error) => {
    throw error instanceof BudgetExceeded ? new ToolFailure(error.message) : error;
  });
  const stop = () => {
    const { reason } = signal;
    live.stop(
      reason instanceof RunStopped
        ? reason
        : new RunStopped("cancelled", "The calling agent has stopped waiting"),
    );
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const { id, status, output, error } = await live.done;
    return { agent: agent.name, run_id: id, status, output, ...(error ? { error } : {}) };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
