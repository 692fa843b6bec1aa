import assert from "node:assert/strict";
import { call, results, run } from "./loop_fixture.ts";
import { budget } from "../model/budget.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import type { Scripted } from "../model/scripted_model.ts";

/** A whole answer as a provider wrote it. */
function answered(message: Record<string, unknown>, rest: Record<string, unknown> = {}): Scripted {
  const { finish_reason = "stop", ...fields } = rest;
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason }];
  return { respond: () => Response.json({ model: "m", choices, ...fields }) };
}

const wireCall = (id: unknown, args: unknown) => ({
  ...(id === undefined ? {} : { id }),
  type: "function",
  function: { name: "calculator", arguments: args },
});

Deno.test("counts of tokens that cannot be counts are estimated, and never lower what was spent", async () => {
  for (
    const usage of [
      { prompt_tokens: -900, completion_tokens: -9, total_tokens: -909 },
      { prompt_tokens: 4e12, completion_tokens: 1, total_tokens: 4e12 },
      { prompt_tokens: "40", completion_tokens: "2", total_tokens: "42" },
      [7],
      "unknown",
      null,
    ]
  ) {
    const spending = budget(TEST_LIMITS);
    const ran = await run([answered({ content: "نعم" }, { usage })], { budget: spending });
    const told = JSON.stringify(usage);
    assert.deepEqual([ran.outcome.status, ran.outcome.output], ["completed", "نعم"], told);
    assert.ok((ran.steps[0]?.usage?.total_tokens ?? 0) >= 0, told);
    const { tokens, estimated_calls } = spending.spent();
    assert.ok(tokens > 0 && estimated_calls === 1, told);
  }
});

Deno.test("an answer that its provider broke off or withheld is a failure with what there is, and its calls are not run", async () => {
  for (
    const [finish_reason, failure] of [
      ["error", "provider_error"],
      ["insufficient_system_resource", "provider_error"],
      ["network_error", "provider_error"],
      ["content_filter", "content_filter"],
      ["sensitive", "content_filter"],
    ] as const
  ) {
    for (const stream of [false, true]) {
      const text = await run([{ content: "The sum is", finish_reason }], { stream });
      assert.deepEqual(
        [text.outcome.status, text.outcome.failure, text.outcome.output],
        ["failed", failure, "The sum is"],
        finish_reason,
      );
      const calls = await run([{ ...call("calculator", '{"expression":"1+1"}'), finish_reason }], { stream });
      assert.equal(calls.outcome.failure, failure, finish_reason);
      assert.deepEqual(calls.steps[0]?.tool_calls.map(({ status }) => status), ["not_run"], finish_reason);
    }
  }
});

Deno.test("an answer at the limit of tokens is marked as cut, whatever the provider calls the limit", async () => {
  for (const finish_reason of ["length", "MAX_TOKENS", "model_length", "model_context_window_exceeded"]) {
    const { outcome } = await run([{ content: "Half", finish_reason }]);
    assert.deepEqual([outcome.status, outcome.truncated], ["completed", true], finish_reason);
  }
});

Deno.test("an answer without a visible character is none", async () => {
  for (const content of ["\u200f\u200b", "\u2066\u2069\n", "\u00a0\u2800"]) {
    assert.equal((await run([{ content }])).outcome.failure, "empty_response", JSON.stringify(content));
  }
});

Deno.test("arguments may come as an object; ones nested too deeply for a database are refused", async () => {
  const levels = 9_000;
  const deep = `{"expression":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const tool_calls = [wireCall("a", { expression: "6*7" }), wireCall("b", deep)];
  const ran = await run([answered({ content: null, tool_calls }, { finish_reason: "tool_calls" }), {
    content: "Done.",
  }]);
  assert.equal(ran.outcome.status, "completed");
  assert.deepEqual(ran.steps[0]?.tool_calls.map(({ status }) => status), ["ok", "invalid_arguments"]);
  assert.match(results(ran)?.[0] ?? "", /42/);
});

Deno.test("generated ids of calls are not those that the model gave", async () => {
  const args = '{"expression":"2+3"}';
  const tool_calls = [wireCall("call_1_1", args), wireCall(undefined, args), wireCall("call_1_1", args)];
  const ran = await run([answered({ content: null, tool_calls }, { finish_reason: "tool_calls" }), {
    content: "Done.",
  }]);
  assert.equal(ran.outcome.status, "completed");
  assert.equal(new Set(ran.steps[0]?.tool_calls.map(({ id }) => id)).size, 3);
  assert.equal(results(ran)?.length, 3);
});

Deno.test("the first choice is the one with index 0", async () => {
  const choices = [1, 0].map((index) => ({
    index,
    message: { content: `choice ${index}` },
    finish_reason: "stop",
  }));
  assert.equal((await run([{ respond: () => Response.json({ choices }) }])).outcome.output, "choice 0");
});

Deno.test("an error under a success status is the refusal that it says: retried, or cut to fit", async () => {
  const failed = (error: unknown) => ({ respond: () => Response.json({ error }) });
  const busy = await run([failed({ code: 429, message: "slow down" }), { content: "Yes." }]);
  assert.equal(busy.outcome.status, "completed");
  assert.deepEqual(busy.steps[0]?.retries.map(({ status }) => status), [429]);
  const refused = await run([failed({ type: "invalid_request_error", message: "no such model" })]);
  assert.match(refused.outcome.error ?? "", /answered 400: no such model/);
  const long = await run([
    failed({ code: "context_length_exceeded", message: "maximum context length is 10 tokens" }),
  ]);
  assert.equal(long.outcome.failure, "context_overflow");
});

Deno.test("a stream that ends anywhere before its end is a provider's failure, never an answer and no fault of the service", async () => {
  const events = [
    { choices: [{ index: 0, delta: { role: "assistant", content: "صباح " } }] },
    { choices: [{ index: 0, delta: { content: "الخير" } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  ];
  const bytes = new TextEncoder().encode(
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
  );
  const headers = { "content-type": "text/event-stream" };
  const cut = (end: number) => ({ respond: () => new Response(bytes.slice(0, end), { headers }) });
  for (let end = 0; end < bytes.length; end += 11) {
    const { outcome, steps } = await run([cut(end), { content: "Whole." }], { stream: true });
    assert.ok(["Whole.", "صباح الخير"].includes(outcome.output), `${end}: ${outcome.error}`);
    assert.equal(steps[0]?.retries.length, outcome.output === "Whole." ? 1 : 0);
  }
  const { outcome } = await run([cut(90)], { stream: true });
  assert.equal(outcome.failure, "provider_error");
  assert.match(outcome.error ?? "", /broke off its answer/);
});

Deno.test("an error instead of a stream's first event is the refusal that it says", async () => {
  const headers = { "content-type": "text/event-stream" };
  const body = (error: unknown) => `data: ${JSON.stringify({ error })}\n\n`;
  const stream = (error: unknown) => ({ respond: () => new Response(body(error), { headers }) });
  const code = "context_length_exceeded";
  const long = await run([stream({ code, message: "maximum context length is 10 tokens" })], {
    stream: true,
  });
  assert.equal(long.outcome.failure, "context_overflow");
  const refused = await run([stream({ code: 400, message: "no such model" })], { stream: true });
  assert.deepEqual([refused.asked.length, refused.outcome.failure], [1, "provider_error"]);
});
