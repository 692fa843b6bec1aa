import assert from "node:assert/strict";
import { z } from "zod";
import { askModel } from "../model/ask_model.ts";
import { RunStopped } from "./run_stopped.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import { budget } from "../model/budget.ts";
import { windows } from "../model/windows.ts";
import { runLoop } from "./loop.ts";
import type { LoopState, RunEvent } from "./state.ts";
import { call, results, run, sum, toolOf } from "./loop_fixture.ts";
import { type Scripted, scriptedModel } from "../model/scripted_model.ts";
import { toolbox } from "./tool_calls.ts";
import { calculator } from "../tools/calculator.ts";
import { defineTool, ToolFailure } from "../tools/tool.ts";
import type { TraceStep } from "./trace.ts";

Deno.test("a run calls a tool and answers with its result in the history", async () => {
  const ran = await run([{ ...sum, reasoning_content: "I add." }, { content: "It is 0.3." }]);
  assert.equal(ran.outcome.status, "completed");
  assert.equal(ran.outcome.output, "It is 0.3.");
  assert.deepEqual(results(ran), ['{"expression":"0.1+0.2","result":"0.3"}']);
  assert.deepEqual(ran.steps.map(({ type }) => type), ["model", "final"]);
  const [first] = ran.steps;
  assert.equal(first?.reasoning, "I add.");
  assert.equal(first?.tool_calls[0]?.status, "ok");
  assert.deepEqual(first?.tool_calls[0]?.arguments, { expression: "0.1+0.2" });
  assert.deepEqual(first?.usage, { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 });
  assert.equal(ran.asked[0]?.tools?.[0]?.function.name, "calculator");
});

Deno.test("a run makes exactly max_steps model calls and keeps its partial output", async () => {
  let tools = 0;
  const counted = toolOf("count", () => ++tools);
  const ran = await run([{ ...call("count", "{}"), content: "Counting." }], {
    tools: [counted],
    maxSteps: 3,
  });
  assert.equal(ran.asked.length, 3);
  assert.equal(ran.outcome.status, "max_steps_exceeded");
  assert.equal(ran.outcome.output, "Counting.");
  assert.equal(tools, 2);
  assert.equal(ran.steps[2]?.tool_calls[0]?.status, "not_run");
});

const BAD_CALLS: [string, Scripted, string, RegExp][] = [
  [
    "arguments that are no JSON",
    call("calculator", '{"expression": "1'),
    "invalid_arguments",
    /not a JSON object/,
  ],
  ["arguments that are no object", call("calculator", "[1]"), "invalid_arguments", /not a JSON object/],
  ["arguments that do not fit", call("calculator", '{"expression": 1}'), "invalid_arguments", /expression/],
  [
    "an unknown tool",
    call("weather.now!", "{}"),
    "unknown_tool",
    /no tool weather.now!. Available: calculator/,
  ],
  ["a tool that fails", call("calculator", '{"expression": "1/0"}'), "error", /Division by zero/],
];
for (const [what, scripted, status, message] of BAD_CALLS) {
  Deno.test(`${what} goes back to the model, and the run goes on`, async () => {
    const ran = await run([scripted, { content: "Sorry." }]);
    assert.equal(ran.outcome.status, "completed");
    assert.equal(ran.steps[0]?.tool_calls[0]?.status, status);
    assert.match(results(ran)?.[0] ?? "", message);
    assert.doesNotThrow(() =>
      JSON.parse(ran.asked[1]?.messages[2]?.tool_calls?.[0]?.function.arguments ?? "")
    );
  });
}

Deno.test("the raw text of bad arguments stays in the trace, the history gets {}", async () => {
  const ran = await run([call("calculator", "{oops"), { content: "Sorry." }]);
  assert.equal(ran.steps[0]?.tool_calls[0]?.arguments_raw, "{oops");
  assert.equal(ran.asked[1]?.messages[2]?.tool_calls?.[0]?.function.arguments, "{}");
});

