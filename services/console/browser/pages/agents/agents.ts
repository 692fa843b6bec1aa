/** The fields of the agents service's answers that the pages show. */
import type { Tone } from "../../ui/state.tsx";

export const API = "/agents/api/v1";

export type RunStatus =
  | "queued"
  | "running"
  | "awaiting_approval"
  | "completed"
  | "failed"
  | "max_steps_exceeded"
  | "cancelled"
  | "interrupted";

export const TONES: Record<RunStatus, Tone> = {
  queued: "calm",
  running: "calm",
  awaiting_approval: "warn",
  completed: "good",
  failed: "bad",
  max_steps_exceeded: "warn",
  cancelled: "calm",
  interrupted: "bad",
};

/** The fields of an agent that a person sets. */
export interface AgentInput {
  name: string;
  description: string;
  system_prompt: string;
  model: string;
  max_steps: number;
  temperature: number | null;
  tools: string[];
  needs_approval: string[];
}

export interface Agent extends AgentInput {
  id: string;
  created_by: string;
  updated_at: string;
  runs_count: number;
  success_rate: number;
  avg_duration_ms: number;
}

export interface Tool {
  name: string;
  description: string;
  needs_approval: boolean;
}

export interface Run {
  id: string;
  agent_id: string;
  input: string;
  output: string;
  status: RunStatus;
  steps_count: number;
  total_tokens: number;
  duration_ms: number;
  started_at: string;
  error: string | null;
  created_by: string;
  spent: { cost_usd: number | null } | null;
  pending_approvals: {
    id: string;
    name: string;
    arguments: unknown;
    decision: "approved" | "rejected" | null;
  }[];
}

export interface ToolCall {
  id: string;
  name: string;
  arguments: unknown;
  status?:
    | "ok"
    | "error"
    | "timeout"
    | "invalid_arguments"
    | "unknown_tool"
    | "not_run"
    | "running"
    | "interrupted"
    | "awaiting_approval"
    | "rejected";
  result?: string;
  duration_ms?: number;
  error?: string;
}

export interface Step {
  step: number;
  duration_ms?: number;
  model?: string;
  reasoning?: string;
  usage?: { total_tokens: number } | null;
  tool_calls: ToolCall[];
  response?: string;
  error?: string;
}

export interface Trace {
  run_id: string;
  input: string;
  output: string;
  status: RunStatus;
  steps_count: number;
  total_tokens: number;
  duration_ms: number;
  started_at: string;
  model: string;
  error: string | null;
  spent: { cost_usd: number | null } | null;
  steps: Step[];
}
