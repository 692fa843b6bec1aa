/** The schemas of an agent. */
import { z } from "zod";
import { textOf } from "lib/text.ts";

const Name = textOf({ min: 1, max: 200 }).trim();
const Names = z.array(z.string().min(1).max(200)).max(128);

export const AgentInput = z.object({
  name: Name,
  description: z.string().max(5_000).default(""),
  system_prompt: z.string().max(100_000).default(""),
  model: z.string().min(1).max(200).optional().meta({
    description: "unset: AGENTS_DEFAULT_MODEL; echo: the gateway's built-in model, which needs no provider",
  }),
  max_steps: z.int().min(1).optional().meta({
    description: "model calls per run; default and maximum: AGENTS_MAX_AGENT_STEPS",
  }),
  temperature: z.number().min(0).max(2).nullable().default(null).meta({
    description: "null: the provider's default",
  }),
  tools: Names.default([]).meta({ description: "names of tools, see GET /tools" }),
  needs_approval: Names.default([]).meta({
    description: "tools whose calls wait for a person's approval",
  }),
}).meta({
  id: "AgentInput",
  example: {
    name: "Analyst",
    description: "Answers questions about figures",
    system_prompt: "You are a careful analyst. Use the calculator for every sum.",
    model: "gpt-4o-mini",
    max_steps: 5,
    temperature: 0.2,
    tools: ["calculator", "current_time"],
  },
});
export type AgentInput = z.output<typeof AgentInput>;

/** Only the fields to change. */
export const AgentPatch = z.object({
  name: Name.optional(),
  description: z.string().max(5_000).optional(),
  system_prompt: z.string().max(100_000).optional(),
  model: z.string().min(1).max(200).optional(),
  max_steps: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  tools: Names.optional(),
  needs_approval: Names.optional(),
}).meta({ id: "AgentPatch", example: { max_steps: 8, tools: ["calculator", "search_documents"] } });
export type AgentPatch = z.output<typeof AgentPatch>;

export const AgentSpec = z.object({
  name: z.string(),
  description: z.string(),
  system_prompt: z.string(),
  model: z.string(),
  max_steps: z.int(),
  temperature: z.number().nullable(),
  tools: z.array(z.string()),
  needs_approval: z.array(z.string()),
});
/** The settings of an agent that its runs use. */
export type AgentSpec = z.output<typeof AgentSpec>;

export const Agent = AgentSpec.extend({
  id: z.uuid(),
  status: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  runs_count: z.int(),
  success_rate: z.number().meta({ description: "completed runs among the finished ones, 0 to 1" }),
  avg_duration_ms: z.number().meta({ description: "over finished runs" }),
}).meta({ id: "Agent" });
export type Agent = z.output<typeof Agent>;

/** The fields of an agent that a run needs. */
export type RunnableAgent = AgentSpec & { id: string };

/** The settings that a run keeps for its whole duration. */
export function specOf(agent: AgentSpec): AgentSpec {
  const { name, description, system_prompt, model, max_steps, temperature, tools, needs_approval } = agent;
  return { name, description, system_prompt, model, max_steps, temperature, tools, needs_approval };
}
