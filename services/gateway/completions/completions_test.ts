import assert from "node:assert/strict";
import OpenAI from "openai";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { echo } from "../wires/echo.ts";

const PATH = { path: "/v1/completions" };
const ANSWER = {
  id: "cmpl-1",
  object: "text_completion",
  created: 1,
  model: "m",
  choices: [{ text: " a time", index: 0, logprobs: null, finish_reason: "stop" }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

const ECHO = {
  models: { echo: [testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo", model: "echo" })] },
  wires: { echo },
};

Deno.test("POST /v1/completions passes through unchanged, token prompts and echo included, and is metered", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  for (const prompt of ["Once upon", ["a", "b"], [1, 2], [[1], [2, 3]]]) {
    const body = JSON.stringify({ model: "m", prompt, echo: true, max_tokens: 0, logprobs: 1 });
    const response = await gateway.post(body, PATH);
    assert.deepEqual(await response.json(), ANSWER);
    assert.equal(provider.requests.at(-1)?.body, body);
  }
  assert.equal(provider.requests[0]?.path, "/v1/completions");
  const [record] = await gateway.recorded(4);
  assert.deepEqual([record?.resource, record?.total_tokens, record?.cost_usd], [
    "/v1/completions",
    5,
    "0.000007000",
  ]);
});

Deno.test("a streamed completion passes through and its usage is recorded", async () => {
  const chunk = (rest: unknown) =>
    `data: ${JSON.stringify({ ...ANSWER, usage: undefined, ...Object(rest) })}\n\n`;
  const events = [
    chunk({ choices: [{ text: "a", index: 0, finish_reason: null }] }),
    chunk({ choices: [{ text: "b", index: 0, finish_reason: "stop" }] }),
    chunk({ choices: [], usage: ANSWER.usage }),
    "data: [DONE]\n\n",
  ];
  await using provider = serveScript(() =>
    new Response(events.join(""), { headers: { "content-type": "text/event-stream" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
  let text = "";
  for await (const part of await openai.completions.create({ model: "m", prompt: "x", stream: true })) {
    text += part.choices[0]?.text ?? "";
  }
  assert.equal(text, "ab");
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.streamed, record?.total_tokens, record?.estimated], [true, 5, false]);
});

Deno.test("a provider with only a chat API answers completions, one chat for each prompt, whole and streamed", async () => {
  await using gateway = await startGateway(ECHO);
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
  const whole = await openai.completions.create({ model: "echo", prompt: ["one two", "three"] });
  assert.equal(whole.object, "text_completion");
  assert.match(whole.id, /^cmpl-/);
  assert.deepEqual(whole.choices.map(({ index, text, finish_reason }) => [index, text, finish_reason]), [
    [0, "one two", "stop"],
    [1, "three", "stop"],
  ]);
  assert.equal(whole.usage?.total_tokens, 6);
  const options = {
    model: "echo",
    prompt: "one two",
    stream: true,
    stream_options: { include_usage: true },
  } as const;
  const parts = [];
  for await (const part of await openai.completions.create(options)) parts.push(part);
  assert.equal(parts.map(({ choices }) => choices[0]?.text ?? "").join(""), "one two");
  assert.deepEqual([parts.at(-1)?.choices, parts.at(-1)?.usage?.total_tokens], [[], 4]);
});

Deno.test("a field without an equivalent in a chat falls back to another provider, else is a 400 that names it", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  await using gateway = await startGateway({
    ...ECHO,
    models: { ...ECHO.models, both: [...ECHO.models.echo, testTarget(provider.url)] },
  });
  const cases = {
    suffix: { suffix: "the end" },
    echo: { echo: true },
    logprobs: { logprobs: 2 },
    best_of: { best_of: 2 },
    logit_bias: { logit_bias: { 1: 1 } },
    prompt: { prompt: [1, 2, 3] },
  };
  for (const [param, fields] of Object.entries(cases)) {
    const response = await gateway.post({ model: "echo", prompt: "a", ...fields }, PATH);
    const { error } = await response.json();
    assert.deepEqual([response.status, error.type, error.param, error.code], [
      400,
      "invalid_request_error",
      param,
      "unsupported",
    ]);
  }
  const fallback = await gateway.post({ model: "both", prompt: "a", suffix: "b" }, PATH);
  assert.deepEqual(await fallback.json(), ANSWER);
});

Deno.test("POST /v1/completions names the wrong field of a body", async () => {
  await using gateway = await startGateway(ECHO);
  for (
    const [param, fields] of [
      ["model", { model: "" }],
      ["prompt", { prompt: [] }],
      ["prompt", { prompt: [1, "a"] }],
      ["max_tokens", { max_tokens: "many" }],
      ["suffix", { suffix: 5 }],
      ["stream", { stream: "yes" }],
    ] as const
  ) {
    const response = await gateway.post({ model: "echo", prompt: "a", ...fields }, PATH);
    assert.deepEqual([response.status, (await response.json()).error.param], [422, param]);
  }
});

Deno.test("the guard checks prompts and answers of completions; token prompts are refused when a guard is set", async () => {
  const scanned: string[] = [];
  const guardrails = {
    scan(text: string) {
      scanned.push(text);
      return Promise.resolve();
    },
    check(windows: readonly { text: string }[]) {
      scanned.push(...windows.map(({ text }) => text));
      return Promise.resolve({
        windows: windows.map(({ text }) => ({ release: text.length, edits: [] })),
        step: 200,
      });
    },
  };
  await using gateway = await startGateway({ ...ECHO, deps: { guardrails } });
  await (await gateway.post({ model: "echo", prompt: ["secret one", "two"] }, PATH)).body?.cancel();
  assert.deepEqual(scanned, ["secret one\ntwo", "secret one", "two"]);
  const tokens = await gateway.post({ model: "echo", prompt: [1, 2] }, PATH);
  assert.deepEqual([tokens.status, (await tokens.json()).error.param], [422, "prompt"]);
});
