import type { FieldWords } from "lib/service/field_words.ts";

const RUN = "01990f2e-9d4b-7000-8000-2a6f1c8e7b30";
const AGENT = "01990f2e-7c1a-7000-8000-5b1d2c3e4f50";
const SESSION = "01990f2e-b3e7-7000-8000-91c4d5a6f708";

/** Descriptions of the agents' own fields and parameters, for their OpenAPI document. */
export const WORDS: FieldWords = {
  agent_id: { description: "The agent", example: AGENT },
  run_id: { description: "The run", example: RUN },
  session_id: { description: "The playground session; null: none", example: SESSION },
  parent_run_id: {
    description: "The parent run, whose agent started this one; null: started by a person",
    example: RUN,
  },
  max_steps: { description: "Maximum number of model calls per run", example: 5 },
  tools: { description: "Names of tools, as GET /tools lists them", example: ["calculator"] },
  needs_approval: { description: "Tools whose calls wait for a person's approval", example: [] },
  temperature: {
    description: "Sampling temperature; null: the provider's default",
    example: 0.2,
  },
  runs_count: { description: "Number of runs", example: 12 },
  success_rate: { description: "Completed runs among the finished ones, 0 to 1", example: 0.92 },
  avg_duration_ms: { description: "Mean working time of finished runs in milliseconds", example: 1250 },
  steps_count: { description: "Number of model calls", example: 2 },
  total_tokens: { description: "Tokens of prompts and answers", example: 46 },
  context: { description: "Context given to the model with the input", example: { customer: "Acme" } },
  failure: { description: "Why the run did not complete; null: completed or unfinished", example: null },
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
  step: { description: "Number of the model call in the run, from 1", example: 1 },
  tool_calls: { description: "Number of tool calls", example: 3 },
  tool_errors: { description: "Number of failed ones", example: 0 },
  reasoning: "The model's reasoning, where its provider shows it",
  response: "The agent's answer",
  result: "The tool's result",
  result_bytes: { description: "Size of the tool's answer in bytes", example: 42 },
  retries: "Attempts of the model call that failed and were followed by another",
  attempt: { description: "Number of the failed attempt, from 1", example: 1 },
  wait_ms: { description: "Delay before the next attempt in milliseconds", example: 500 },
  model_calls: { description: "Number of model calls", example: 2 },
  tokens: { description: "Tokens of prompts and answers", example: 46 },
  exchanges: "Turns that are over",
  messages: "The messages of the session",
  message: { description: "The person's message", example: "What is 15 % of 2,340?" },
  total_runs: { description: "Number of runs", example: 12 },
  completed_runs: { description: "Number of runs with an answer", example: 11 },
  p50_duration_ms: { description: "Median working time in milliseconds", example: 1100 },
  p95_duration_ms: {
    description: "95th percentile of the working time of finished runs in milliseconds",
    example: 3800,
  },
  avg_tokens: { description: "Mean tokens of a finished run", example: 410.5 },
  avg_steps: { description: "Mean model calls of a finished run", example: 2.4 },
  parameters: "JSON schema of the arguments",
};
