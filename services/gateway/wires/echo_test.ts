import assert from "node:assert/strict";
import { openConfig } from "../providers/config.ts";
import { echo } from "./echo.ts";
import { GatewayProviderEnv } from "../providers/provider_env.ts";

const config = (await openConfig(GatewayProviderEnv.parse({}))).current();
const [target] = config.resolve("echo");
assert.ok(target);
const context = { target, key: { id: "k", secret: "", weight: 1 }, signal: new AbortController().signal };
const request = {
  model: "echo",
  messages: [{ role: "system", content: "Be short" }, { role: "user", content: "مرحبا يا عالم" }],
};

Deno.test("echo answers with the last user message, deterministically, and counts words as tokens", async () => {
  const answer = await echo.chat(request, context);
  assert.deepEqual(answer.choices, [
    { index: 0, message: { role: "assistant", content: "مرحبا يا عالم" }, finish_reason: "stop" },
  ]);
  assert.deepEqual(answer.usage, { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
  assert.deepEqual(await echo.chat(request, context), answer);
});

Deno.test("echo streams the same text word by word, then finish reason and usage", async () => {
  const chunks = await Array.fromAsync(
    echo.stream({ ...request, messages: [{ role: "user", content: " a  b\nc " }] }, context),
  );
  const choices = chunks.map((chunk) => chunk.choices).flat().filter((choice) => typeof choice === "object");
  const text = JSON.stringify(choices.map((choice) => choice));
  assert.equal(
    [...text.matchAll(/"content":"(.*?)"/g)].map(([, piece]) => JSON.parse(`"${piece}"`)).join(""),
    " a  b\nc ",
  );
  assert.deepEqual(chunks.at(-2)?.choices, [{ index: 0, delta: {}, finish_reason: "stop" }]);
  assert.deepEqual(chunks.at(-1)?.choices, []);
  assert.ok(chunks.at(-1)?.usage);
});

Deno.test("echo-embedding returns unit vectors of the requested dimensions, equal for equal texts", async () => {
  const answer = await echo.embed?.({
    model: "echo-embedding",
    input: ["one two", "two one", "[1]"],
    dimensions: 8,
  }, context);
  assert.ok(answer && Array.isArray(answer.data));
  const [one, other, third] = answer.data.map(({ embedding }) => embedding);
  assert.equal(one.length, 8);
  assert.ok(Math.abs(Math.hypot(...one) - 1) < 1e-6);
  const close = (a: number[], b: number[]) => a.every((value, i) => Math.abs(value - (b[i] ?? 9)) < 1e-6);
  assert.ok(close(one, other));
  assert.ok(!close(one, third));
});

Deno.test("echo streams a long text of white space or of many words in linear time", async () => {
  const space = " ".repeat(4_000_000);
  const words = "word ".repeat(20_000);
  for (const content of [space, `a${space}b${space}`, words]) {
    const chunks = await Array.fromAsync(
      echo.stream({ model: "echo", messages: [{ role: "user", content }] }, context),
    );
    const pieces = chunks.slice(1, -2).map(({ choices }) =>
      Array.isArray(choices) && choices[0].delta.content
    );
    assert.equal(pieces.join(""), content);
    assert.equal(new Set(chunks.map(({ id }) => id)).size, 1);
  }
});

Deno.test("requests that differ in any text, name or order get different answer ids", async () => {
  const messages = [
    [{ role: "user", content: "a" }],
    [{ role: "user", content: "b" }],
    [{ role: "system", content: "a" }],
    [{ role: "user", name: "a" }],
    [{ role: "user", content: ["a"] }],
    [{ role: "user", content: "a" }, { role: "user", content: "b" }],
    [{ role: "user", content: "b" }, { role: "user", content: "a" }],
    null,
  ];
  const ids = await Promise.all(
    messages.map(async (each) => (await echo.chat({ model: "echo", messages: each }, context)).id),
  );
  assert.equal(new Set(ids).size, messages.length);
});
