/** One tool call of a model: checked, run within its deadline, and always answered. */
import { HTTPException } from "hono/http-exception";
import { type DeadlineSignal, deadlineSignal, unlessAborted } from "lib/deadlines.ts";
import { wireName } from "../model/messages.ts";
import { byteLength, capped, KEPT_BYTES, SHOWN_BYTES, shownToModel, type TraceToolCall } from "./trace.ts";
import { isObject, type JsonObject } from "lib/json_object.ts";
import { parseBounded } from "lib/providers/model_json.ts";
import { inSpan } from "lib/telemetry/tracing.ts";
import { type Checked, type Tool, type ToolContext, ToolFailure } from "../tools/tool.ts";

/** The tools of a run by the names that the model uses. */
export type Toolbox = Map<string, { tool: Tool; needsApproval: boolean }>;

/** A model's call and its prepared execution. */
export interface PreparedCall {
  id: string;
  /** The name for the history, within what the format allows. */
  wireName: string;
  trace: TraceToolCall;
  run?: (context: ToolContext) => unknown;
  timeoutMs?: number;
  needsApproval: boolean;
  /** Whether it has no effects. */
  pure?: boolean;
}

/** The settings that calls run with. */
export interface CallOptions {
  context: Omit<ToolContext, "signal">;
  timeoutMs: number;
  signal: AbortSignal;
  /** Whether spans carry arguments and results. */
  traceContent?: boolean;
  /** Logs failures whose cause is hidden from the model and the trace. */
  onFault: (tool: string, error: unknown) => void;
}

/** Maps `tools` to unique names that the format allows. */
export function toolbox(tools: Tool[], needsApproval: (tool: Tool) => boolean): Toolbox {
  const box: Toolbox = new Map();
  for (const tool of tools) {
    const name = wireName(tool.name, (candidate) => box.has(candidate));
    box.set(name, { tool, needsApproval: tool.needsApproval || needsApproval(tool) });
  }
  return box;
}

/** Checks a call without running it; an invalid one is already finished, with a message for the model. */
export function prepareCall(
  asked: { id: string; name: string; arguments: string },
  id: string,
  box: Toolbox,
): PreparedCall {
  const known = box.get(asked.name);
  const args = parsedArguments(asked.arguments);
  const base = {
    id,
    wireName: known ? asked.name : wireName(asked.name),
    needsApproval: false,
  };
  const trace = blank({ id, name: known?.tool.name ?? asked.name, args: args ?? {} });
  if (!args) trace.arguments_raw = capped(asked.arguments, KEPT_BYTES);
  if (!known) {
    const names = [...box.keys()].join(", ") || "none";
    finish(trace, "unknown_tool", `There is no tool ${asked.name}. Available: ${names}`);
    return { ...base, trace };
  }
  if (!args) {
    finish(
      trace,
      "invalid_arguments",
      "The arguments are not a JSON object. Send the call again with valid JSON.",
    );
    return { ...base, trace };
  }
  const checked = check(known.tool, args);
  if (checked.ok) {
    return {
      ...base,
      trace,
      run: checked.run,
      timeoutMs: known.tool.timeoutMs,
      pure: known.tool.pure,
      needsApproval: known.needsApproval,
    };
  }
  finish(trace, "invalid_arguments", `The arguments do not fit the tool: ${checked.message}`);
  return { ...base, trace };
}

function check(tool: Tool, args: Record<string, unknown>): Checked {
  try {
    return tool.check(args);
  } catch {
    return { ok: false, message: "they could not be checked" };
  }
}

/** Providers send nothing at all for a call without arguments. */
function parsedArguments(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  const value = parseBounded(text);
  return isObject(value) ? value : undefined;
}

function blank(
  { id, name, args }: { id: string; name: string; args: Record<string, unknown> },
): TraceToolCall {
  return {
    id,
    name,
    arguments: args,
    status: "not_run",
    result: "",
    truncated: false,
    result_bytes: 0,
    duration_ms: 0,
  };
}

/** Ends a call with an answer. */
export function finish(trace: TraceToolCall, status: TraceToolCall["status"], text: string): void {
  trace.status = status;
  if (status !== "ok") trace.error = capped(text, SHOWN_BYTES);
  trace.result_bytes = byteLength(text);
  trace.result = capped(text, KEPT_BYTES);
  trace.truncated = trace.result_bytes > SHOWN_BYTES;
}

/** The single message with a call's result in the history. */
export function resultText(trace: TraceToolCall): string {
  if (trace.status === "ok") return shownToModel(trace.result, trace.result_bytes);
  if (trace.status === "not_run" || trace.status === "awaiting_approval") return "Error: not run";
  const text = trace.error ?? trace.status;
  return `Error: ${shownToModel(text, Math.max(byteLength(text), trace.error ? trace.result_bytes : 0))}`;
}

/** Runs a prepared call and ends its trace; never throws. */
export async function runCall(call: PreparedCall, options: CallOptions): Promise<void> {
  const { trace, run } = call;
  const { signal, context, onFault, traceContent } = options;
  const timeoutMs = call.timeoutMs ?? options.timeoutMs;
  if (!run || signal.aborted) return;
  const started = performance.now();
  try {
    const result = await inSpan(`execute_tool ${trace.name}`, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": trace.name,
      "gen_ai.tool.call.id": trace.id,
      "gen_ai.tool.type": "function",
    }, async (span) => {
      if (traceContent) span.setAttribute("gen_ai.tool.call.arguments", JSON.stringify(trace.arguments));
      const answer = textOf(
        await withDeadline(timeoutMs, signal, (until) =>
          run({
            ...context,
            get signal() {
              return until();
            },
          })),
      );
      if (traceContent) span.setAttribute("gen_ai.tool.call.result", capped(answer, SHOWN_BYTES));
      return answer;
    });
    finish(trace, "ok", result);
  } catch (error) {
    if (error instanceof ToolTimeout) {
      finish(trace, "timeout", `The tool did not answer within ${timeoutMs / 1000} s`);
    } else if (signal.aborted) finish(trace, "error", "The run was stopped while the tool was at work");
    else finish(trace, "error", sentence(trace.name, error, onFault));
  }
  trace.duration_ms = elapsed(started);
}

function textOf(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result) ?? "null";
}

function sentence(tool: string, error: unknown, onFault: CallOptions["onFault"]): string {
  if (error instanceof ToolFailure) return error.message;
  if (error instanceof HTTPException && error.status < 500) return error.message;
  onFault(tool, error);
  return "The tool failed";
}

class ToolTimeout extends Error {
  override name = "ToolTimeout";
}

/**
 * Runs `work` until `signal` aborts or the deadline passes, without waiting for work that ignores its signal.
 * Work that is over at once gets no clock, unless it asks for its signal.
 */
async function withDeadline(
  ms: number,
  signal: AbortSignal,
  work: (until: () => AbortSignal) => unknown,
): Promise<unknown> {
  let deadline: DeadlineSignal | undefined;
  const until = () => (deadline ??= deadlineSignal(ms, () => new ToolTimeout(), signal)).signal;
  try {
    const result = work(until);
    return result instanceof Promise ? await unlessAborted(until(), result) : result;
  } finally {
    deadline?.stop();
  }
}

/** Milliseconds since `started` (of performance.now()), to the microsecond. */
export function elapsed(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000;
}
