/**
 * The loop of an agent: model, tools, model … until an answer or a limit. Independent of HTTP and the
 * database.
 */
import { RunStopped } from "./run_stopped.ts";
import type { Decision, LoopOptions, LoopState, Outcome, RunEvent } from "./state.ts";
import { oneStep } from "./step.ts";
import { runCalls } from "./step_calls.ts";
import { elapsed, finish, prepareCall, type PreparedCall, resultText, type Toolbox } from "./tool_calls.ts";
import type { TraceStep, TraceToolCall } from "./trace.ts";

/**
 * Runs from `state` to an end or to a call that needs approval; `decisions` are for the calls that waited.
 */
export async function runLoop(
  state: LoopState,
  options: LoopOptions,
  decisions: Record<string, Decision> = {},
): Promise<Outcome> {
  const { signal } = options.calls;
  let partial = "";
  let streamed = "";
  const emit = (event: RunEvent) => {
    if (event.type === "step.started" || event.type === "step.retried") streamed = "";
    if (event.type === "text.delta") streamed += event.delta;
    options.emit(event);
  };
  const watched: LoopOptions = { ...options, emit };
  try {
    if (state.waiting) await resume(state, state.waiting, { options: watched, decisions });
    for (;;) {
      signal.throwIfAborted();
      const { step, answer, calls, outcome } = await oneStep(state, watched);
      partial = answer?.content || partial;
      if (outcome) return { ...outcome, output: outcome.output || partial, state };
      if (!step) continue;
      signal.throwIfAborted();
      const approved = calls.every(({ trace }) => trace.status !== "awaiting_approval");
      if (!approved) {
        await watched.stored();
        state.waiting = step;
        return { status: "awaiting_approval", output: partial, state };
      }
      remember(state, step);
    }
  } catch (error) {
    if (signal.aborted && signal.reason instanceof RunStopped) {
      return stopped(signal.reason, streamed || partial, state);
    }
    throw error;
  }
}

function stopped({ failure, message }: RunStopped, output: string, state: LoopState): Outcome {
  const status = failure === "deadline_exceeded" ? "failed" : failure;
  return { status, failure, error: message, output, state };
}

/** Applies the decisions to the calls of a waiting step, which then continues normally. */
async function resume(
  state: LoopState,
  step: TraceStep,
  { options, decisions }: { options: LoopOptions; decisions: Record<string, Decision> },
): Promise<void> {
  const started = performance.now();
  const approved: PreparedCall[] = [];
  for (const trace of step.tool_calls.filter(({ status }) => status === "awaiting_approval")) {
    const decision = decisions[trace.id];
    const reason = decision?.reason ? `: ${decision.reason}` : "";
    if (!decision?.approved) finish(trace, "rejected", `A person rejected this call${reason}`);
    else approved.push(recheckedCall(trace, options.box));
  }
  await runCalls(approved, step.step, { ...options, keep: () => options.store(step) });
  step.duration_ms = Math.round((step.duration_ms + elapsed(started)) * 1000) / 1000;
  options.store(step);
  options.emit({ type: "step.finished", step });
  delete state.waiting;
  remember(state, step);
}

/** Checks the approved call again, since its tool may be gone by now. */
function recheckedCall(trace: TraceToolCall, box: Toolbox): PreparedCall {
  const name = [...box].find(([, { tool }]) => tool.name === trace.name)?.[0] ?? trace.name;
  const call = prepareCall({ id: trace.id, name, arguments: JSON.stringify(trace.arguments) }, trace.id, box);
  Object.assign(trace, call.trace);
  return { ...call, trace, needsApproval: false };
}

/** Adds the results of a step to the history, one a call, in the order of the calls. */
function remember(state: LoopState, step: TraceStep): void {
  for (const trace of step.tool_calls) {
    state.messages.push({ role: "tool", tool_call_id: trace.id, content: resultText(trace) });
  }
}
