/** One step of the loop: the model is asked, its tool calls are run, the record is stored. */
import type { ModelAnswer } from "../model/model.ts";
import { ModelFailure } from "../model/model_failure.ts";
import { RunStopped } from "./run_stopped.ts";
import type { LoopOptions, LoopState, Outcome } from "./state.ts";
import { BudgetExceeded, type Charge } from "../model/budget.ts";
import { fit, type Fitted } from "../model/fit.ts";
import { estimateTokens, type Message, tokensOf, type WireTool } from "../model/messages.ts";
import {
  eachAtMost,
  elapsed,
  finish,
  prepareCall,
  type PreparedCall,
  runCall,
  type Toolbox,
} from "./tool_calls.ts";
import type { Failure, TraceStep } from "./trace.ts";

const PARALLEL_CALLS = 8;
const OVERFLOW_TRIES = 10;

type StepResult = {
  step?: TraceStep;
  answer?: ModelAnswer;
  calls: PreparedCall[];
  outcome?: Omit<Outcome, "state">;
};

/** The loop's options, with what stores steps in order. */
export interface StepOptions extends Omit<LoopOptions, "store"> {
  store(step: TraceStep): void;
  /** When everything handed over is stored; throws when the run is gone. */
  stored(): Promise<void>;
}

/** One model call, and the tool calls that it asks for. */
export async function oneStep(state: LoopState, options: StepOptions): Promise<StepResult> {
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
    await stored();
    return { calls: [], outcome: outcomeOf(error) };
  }
  record(step, answer);
  if (answer.tool_calls.length === 0) {
    const outcome = conclude(step, answer);
    end();
    await stored();
    return { step, answer, calls: [], outcome };
  }
  const calls = callsOf(answer, step, { state, options });
  const atLimit = step.step >= options.maxSteps;
  const overspent = atLimit ? undefined : overspending(calls, options);
  if (!atLimit && overspent === undefined) {
    const keep = () => {
      step.duration_ms = elapsed(started);
      store(step);
    };
    keep();
    // The record of the answer is there before what may have effects begins; what has none waits for no record.
    if (calls.some(({ run, pure }) => run && !pure)) await stored();
    await runCalls(calls, step.step, { ...options, keep });
  }
  end();
  if (overspent !== undefined) {
    await stored();
    return { answer, calls, outcome: failed("budget_exceeded", overspent, answer.content) };
  }
  if (!atLimit) return { step, answer, calls };
  await stored();
  const error = `No answer within ${options.maxSteps} steps`;
  return {
    answer,
    calls,
    outcome: { status: "max_steps_exceeded", failure: "max_steps_exceeded", error, output: answer.content },
  };
}

/** How a run ends whose model gave no answer; throws an error that no run ends with. */
function outcomeOf(error: unknown): Omit<Outcome, "state"> {
  if (error instanceof ModelFailure) return failed(error.failure, error.message);
  if (error instanceof BudgetExceeded) return failed("budget_exceeded", error.message);
  throw error;
}

/** The tool calls of an answer, noted in its step and in the messages. */
function callsOf(
  answer: ModelAnswer,
  step: TraceStep,
  { state, options }: { state: LoopState; options: StepOptions },
): PreparedCall[] {
  step.reasoning ||= answer.content;
  const calls = answer.tool_calls.map((call, i) =>
    prepareCall(call, callId(call.id, i, { state, answer }), options.box)
  );
  if (isCut(answer.finish_reason)) calls.forEach(markCut);
  step.tool_calls = calls.map(({ trace }) => trace);
  state.messages.push(asked(answer, calls));
  return calls;
}

/** Takes the calls from the budget, all or none; gives the sentence that says why it cannot. */
function overspending(
  calls: PreparedCall[],
  { calls: { context: { budget } } }: StepOptions,
): string | undefined {
  try {
    budget.takeToolCalls(calls.filter(({ run }) => run).length);
    return undefined;
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message;
    throw error;
  }
}

/** Asks with as much of the conversation as fits; where the provider still finds it too long, with less. */
async function askFitting(state: LoopState, step: TraceStep, options: StepOptions): Promise<ModelAnswer> {
  const { windows, model, box } = options;
  const tools = wireTools(box);
  let maxTokens = windows.of(model);
  for (let tries = 1;; tries++) {
    const { messages, dropped, shortened } = fitted(state, tools, maxTokens);
    if (dropped > 0) step.dropped_messages = dropped;
    if (shortened > 0) step.shortened_results = shortened;
    const sent = tokensOf(messages, tools);
    try {
      return await askWith(messages, step, { ...options, tools, promptTokens: sent });
    } catch (error) {
      if (!(error instanceof ModelFailure) || !error.overflow || tries >= OVERFLOW_TRIES) throw error;
      maxTokens = windows.learn(model, sent, error.overflow);
      // Nothing more can be left out: the question alone is too long.
      if (tokensOf(fitted(state, tools, maxTokens).messages, tools) >= sent) throw error;
      step.retries.push({ attempt: tries, status: error.overflow.status, wait_ms: 0 });
    }
  }
}

