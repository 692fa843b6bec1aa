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
  const print = printer(context);
  const logs = console(context, { print, maxOutput });
  const late = () => Date.now() > deadline;
  const failed = (error: QuickJSHandle) => {
    const text = faultText(context.dump(error)) || "The program threw a value that cannot be shown";
    return { logs: logs(), error: late() ? tooLong(timeLimitMs) : text };
  };
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
  const result = print(state.value);
  if (typeof result !== "string") return failed(result.error);
  return { result: cut(result, maxOutput), logs: logs() };
}

const tooLong = (limitMs: number) => `The program did not end within ${limitMs / 1000} s`;

/** Gives the program a console; returns what it wrote, up to `maxOutput` characters. */
function console(
  context: QuickJSContext,
  { print, maxOutput }: { print: Print; maxOutput: number },
): () => string {
  const lines: string[] = [];
  let size = 0;
  const write = context.newFunction("log", (...values) => {
    const texts = values.map((value) => print(value));
    const line = texts.map((text) => typeof text === "string" ? text : "[a value that cannot be shown]").join(
      " ",
    );
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

/** The text of a value, or the error that it threw while it was read. */
type Print = (value: QuickJSHandle) => string | { error: QuickJSHandle };

/**
 * Writes a value inside the interpreter, within its limits: a value may run code when it is read, and whatever is
 * passed out as a string ends at its first NUL. The text therefore comes out as JSON.
 */
const PRINT = `((stringify, string) => {
  const plain = (_, value) => typeof value === "bigint" ? string(value) : value;
  return (value) => {
    if (typeof value === "function" || typeof value === "symbol") return stringify("[" + typeof value + "]");
    const isPlain = typeof value !== "object" || value === null || value instanceof Error;
    if (isPlain) return stringify(string(value));
    const json = stringify(value, plain) ?? "undefined";
    return json[0] === '"' ? json : stringify(json);
  };
})(JSON.stringify, String)`;

function printer(context: QuickJSContext): Print {
  const print = context.unwrapResult(context.evalCode(PRINT, "print.js"));
  return (value) => {
    const text = context.typeof(value) === "string" ? wholeString(context, value) : undefined;
    if (text !== undefined) return text;
    const written = context.callFunction(print, context.undefined, value);
    if (written.error) return { error: written.error };
    return textOf(context.getString(written.value));
  };
}

/** A string as it comes out directly, if nothing was lost on the way: most are. */
function wholeString(context: QuickJSContext, value: QuickJSHandle): string | undefined {
  const text = context.getString(value);
  const length = context.getProp(value, "length").consume((handle) => context.getNumber(handle));
  return text.length === length && !text.includes("\uFFFD") ? text : undefined;
}

function textOf(json: string): string {
  return String(JSON.parse(json)).toWellFormed();
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
