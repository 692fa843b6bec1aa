/** One step of the loop: calls the model, runs its tool calls, stores the record. */
import type { ModelAnswer } from "../model/model.ts";
import { ModelFailure } from "../model/model_failure.ts";
import { RunStopped } from "./run_stopped.ts";
import type { LoopOptions, LoopState, Outcome } from "./state.ts";
import { BudgetExceeded } from "../model/budget.ts";
import { elapsed, type PreparedCall } from "./tool_calls.ts";
import type { Failure, TraceStep } from "./trace.ts";
import { callsOf, overspending, runCalls } from "./step_calls.ts";
import { isBroken, isCut, isWithheld } from "lib/providers/finish_reasons.ts";
import { hasVisibleText } from "lib/text.ts";
import { askFitting } from "./ask_fitting.ts";

type StepResult = {
  step?: TraceStep;
  answer?: ModelAnswer;
  calls: PreparedCall[];
  outcome?: Omit<Outcome, "state">;
};

/** One model call, and the tool calls that it asks for. */
export async function oneStep(state: LoopState, options: LoopOptions): Promise<StepResult> {
  const { emit, store, stored, calls: { signal } } = options;
  const step = blankStep(++state.step, options.model);
  const started = performance.now();
  emit({ type: "step.started", step: step.step });
  const end = () => {
    step.duration_ms = elapsed(started);
    store(step);
    emit({ type: "step.finished", step });
  };
  let answer: ModelAnswer;
  try {
    answer = await askFitting(state, step, options);
  } catch (error) {
    step.type = "error";
    step.error = failureText(error, signal);
    end();
    return { calls: [], outcome: outcomeOf(error) };
  }
  record(step, answer);
  if (answer.tool_calls.length === 0) {
    const outcome = conclude(step, answer);
    end();
    return { step, answer, calls: [], outcome };
  }
  const calls = callsOf(answer, step, { state, options });
  const unusable = unusableOutcome(answer);
  if (unusable) {
    end();
    return { answer, calls, outcome: unusable };
  }
  const atLimit = step.step >= options.maxSteps;
  const overspent = atLimit ? undefined : overspending(calls, options);
  if (!atLimit && overspent === undefined) {
    const keep = () => {
      step.duration_ms = elapsed(started);
      store(step);
    };
    keep();
    // The answer is stored before a call that may have effects begins; calls without effects do not wait.
    if (calls.some(({ run, pure }) => run && !pure)) await stored();
    await runCalls(calls, step.step, { ...options, keep });
  }
  end();
  if (overspent !== undefined) {
    return { answer, calls, outcome: failed("budget_exceeded", overspent, answer.content) };
  }
  if (!atLimit) return { step, answer, calls };
  const error = `No answer within ${options.maxSteps} steps`;
  return {
    answer,
    calls,
    outcome: { status: "max_steps_exceeded", failure: "max_steps_exceeded", error, output: answer.content },
  };
}

/** The end of a run whose model gave no answer; rethrows unforeseen errors. */
function outcomeOf(error: unknown): Omit<Outcome, "state"> {
  if (error instanceof ModelFailure) return failed(error.failure, error.message);
  if (error instanceof BudgetExceeded) return failed("budget_exceeded", error.message);
  throw error;
}

function blankStep(step: number, model: string): TraceStep {
  return {
    step,
    type: "model",
    started_at: new Date().toISOString(),
    duration_ms: 0,
    model,
    reasoning: "",
    finish_reason: null,
    usage: null,
    tool_calls: [],
    retries: [],
  };
}

function record(step: TraceStep, { model, reasoning, finish_reason, usage }: ModelAnswer): void {
  step.model = model || step.model;
  step.reasoning = reasoning;
  step.finish_reason = finish_reason;
  step.usage = usage;
}

/** The end of a run whose answer is not all that the model would have said: its calls are not run either. */
function unusableOutcome({ content, finish_reason }: ModelAnswer): Omit<Outcome, "state"> | undefined {
  if (isWithheld(finish_reason)) return failed("content_filter", "The provider withheld the answer", content);
  if (isBroken(finish_reason)) {
    return failed("provider_error", `The provider broke off its answer: ${finish_reason}`, content);
  }
  return undefined;
}

function conclude(step: TraceStep, answer: ModelAnswer): Omit<Outcome, "state"> {
  const { content, finish_reason } = answer;
  step.type = "final";
  step.response = content;
  const unusable = unusableOutcome(answer);
  if (unusable) return unusable;
  const truncated = isCut(finish_reason);
  if (!hasVisibleText(content)) {
    const error = truncated
      ? "The model reached its limit of tokens before it answered"
      : "The model gave neither an answer nor a tool call";
    return failed("empty_response", error);
  }
  return { status: "completed", output: content, truncated };
}

function failed(failure: Failure, error: string, output = ""): Omit<Outcome, "state"> {
  return { status: "failed", failure, error, output };
}

function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && signal.reason instanceof RunStopped) return signal.reason.message;
  const isForCallers = error instanceof ModelFailure || error instanceof BudgetExceeded;
  return isForCallers ? error.message : "The model call failed inside the service";
}
