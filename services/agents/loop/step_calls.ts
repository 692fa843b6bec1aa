/** The tool calls of one step: read from the answer, charged to the budget, and run. */
import type { ModelAnswer } from "../model/model.ts";
import type { LoopOptions, LoopState } from "./state.ts";
import { BudgetExceeded } from "../model/budget.ts";
import { isCut } from "lib/providers/finish_reasons.ts";
import type { Message } from "../model/messages.ts";
import { inParallel } from "lib/in_parallel.ts";
import { finish, prepareCall, type PreparedCall, runCall } from "./tool_calls.ts";
import type { TraceStep } from "./trace.ts";

const PARALLEL_CALLS = 8;

/** The tool calls of an answer, noted in its step and in the messages. */
export function callsOf(
  answer: ModelAnswer,
  step: TraceStep,
  { state, options }: { state: LoopState; options: LoopOptions },
): PreparedCall[] {
  step.reasoning ||= answer.content;
  const ids = callIds(answer, state);
  const calls = answer.tool_calls.map((call, i) => prepareCall(call, ids[i] ?? call.id, options.box));
  if (isCut(answer.finish_reason)) calls.forEach(markCut);
  step.tool_calls = calls.map(({ trace }) => trace);
  state.messages.push(callMessage(answer, calls));
  return calls;
}

/** Charges the calls to the budget, all or none; returns the reason for a refusal. */
export function overspending(
  calls: PreparedCall[],
  { calls: { context: { budget } } }: LoopOptions,
): string | undefined {
  try {
    budget.takeToolCalls(calls.filter(({ run }) => run).length);
    return undefined;
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message;
    throw error;
  }
}

/**
 * Runs the calls without approval; the others are marked as waiting, or as not run when the run was stopped.
 * `keep` is called when a call begins and ends.
 */
export async function runCalls(
  calls: PreparedCall[],
  step: number,
  options: Pick<LoopOptions, "emit" | "calls"> & { keep(): void },
): Promise<void> {
  const { emit, calls: callOptions, keep } = options;
  for (const { trace, needsApproval } of calls) {
    if (needsApproval) trace.status = "awaiting_approval";
  }
  const callable = calls.filter(({ needsApproval }) => !needsApproval);
  await inParallel(callable, { width: PARALLEL_CALLS }, async (call) => {
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

function callMessage(answer: ModelAnswer, calls: PreparedCall[]): Message {
  const tool_calls = calls.map(({ id, wireName, trace }) => ({
    id,
    type: "function" as const,
    function: { name: wireName, arguments: JSON.stringify(trace.arguments) },
  }));
  return { role: "assistant", content: answer.content || null, tool_calls };
}

/** A call cut off at the token limit: tells the model why its arguments are not JSON. */
function markCut({ trace }: PreparedCall): void {
  if (trace.arguments_raw === undefined || trace.status !== "invalid_arguments") return;
  finish(
    trace,
    "invalid_arguments",
    "The arguments were cut off at your limit of tokens. Send a shorter call.",
  );
}

/** The model's id for each call, or one that no call has if it is missing or already used. */
function callIds({ tool_calls: calls }: ModelAnswer, { messages, step }: LoopState): string[] {
  const used = new Set(messages.flatMap((message) => message.role === "tool" ? [message.tool_call_id] : []));
  const given = new Set(calls.map(({ id }) => id));
  return calls.map(({ id: asked }, i) => {
    let id = asked;
    for (let n = 0; id === "" || used.has(id); n++) {
      const made = `call_${step}_${i}${n > 0 ? `_${n}` : ""}`;
      id = given.has(made) ? "" : made;
    }
    used.add(id);
    return id;
  });
}