function fitted({ messages, question }: LoopState, tools: WireTool[], maxTokens: number): Fitted {
  return fit(messages, { question, maxTokens: maxTokens - tokensOf([], tools) });
}

/** Asks once, out of the budget. */
async function askWith(
  messages: Message[],
  step: TraceStep,
  options: StepOptions & { tools: WireTool[]; promptTokens: number },
): Promise<ModelAnswer> {
  const { emit, ask, tools, promptTokens, calls: { signal, context: { budget } } } = options;
  const settle = budget.takeModelCall(promptTokens);
  let charge: Charge | undefined;
  try {
    const answer = await ask({
      messages,
      tools,
      signal,
      onDelta({ content, reasoning }) {
        if (reasoning) emit({ type: "reasoning.delta", step: step.step, delta: reasoning });
        if (content) emit({ type: "text.delta", step: step.step, delta: content });
      },
      onRetry(retry) {
        step.retries.push(retry);
        emit({ type: "step.retried", step: step.step, retry });
      },
    });
    const { usage, cost_usd: costUsd, content, reasoning } = answer;
    charge = { usage, costUsd, estimatedTokens: promptTokens + estimateTokens(content + reasoning) };
    return answer;
  } finally {
    settle(charge);
  }
}

const wireToolsOf = new WeakMap<Toolbox, WireTool[]>();

function wireTools(box: Toolbox): WireTool[] {
  const known = wireToolsOf.get(box);
  if (known) return known;
  const tools = [...box].map(([name, { tool: { description, parameters } }]): WireTool => ({
    type: "function",
    function: { name, description, parameters },
  }));
  wireToolsOf.set(box, tools);
  return tools;
}

/**
 * Runs what needs no approval; the rest is marked as waiting, or as not run when the run was stopped. `keep` is told
 * of each call that begins and ends.
 */
export async function runCalls(
  calls: PreparedCall[],
  step: number,
  options: Pick<StepOptions, "emit" | "calls"> & { keep(): void },
): Promise<void> {
  const { emit, calls: callOptions, keep } = options;
  for (const { trace, needsApproval } of calls) {
    if (needsApproval) trace.status = "awaiting_approval";
  }
  await eachAtMost(calls.filter(({ needsApproval }) => !needsApproval), PARALLEL_CALLS, async (call) => {
    const { id, name, arguments: args } = call.trace;
    emit({ type: "tool_call.started", step, tool_call: { id, name, arguments: args } });
    if (call.run && !callOptions.signal.aborted) {
      call.trace.status = "running";
      call.trace.started_at = new Date().toISOString();
      keep();
    }
    await runCall(call, callOptions);
    keep();
    emit({ type: "tool_call.finished", step, tool_call: call.trace });
  });
  if (!callOptions.signal.aborted) return;
  for (const { trace } of calls) if (trace.status === "awaiting_approval") trace.status = "not_run";
}

function asked(answer: ModelAnswer, calls: PreparedCall[]): Message {
  const tool_calls = calls.map(({ id, wireName, trace }) => ({
    id,
    type: "function" as const,
    function: { name: wireName, arguments: JSON.stringify(trace.arguments) },
  }));
  return { role: "assistant", content: answer.content || null, tool_calls };
}

/** A call that ended at the model's limit of tokens: the model is told why its arguments are no JSON. */
function markCut({ trace }: PreparedCall): void {
  if (trace.arguments_raw === undefined || trace.status !== "invalid_arguments") return;
  finish(
    trace,
    "invalid_arguments",
    "The arguments were cut off at your limit of tokens. Send a shorter call.",
  );
}

/** The model's own id, or one made up where it gave none or one already used. */
function callId(id: string, i: number, { state, answer }: { state: LoopState; answer: ModelAnswer }): string {
  const repeated = answer.tool_calls.findIndex((call) => call.id === id) !== i;
  const used = state.messages.some((message) => message.role === "tool" && message.tool_call_id === id);
  return id && !repeated && !used ? id : `call_${state.step}_${i}`;
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

function conclude(step: TraceStep, { content, finish_reason }: ModelAnswer): Omit<Outcome, "state"> {
  step.type = "final";
  step.response = content;
  if (finish_reason === "content_filter") {
    return failed("content_filter", "The provider withheld the answer", content);
  }
  const truncated = isCut(finish_reason);
  if (content.trim() === "") {
    const error = truncated
      ? "The model reached its limit of tokens before it answered"
      : "The model gave neither an answer nor a tool call";
    return failed("empty_response", error);
  }
  return { status: "completed", output: content, truncated };
}

/** Whether a model ended at its limit of tokens, not of itself. */
function isCut(finishReason: string | null): boolean {
  return /^(length|max_tokens|max_output_tokens)$/i.test(finishReason ?? "");
}

function failed(failure: Failure, error: string, output = ""): Omit<Outcome, "state"> {
  return { status: "failed", failure, error, output };
}

function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted && signal.reason instanceof RunStopped) return signal.reason.message;
  const isForCallers = error instanceof ModelFailure || error instanceof BudgetExceeded;
  return isForCallers ? error.message : "The model call failed inside the service";
}