Deno.test("a call with empty arguments is valid", async () => {
  const ran = await run([call("ping", ""), { content: "Done." }], { tools: [toolOf("ping", () => "pong")] });
  assert.deepEqual(results(ran), ["pong"]);
});

Deno.test("a tool's unforeseen error is not revealed", async () => {
  const secret = toolOf("secret", () => {
    throw new Error("password=hunter2");
  });
  const ran = await run([call("secret", "{}"), { content: "Done." }], { tools: [secret] });
  assert.equal(results(ran)?.[0], "Error: The tool failed");
  assert.doesNotMatch(JSON.stringify(ran.steps), /hunter2/);
});

Deno.test("a tool that ignores its signal is abandoned at its deadline", async () => {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const slow = toolOf("slow", () => new Promise((done) => timers.push(setTimeout(done, 60_000))));
  const ran = await run([call("slow", "{}"), { content: "Done." }], { tools: [slow], toolTimeoutMs: 50 });
  timers.forEach((timer) => clearTimeout(timer));
  assert.equal(ran.steps[0]?.tool_calls[0]?.status, "timeout");
  assert.match(results(ran)?.[0] ?? "", /within 0.05 s/);
});

Deno.test("parallel calls run together, at most eight at once, results in the order of the calls", async () => {
  let [now, most] = [0, 0];
  const wait = defineTool({
    name: "wait",
    description: "",
    input: z.object({ n: z.number() }),
    async run({ n }) {
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 30 - n));
      now--;
      return String(n);
    },
  });
  const tool_calls = Array.from(
    { length: 20 },
    (_, n) => ({ id: `c${n}`, name: "wait", arguments: `{"n":${n}}` }),
  );
  const ran = await run([{ tool_calls }, { content: "Done." }], { tools: [wait] });
  assert.equal(most, 8);
  assert.deepEqual(results(ran), tool_calls.map((_, n) => String(n)));
});

Deno.test("calls with the same id, or none, each get a result of their own", async () => {
  const tool_calls = [
    { id: "x", name: "ping", arguments: "{}" },
    { id: "x", name: "ping", arguments: "{}" },
    { name: "ping", arguments: "{}" },
  ];
  const ran = await run([{ tool_calls }, { tool_calls }, { content: "Done." }], {
    tools: [toolOf("ping", () => "pong")],
  });
  assert.equal(ran.outcome.status, "completed");
  assert.equal(new Set(ran.steps.flatMap((step) => step.tool_calls.map(({ id }) => id))).size, 6);
});

Deno.test("a long result is cut for the model, between characters, and kept longer in the trace", async () => {
  const long = "م".repeat(20_000);
  const ran = await run([call("long", "{}"), { content: "Done." }], { tools: [toolOf("long", () => long)] });
  const shown = results(ran)?.[0] ?? "";
  assert.match(shown, /^م+\n\[truncated: the first 16384 of 40000 bytes\]$/);
  const trace = ran.steps[0]?.tool_calls[0];
  assert.deepEqual([trace?.truncated, trace?.result_bytes, trace?.result], [true, 40_000, long]);
});

Deno.test("a very long result is cut for the model with its full size stated", async () => {
  const long = "x".repeat(5_000_000);
  const ran = await run([call("long", "{}"), { content: "Done." }], { tools: [toolOf("long", () => long)] });
  assert.match(results(ran)?.[0] ?? "", /^x{16384}\n\[truncated: the first 16384 of 5000000 bytes\]$/);
  const failing = toolOf("long", () => {
    throw new ToolFailure(long);
  });
  const failed = await run([call("long", "{}"), { content: "Done." }], { tools: [failing] });
  assert.match(
    results(failed)?.[0] ?? "",
    /^Error: x{16384}\n\[truncated: the first 16384 of 5000000 bytes\]$/,
  );
});

