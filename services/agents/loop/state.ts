/** The options, state, events and outcome of the loop. */
import type { Message } from "../model/messages.ts";
import type { Spent } from "../model/budget.ts";
import type { AskModel, Retry } from "../model/model.ts";
import type { Windows } from "../model/windows.ts";
import type { CallOptions, Toolbox } from "./tool_calls.ts";
import type { Failure, RunStatus, TraceStep, TraceToolCall } from "./trace.ts";

/** The state of a run between two steps, sufficient to continue it in another process. */
export interface LoopState {
  messages: Message[];
  /** Index of the question in `messages`. */
  question: number;
  /** Steps done. */
  step: number;
  /** The step that waits for approval. */
  waiting?: TraceStep;
  /** The budget spent before the run started waiting. */
  spent?: Spent;
}

/** The decision of a person about a waiting call. */
export interface Decision {
  approved: boolean;
  reason?: string;
}

export type RunEvent =
  | { type: "step.started"; step: number }
  | { type: "text.delta" | "reasoning.delta"; step: number; delta: string }
  | { type: "step.retried"; step: number; retry: Retry }
  | { type: "tool_call.started"; step: number; tool_call: Pick<TraceToolCall, "id" | "name" | "arguments"> }
  | { type: "tool_call.finished"; step: number; tool_call: TraceToolCall }
  | { type: "step.finished"; step: TraceStep };

export interface LoopOptions {
  model: string;
  maxSteps: number;
  windows: Windows;
  ask: AskModel;
  box: Toolbox;
  calls: CallOptions;
  /** Takes note of a step that is new or has changed, to store it soon. */
  store(step: TraceStep): void;
  /** Resolves when all steps are stored; rejects when the run is gone. */
  stored(): Promise<void>;
  emit(event: RunEvent): void;
}

export interface Outcome {
  status: RunStatus;
  failure?: Failure;
  error?: string;
  output: string;
  /** Whether the answer ends at the model's limit of tokens. */
  truncated?: boolean;
  state: LoopState;
}
