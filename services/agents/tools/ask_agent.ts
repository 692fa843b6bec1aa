/** One agent asking another. */
import { z } from "zod";
import { textOf } from "lib/text.ts";
import { defineTool, type Tool, type ToolContext } from "./tool.ts";

/** Runs the agent `agent` (id or name) for the same caller and waits for its answer. */
export type AskAgent = (question: { agent: string; input: string }, context: ToolContext) => Promise<unknown>;

export function askAgentTool(ask: AskAgent, timeoutMs: number): Tool {
  const tool = defineTool({
    name: "ask_agent",
    description: "Asks another agent, by its id or exact name, and returns its answer.",
    input: z.object({
      agent: z.string().min(1).max(200).meta({ description: "its id or exact name" }),
      input: textOf({ min: 1, max: 100_000 }).meta({ description: "the question or task" }),
    }),
    run: ask,
  });
  return { ...tool, timeoutMs };
}
