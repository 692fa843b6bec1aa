/** The settings of the agents service. */
import { INJECTION_MODES } from "lib/injection/injection_check.ts";
import { z } from "zod";
import { count, flag, GatewayClientEnv, port, processes, ProviderEnv, SharedEnv } from "lib/env.ts";
import { ModelPrices } from "./model/prices.ts";
import { McpServers } from "./tools/mcp_servers.ts";

export const Env = SharedEnv.extend(GatewayClientEnv.shape).extend(ProviderEnv.shape).extend({
  AGENTS_PORT: port(8005).meta({ description: "port to listen on" }),
  AGENTS_PROCESSES: processes(),
  AGENTS_PROVIDER: z.enum(["openai", "azure_openai", "gateway"]).default("openai").meta({
    description: "provider of the agents' models; gateway: the platform's own",
  }),
  AGENTS_OPENAI_API_KEY: z.string().optional().meta({
    description: "key of provider openai for agents; unset: OPENAI_API_KEY",
  }),
  AGENTS_OPENAI_BASE_URL: z.url().optional().meta({
    description: "OpenAI-compatible endpoint for agents, with its /v1; unset: OPENAI_BASE_URL. " +
      "The shared key is never sent here",
  }),
  AGENTS_DEFAULT_MODEL: z.string().default("gpt-4o-mini").meta({
    description: "model of agents that name none",
  }),
  AGENTS_MAX_AGENT_STEPS: count(10, { min: 1, max: 1_000 }).meta({
    description: "maximum model calls of a run, and the agents' default",
  }),
  AGENTS_DEBUG: flag(false).meta({ description: "logs every step and tool call, without their content" }),
  AGENTS_RUN_TIMEOUT_SECONDS: count(600, { min: 1, max: 86_400 }).meta({
    description: "a run's deadline; waiting for approval does not count",
  }),
  AGENTS_TOOL_TIMEOUT_SECONDS: count(30, { min: 1, max: 600 }).meta({
    description: "a tool call's deadline",
  }),
  AGENTS_MODEL_TIMEOUT_SECONDS: count(120, { min: 1, max: 3_600 }).meta({
    description: "a model call's deadline",
  }),
  AGENTS_BUDGET_MODEL_CALLS: count(100, { min: 1, max: 1_000_000 }).meta({
    description: "most model calls of a run with its nested runs",
  }),
  AGENTS_BUDGET_TOOL_CALLS: count(300, { min: 1, max: 1_000_000 }).meta({
    description: "most tool calls of a run with its nested runs",
  }),
  AGENTS_BUDGET_TOKENS: count(1_000_000, { min: 1 }).meta({
    description: "most tokens, prompts and answers, of a run with its nested runs",
  }),
  AGENTS_BUDGET_COST_USD: z.coerce.number().positive().optional().meta({
    description: "price of the model calls of a run with its nested runs; unset: no limit. " +
      "Prices come from the gateway, for answers that are not streamed, or from AGENTS_MODEL_PRICES; " +
      "after a call whose price is not known such a run ends",
  }),
  AGENTS_MAX_DEPTH: count(3, { min: 0, max: 20 }).meta({ description: "maximum depth of nested runs" }),
  AGENTS_MODEL_PRICES: ModelPrices.meta({
    description: 'USD for a million tokens, as JSON: {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}',
  }),
  AGENTS_CONTEXT_TOKENS: count(100_000, { min: 500 }).meta({
    description: "approximate tokens of a conversation that are sent; the oldest turns are dropped first",
  }),
  AGENTS_MAX_CONCURRENT_RUNS: count(200, { min: 1, max: 10_000 }).meta({
    description: "concurrent runs in this process; further ones are queued",
  }),
  AGENTS_MAX_SESSIONS: count(200, { min: 1, max: 100_000 }).meta({
    description: "playground sessions per person; a new one removes the least recently used",
  }),
  AGENTS_MCP_SERVERS: McpServers.meta({
    description:
      'MCP servers whose tools agents may use, as JSON: {"docs": {"url": "http://127.0.0.1:8003/mcp"}}',
  }),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag(false).meta({
    description: "records answers, tool arguments and tool results in OpenTelemetry spans",
  }),
  DOCUMENTS_BASE_URL: z.url().default("http://127.0.0.1:8003").meta({
    description: "documents service, for tools",
  }),
  COMPLIANCE_BASE_URL: z.url().default("http://127.0.0.1:8004").meta({
    description: "compliance service, for tools",
  }),
  GUARD_BASE_URL: z.url().default("http://127.0.0.1:8007").meta({ description: "guard service, for tools" }),
  AGENTS_INJECTION: z.enum(INJECTION_MODES).default("off").meta({
    description:
      "what becomes of a tool's result that looks like an attack on the model, or that the guard did not check: " +
      "`flag` marks it for the model, `block` withholds it, `off` asks nobody",
  }),
  PROCUREMENT_BASE_URL: z.url().default("http://127.0.0.1:8001").meta({
    description: "procurement service, for tools",
  }),
});
export type Env = z.output<typeof Env>;
