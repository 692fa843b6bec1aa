import assert from "node:assert/strict";
import { openaiProvider } from "lib/providers/provider.ts";
import { serveScript } from "lib/testing.ts";
import { ask, type AskOptions, HopelessProvider } from "./ask.ts";
import { createGate } from "./rate_limit_gate.ts";
import { completion } from "../testing.ts";

const never = new AbortController().signal;

function options(url: string, more: Partial<AskOptions> = {}): AskOptions {
  return {
    provider: openaiProvider({ apiKey: "secret-key", baseUrl: `${url}/v1` }),
    gate: createGate({ random: () => 0 }),
    model: "m",
    temperature: 0,
    max_tokens: null,
    timeoutMs: 5000,
    signal: never,
    waiting: never,
    ...more,
  };
}

const PROMPT = [{ role: "user" as const, content: "2+2?" }];
const failure = (status: number, headers: Record<string, string> = {}, code?: string) =>
  Response.json({ error: { message: `status ${status}`, type: "x", code } }, { status, headers });

Deno.test("ask() keeps the answer, its tokens and its latency", async () => {
  await using server = serveScript(() => completion("4\0"));
  const reply = await ask(PROMPT, options(server.url, { max_tokens: 7, temperature: 0.5 }));
  assert.equal(reply.status, "answered");
  assert.equal(reply.response, "4");
  assert.deepEqual([reply.prompt_tokens, reply.completion_tokens, reply.total_tokens, reply.tries], [
    10,
    5,
    15,
    1,
  ]);
  assert.ok(reply.latency_ms !== null && reply.latency_ms > 0);
  const body = JSON.parse(server.requests[0]?.body ?? "");
  assert.deepEqual([body.model, body.temperature, body.max_tokens, body.messages], ["m", 0.5, 7, PROMPT]);
});

Deno.test("ask() retries transient failures, three attempts in all", async () => {
  await using mended = serveScript((_request, _recorded, at) => at < 2 ? failure(500) : completion("4"));
  assert.equal((await ask(PROMPT, options(mended.url))).tries, 3);
  await using broken = serveScript(() => failure(503, { "retry-after-ms": "1" }));
  const reply = await ask(PROMPT, options(broken.url));
  assert.deepEqual([reply.status, reply.tries, reply.response], ["error", 3, null]);
  assert.match(reply.error ?? "", /503/);
});

Deno.test("ask() does not retry a bad request", async () => {
  await using server = serveScript(() => failure(400));
  const reply = await ask(PROMPT, options(server.url));
  assert.deepEqual([reply.status, reply.tries], ["error", 1]);
});

for (const [status, code] of [[401], [403], [404], [429, "insufficient_quota"]] as const) {
  Deno.test(`ask() gives up on the provider for ${status} ${code ?? ""}, without its key`, async () => {
    await using server = serveScript(() => failure(status, {}, code));
    await assert.rejects(ask(PROMPT, options(server.url)), (error) => {
      assert.ok(error instanceof HopelessProvider);
      assert.doesNotMatch(error.message, /secret-key/);
      return true;
    });
    assert.equal(server.requests.length, 1);
  });
}

Deno.test("ask() gives up on a model that refuses the temperature, in the provider's words", async () => {
  const error = {
    message: "'temperature' does not support 0",
    param: "temperature",
    code: "unsupported_value",
  };
  await using server = serveScript(() => Response.json({ error }, { status: 400 }));
  await assert.rejects(ask(PROMPT, options(server.url)), /does not support 0/);
});

Deno.test("ask() omits the temperature for a judge that refuses it", async () => {
  const error = {
    message: "'temperature' does not support 0",
    param: "temperature",
    code: "unsupported_value",
  };
  await using server = serveScript((_request, { body }) =>
    "temperature" in JSON.parse(body) ? Response.json({ error }, { status: 400 }) : completion("GRADE: C")
  );
  const reply = await ask(PROMPT, options(server.url, { temperatureOptional: true }));
  assert.deepEqual([reply.status, reply.response], ["answered", "GRADE: C"]);
});

Deno.test("ask() says max_completion_tokens to a model that refuses max_tokens, and remembers", async () => {
  const error = {
    message: "use 'max_completion_tokens'",
    param: "max_tokens",
    code: "unsupported_parameter",
  };
  await using server = serveScript((_request, { body }) =>
    "max_tokens" in JSON.parse(body) ? Response.json({ error }, { status: 400 }) : completion("4")
  );
  const same = options(server.url, { max_tokens: 9 });
  assert.equal((await ask(PROMPT, same)).response, "4");
  assert.equal((await ask(PROMPT, same)).response, "4");
  assert.deepEqual(server.requests.map(({ body }) => JSON.parse(body).max_completion_tokens), [
    undefined,
    9,
    9,
  ]);
});

