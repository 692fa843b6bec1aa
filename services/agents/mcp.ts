/** The service's own MCP tools: the same as its routes. */
import { z } from "zod";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { Agent, AgentInput } from "./agents/agent.ts";
import { type AgentDeps, createAgent, runnable } from "./agents/agents.ts";
import { RunStopped } from "./loop/run_stopped.ts";
import { Run, RunInput } from "./runs/run.ts";
import { callerOf, ownRuns, type RunDeps, shownRun } from "./runs/runs.ts";
import { Trace, traceOf } from "./runs/traces.ts";

const Range = z.object({
  skip: z.int().min(0).default(0).meta({ description: "Number of items to skip" }),
  limit: z.int().min(1).max(100).default(20).meta({ description: "Items at most" }),
});
const AgentRef = z.object({ agent_id: z.string().max(100).meta({ description: "The agent's id" }) });

export function mcp(agents: AgentDeps, runs: RunDeps): McpTool[] {
  return [
    mcpTool({
      name: "list_agents",
      description: "Lists the agents that you may use, newest first.",
      input: Range,
      output: z.object({ agents: z.array(Agent), total: z.int() }),
      readOnly: true,
      call: ({ skip, limit }, { user }) => agents.store.list({ caller: user, limit, offset: skip }),
    }),
    mcpTool({
      name: "create_agent",
      description: "Creates an agent from a prompt, a model and tool names.",
      input: AgentInput,
      describe: {
        name: "Its name",
        description: "Its purpose",
        system_prompt: "Instructions for the model before every question",
      },
      output: Agent,
      call: (input, { user }) => createAgent(input, user, agents),
    }),
    mcpTool({
      name: "run_agent",
      description: "Runs an agent and returns the finished run; its status says how it ended.",
      input: RunInput.extend(AgentRef.shape),
      describe: { input: "The question or task" },
      output: Run,
      // Its tools may do anything, and a model is asked.
      destructive: true,
      openWorld: true,
      failed: ({ status }) => status !== "completed" && status !== "awaiting_approval",
      heavy: true,
      async call({ agent_id, ...request }, { user, signal }) {
        const agent = await runnable(agents.store, agent_id, user);
        const live = await runs.runner.start({ agent, ...request, caller: callerOf(user) });
        const stop = () => live.stop(new RunStopped("cancelled", "The caller disconnected"));
        signal.addEventListener("abort", stop, { once: true });
        try {
          return await live.done;
        } finally {
          signal.removeEventListener("abort", stop);
        }
      },
    }),
    mcpTool({
      name: "list_runs",
      description: "Lists the caller's runs of an agent, newest first.",
      input: Range.extend(AgentRef.shape),
      output: z.object({ runs: z.array(Run), total: z.int() }),
      readOnly: true,
      async call({ agent_id, skip, limit }, { user }) {
        const { id } = await agents.store.access(agent_id, user, "read");
        const { runs: page, total } = await runs.store.list({
          agent_id: id,
          sub: ownRuns(user),
          limit,
          offset: skip,
        });
        return { runs: page.map(shownRun), total };
      },
    }),
    mcpTool({
      name: "read_trace",
      description: "Reads the trace of a run: every step, tool call, result, usage and timing.",
      input: AgentRef.extend({ run_id: z.string().max(100).meta({ description: "The run's id" }) }),
      output: Trace,
      readOnly: true,
      call: ({ agent_id, run_id }, { user }) => traceOf(runs.store, { id: agent_id, run_id }, user),
    }),
  ];
}
