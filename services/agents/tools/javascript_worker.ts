/// <reference lib="deno.worker" />
/** The worker of run_javascript: QuickJS with bounded memory and time, in a worker without permissions. */
import { limited, TimeLimitExceeded } from "lib/workers/time_limit.ts";
import variant from "@jitl/quickjs-singlefile-mjs-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from "quickjs-emscripten-core";

const MEMORY_BYTES = 64 * 2 ** 20;
const STACK_BYTES = 256 * 2 ** 10;
// The interpreter stops itself first, so that the program's logs are not lost.
const GRACE_MS = 250;

interface Program {
  code: string;
  timeLimitMs: number;
  maxOutput: number;
  /** Becomes non-zero when nobody waits for the program any more. */
  stopped: Int32Array;
}

const quick = await newQuickJSWASMModuleFromVariant(variant);

function run(
  { code, timeLimitMs, maxOutput, stopped }: Program,
): { result?: string; logs: string; error?: string } {
  const runtime = quick.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  const deadline = Date.now() + timeLimitMs;
  runtime.setInterruptHandler(() => Date.now() > deadline || Atomics.load(stopped, 0) !== 0);
  const context = runtime.newContext();
  const logs = console(context, maxOutput);
  const late = () => Date.now() > deadline;
  const failed = (error: QuickJSHandle) => ({
    logs: logs(),
    error: late() ? tooLong(timeLimitMs) : faultText(context.dump(error)),
  });
  const evaluated = context.evalCode(code, "program.js");
  if (evaluated.error) return failed(evaluated.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return failed(jobs.error);
  const state = context.getPromiseState(evaluated.value);
  if (state.type === "rejected") return failed(state.error);
  if (state.type === "pending") {
    const error = late()
      ? "The program did not end in time"
      : "The program waits for a promise that nothing settles";
    return { logs: logs(), error };
  }
  return { result: cut(printed(context, state.value), maxOutput), logs: logs() };
}

const tooLong = (limitMs: number) => `The program did not end within ${limitMs / 1000} s`;

/** Gives the program a console; returns what it wrote, up to `maxOutput` characters. */
function console(context: QuickJSContext, maxOutput: number): () => string {
  const lines: string[] = [];
  let size = 0;
  const write = context.newFunction("log", (...values) => {
    const line = values.map((value) => printed(context, value)).join(" ");
    if (size < maxOutput) lines.push(line);
    size += line.length + 1;
  });
  const object = context.newObject();
  for (const name of ["log", "info", "warn", "error", "debug"]) context.setProp(object, name, write);
  context.setProp(context.global, "console", object);
  return () => {
    const text = lines.join("\n");
    return cut(text, maxOutput, Math.max(0, size - 1));
  };
}

/** The beginning of an output of `size` characters. */
function cut(text: string, most: number, size = text.length): string {
  if (size <= most) return text;
  const kept = text.slice(0, most).toWellFormed();
  return `${kept}\n[truncated: the first ${kept.length} of ${size} characters]`;
}

function printed(context: QuickJSContext, handle: QuickJSHandle): string {
  const type = context.typeof(handle);
  if (type === "string") return context.getString(handle);
  if (type === "undefined") return "undefined";
  if (type === "function" || type === "symbol") return `[${type}]`;
  const value: unknown = context.dump(handle);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function faultText(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { name, message }: { name?: unknown; message?: unknown } = error;
  return name || message ? `${name ?? "Error"}: ${message ?? ""}` : JSON.stringify(error);
}

self.addEventListener("message", (event: Event) => {
  if (!(event instanceof MessageEvent)) return;
  const program: Program = event.data;
  try {
    self.postMessage(limited(() => run(program), program.timeLimitMs + GRACE_MS));
  } catch (error) {
    if (error instanceof TimeLimitExceeded) {
      // The interpreter cannot interrupt its built-in functions.
      return self.postMessage({ logs: "", error: tooLong(program.timeLimitMs) });
    }
    // Deep recursion can exhaust the interpreter's own stack.
    self.postMessage({ logs: "", error: String(error) });
  }
});
self.postMessage("ready");