Deno.test("ask() ends a question that hangs when its time is up, and does not ask it again", async () => {
  const { promise: forever, resolve } = Promise.withResolvers<Response>();
  await using server = serveScript(() => forever);
  const reply = await ask(PROMPT, options(server.url, { timeoutMs: 300 }));
  resolve(completion("late"));
  assert.equal(reply.status, "timeout");
  assert.equal(server.requests.length, 1);
});

Deno.test("the time limit is over all tries, not for each", async () => {
  await using server = serveScript(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return failure(500, { "retry-after-ms": "1" });
  });
  const reply = await ask(PROMPT, options(server.url, { timeoutMs: 300 }));
  assert.equal(reply.status, "timeout");
  assert.ok(server.requests.length <= 2);
});

Deno.test("waiting out a rate limit does not use up the time of a question", async () => {
  await using server = serveScript((_request, _recorded, at) =>
    at === 0 ? failure(429, { "retry-after-ms": "400" }) : completion("4")
  );
  const reply = await ask(PROMPT, options(server.url, { timeoutMs: 300 }));
  assert.deepEqual([reply.status, reply.tries], ["answered", 2]);
});

Deno.test("one 429 holds back all questions to the provider", async () => {
  let time = 0;
  const asleep: (() => void)[] = [];
  const sleep = () => new Promise<void>((wake) => void asleep.push(wake));
  await using server = serveScript((_request, _recorded, at) =>
    at === 0 ? failure(429, { "retry-after": "30" }) : completion("4")
  );
  const gate = createGate({ random: () => 0, now: () => time, sleep });
  const sleepers = async (count: number) => {
    while (asleep.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const first = ask(PROMPT, options(server.url, { gate }));
  await sleepers(1);
  const others = Array.from({ length: 5 }, () => ask(PROMPT, options(server.url, { gate })));
  await sleepers(6);
  assert.equal(server.requests.length, 1);
  time = 30_000;
  for (const wake of asleep) wake();
  const replies = await Promise.all([first, ...others]);
  assert.deepEqual(replies.map(({ response }) => response), Array(6).fill("4"));
  assert.equal(server.requests.length, 7);
});

Deno.test("ask() counts a content filter as an answer, in both forms of providers", async () => {
  await using azure = serveScript(() => failure(400, {}, "content_filter"));
  const withheld = await ask(PROMPT, options(azure.url));
  assert.deepEqual([withheld.status, withheld.finish_reason], ["answered", "content_filter"]);
  await using openai = serveScript(() =>
    completion("", {
      choices: [{ index: 0, message: { content: null, refusal: "I can't." }, finish_reason: "stop" }],
    })
  );
  assert.equal((await ask(PROMPT, options(openai.url))).response, "I can't.");
});

Deno.test("ask() stores an error for an answer that is no completion", async () => {
  await using server = serveScript(() =>
    new Response("<html>", { headers: { "content-type": "application/json" } })
  );
  assert.equal((await ask(PROMPT, options(server.url))).status, "error");
});

Deno.test("a report of an error with status 200 is no answer that scores 0", async () => {
  const bodies: [body: object, told: RegExp][] = [
    [{ error: { message: "overloaded" } }, /answered 500: overloaded/],
    ...[{}, { choices: [] }, { choices: null }, { choices: [{ finish_reason: "stop", message: null }] }, {
      choices: [{ finish_reason: "error", message: { content: "" } }],
    }].map((body): [object, RegExp] => [body, /not a chat completion/]),
  ];
  for (const [body, told] of bodies) {
    await using server = serveScript(() => Response.json(body));
    const { status, response, error } = await ask(PROMPT, options(server.url));
    assert.deepEqual([status, response], ["error", null], JSON.stringify(body));
    assert.match(error ?? "", told);
  }
});

Deno.test("ask() ends with the caller's reason when the caller gives up", async () => {
  const { promise: forever, resolve } = Promise.withResolvers<Response>();
  const reason = new Error("cancelled");
  const controller = new AbortController();
  await using server = serveScript(() => {
    controller.abort(reason);
    return forever;
  });
  await assert.rejects(ask(PROMPT, options(server.url, { signal: controller.signal })), reason);
  resolve(completion("late"));
});
