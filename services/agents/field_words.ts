import type { FieldWords } from "lib/service/field_words.ts";

const RUN = "01990f2e-9d4b-7000-8000-2a6f1c8e7b30";
const AGENT = "01990f2e-7c1a-7000-8000-5b1d2c3e4f50";
const SESSION = "01990f2e-b3e7-7000-8000-91c4d5a6f708";

/** Descriptions of the agents' own fields and parameters, for their OpenAPI document. */
export const WORDS: FieldWords = {
  agent_id: { description: "The agent", example: AGENT },
  run_id: { description: "The run", example: RUN },
  session_id: { description: "The playground session; null: none", example: SESSION },
  parent_run_id: { description: "The run whose agent asked for this one; null: a person did", example: RUN },
  max_steps: { description: "Model calls a run at most", example: 5 },
  tools: { description: "Names of tools, as GET /tools lists them", example: ["calculator"] },
  needs_approval: { description: "Those of the tools whose calls wait for a person's approval", example: [] },
  temperature: {
    description: "How freely the model chooses its words: 0 the least; null: the provider's own",
    example: 0.2,
  },
  runs_count: { description: "How many runs it has had", example: 12 },
  success_rate: { description: "Completed runs among the finished ones, 0 to 1", example: 0.92 },
  avg_duration_ms: { description: "Mean time at work of finished runs, in milliseconds", example: 1250 },
  steps_count: { description: "How many model calls it has made", example: 2 },
  total_tokens: { description: "Tokens of prompts and answers", example: 46 },
  context: { description: "Facts that the model is told with the input", example: { customer: "Acme" } },
  failure: { description: "Why the run is not completed; null: it is, or it goes on", example: null },
  truncated: "Whether something was cut off at a limit",
  budget: "Limits of the run and those that it asks",
  spent: "The spending of the run and of runs that it asked",
  pending_approvals: "Tool calls that wait for approval",
  arguments: {
    description: "The arguments that the model gave the tool",
    example: { expression: "1250 * 0.15" },
  },
  decision: { description: "A person's decision; null: none yet", example: "approved" },
  tool_call_ids: "Ids of waiting calls; left out: all of them",
  agent: "The agent as it was when the run began",
  steps: "The steps, one for each model call",
  step: { description: "Which model call of the run, from 1", example: 1 },
  tool_calls: { description: "How many calls of tools", example: 3 },
  tool_errors: { description: "How many of them failed", example: 0 },
  reasoning: "The model's reasoning, where its provider shows it",
  response: "The agent's answer",
  result: "The tool's result",
  result_bytes: { description: "How long the tool's answer was, in bytes", example: 42 },
  retries: "Attempts of the model call that failed and were followed by another",
  attempt: { description: "Which attempt failed, from 1", example: 1 },
  wait_ms: { description: "How long the next attempt waited, in milliseconds", example: 500 },
  model_calls: { description: "How many calls of models", example: 2 },
  tokens: { description: "Tokens of prompts and answers", example: 46 },
  exchanges: "Turns that are over",
  messages: "The messages of the session",
  message: { description: "The person's message", example: "What is 15 % of 2,340?" },
  total_runs: { description: "How many runs there are", example: 12 },
  completed_runs: { description: "How many have an answer", example: 11 },
  p50_duration_ms: { description: "Median time at work, in milliseconds", example: 1100 },
  p95_duration_ms: {
    description: "Time at work that 95 of 100 finished runs do not exceed, in milliseconds",
    example: 3800,
  },
  avg_tokens: { description: "Mean tokens of a finished run", example: 410.5 },
  avg_steps: { description: "Mean model calls of a finished run", example: 2.4 },
  parameters: "JSON schema of the arguments",
};