Deno.test("cancelling during a tool call ends the tool and the run, stores the step, and skips the rest", async () => {
  const stop = new AbortController();
  let ended = false;
  const slow = toolOf("slow", (signal) => {
    signal.addEventListener("abort", () => ended = true);
    setTimeout(() => stop.abort(new RunStopped("cancelled", "Cancelled")), 20);
    return new Promise(() => {});
  });
  const tool_calls = Array.from({ length: 9 }, (_, n) => ({ id: `c${n}`, name: "slow", arguments: "{}" }));
  const ran = await run([{ tool_calls, content: "Partly." }], { tools: [slow], stop });
  assert.ok(ended);
  assert.deepEqual([ran.outcome.status, ran.outcome.failure, ran.outcome.output], [
    "cancelled",
    "cancelled",
    "Partly.",
  ]);
  assert.deepEqual(ran.steps[0]?.tool_calls.map(({ status }) => status), [
    ...Array(8).fill("error"),
    "not_run",
  ]);
});

Deno.test("the deadline ends a model call, and the streamed part is the output", async () => {
  const stop = new AbortController();
  const open = () => {
    const piece = 'data: {"choices":[{"index":0,"delta":{"content":"Half"}}]}\n\n';
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(piece)),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const emit = (event: RunEvent) => {
    if (event.type === "text.delta") stop.abort(new RunStopped("deadline_exceeded", "Too slow"));
  };
  const ran = await run([{ respond: open }], { stop, stream: true, emit });
  assert.deepEqual([ran.outcome.status, ran.outcome.failure, ran.outcome.output], [
    "failed",
    "deadline_exceeded",
    "Half",
  ]);
  assert.equal(ran.steps[0]?.type, "error");
});

Deno.test("a call that needs approval waits, the others run; approved and rejected ones go on as one step", async () => {
  const sent: string[] = [];
  const send = defineTool({
    name: "send",
    description: "",
    input: z.object({ to: z.string() }),
    run: ({ to }) => {
      sent.push(to);
      if (to === "b") throw new ToolFailure("no such person");
      return `sent to ${to}`;
    },
  });
  const tool_calls = [
    { id: "1", name: "send", arguments: '{"to":"a"}' },
    { id: "2", name: "calculator", arguments: '{"expression":"1+1"}' },
    { id: "3", name: "send", arguments: '{"to":"x"}' },
    { id: "4", name: "send", arguments: '{"to":"b"}' },
  ];
  const ran = await run([{ tool_calls }], { tools: [send, calculator], approve: ["send"] });
  assert.equal(ran.outcome.status, "awaiting_approval");
  assert.deepEqual(sent, []);
  assert.deepEqual(ran.steps[0]?.tool_calls.map(({ status }) => status), [
    "awaiting_approval",
    "ok",
    "awaiting_approval",
    "awaiting_approval",
  ]);

  await using model = scriptedModel([{ content: "Done." }]);
  // As after a restart: the state has been through the database.
  const state: LoopState = JSON.parse(JSON.stringify(ran.outcome.state));
  const steps: TraceStep[] = [];
  const outcome = await runLoop(state, {
    model: "scripted",
    maxSteps: 5,
    windows: windows(100_000),
    ask: askModel(model.provider, { model: "scripted", temperature: null, stream: false, timeoutMs: 5_000 }),
    box: toolbox([send, calculator], () => true),
    calls: {
      context: { caller: { sub: "user-1", role: "user" }, runId: "run-1", budget: budget(TEST_LIMITS) },
      timeoutMs: 1_000,
      signal: new AbortController().signal,
      onFault: () => {},
    },
    store: (step) => void (steps[step.step - 1] = structuredClone(step)),
    stored: () => Promise.resolve(),
    emit: () => {},
  }, { 1: { approved: true }, 3: { approved: false, reason: "not him" }, 4: { approved: true } });
  assert.equal(outcome.output, "Done.");
  assert.deepEqual(sent, ["a", "b"]);
  const told = model.asked()[0]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  assert.deepEqual(told, [
    "sent to a",
    '{"expression":"1+1","result":"2"}',
    "Error: A person rejected this call: not him",
    "Error: no such person",
  ]);
  assert.deepEqual(steps[0]?.tool_calls.map(({ status }) => status), ["ok", "ok", "rejected", "error"]);
  assert.deepEqual(steps.map(({ step }) => step), [1, 2]);
});
