import assert from "node:assert/strict";
import fc from "fast-check";
import { startGateway, testTarget } from "./call_fixture.ts";
import { echo } from "../wires/echo.ts";

const TARGET = testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo", model: "echo" });

/** A nearly valid body with a random fault. */
const spoilt = fc.record({
  model: fc.oneof(fc.constant("echo"), fc.jsonValue()),
  messages: fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ role: fc.jsonValue(), content: fc.jsonValue() }, { requiredKeys: [] })),
  ),
  input: fc.jsonValue(),
  stream: fc.jsonValue(),
  stream_options: fc.jsonValue(),
  max_tokens: fc.jsonValue(),
  n: fc.jsonValue(),
  tools: fc.jsonValue(),
  encoding_format: fc.jsonValue(),
}, { requiredKeys: [] }).map((body) => JSON.stringify(body));

/** A valid body with bytes removed or changed. */
const broken = fc.tuple(fc.nat(80), fc.nat(20), fc.string()).map(([at, length, put]) => {
  const good = JSON.stringify({ model: "echo", messages: [{ role: "user", content: "Hello" }] });
  return good.slice(0, at) + put + good.slice(at + length);
});

Deno.test("any body gets an answer or an error object, never a 500", async () => {
  await using gateway = await startGateway({ models: { echo: [TARGET] }, wires: { echo } });
  const bodies = fc.sample(fc.oneof(spoilt, broken, fc.string(), fc.json()), { numRuns: 300, seed: 42 });
  for (const [index, body] of bodies.entries()) {
    const path = index % 3 === 0 ? "/v1/embeddings" : "/v1/chat/completions";
    const response = await gateway.post(body, { path });
    const text = await response.text();
    const fault = `${response.status} for ${body.slice(0, 300)}`;
    assert.ok(response.status < 500, fault);
    if (response.status === 200) continue;
    const { error } = JSON.parse(text);
    assert.equal(typeof error.message, "string", fault);
    assert.equal(error.type, "invalid_request_error", fault);
  }
});

Deno.test("deep nesting, invalid UTF-8 and a huge number are refused or answered without a crash", async () => {
  await using gateway = await startGateway({ models: { echo: [TARGET] }, wires: { echo } });
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  const bodies = [
    `{"model":"echo","messages":${deep}}`,
    `{"model":"echo","messages":[{"role":"user","content":[${deep}]}]}`,
    `{"model":"echo","messages":[{"role":"user","content":"x"}],"tools":${deep}}`,
    `{"model":"echo","messages":[{"role":"user","content":"x"}],"max_tokens":1e999}`,
    `{"model":"echo","messages":[{"role":"user","content":"\\ud800"}]}`,
    `{"model":"__proto__","messages":[{"role":"user","content":"x"}]}`,
  ];
  for (const body of bodies) {
    const response = await gateway.post(body);
    await response.body?.cancel();
    assert.ok(response.status < 500, `${response.status} for ${body.slice(0, 80)}`);
  }
});

Deno.test("text with NUL or a lone surrogate is a 422 that names the field; an escaped backslash before u0000 is text", async () => {
  await using gateway = await startGateway({ models: { echo: [TARGET] }, wires: { echo } });
  const cases: [string, string | undefined][] = [
    ['{"model":"m\\u0000","messages":[{"role":"user","content":"x"}]}', "model"],
    ['{"model":"echo","messages":[{"role":"user","content":"\\uD800"}]}', "messages.0.content"],
    ['{"model":"echo","messages":[{"role":"user","content":"x"}],"user":"\\udc00"}', "user"],
    ['{"model":"echo","messages":[{"role":"user","content":"\\\\u0000 \\ud83d\\ude00"}]}', undefined],
  ];
  for (const [body, param] of cases) {
    const response = await gateway.post(body);
    const { error } = await response.json();
    assert.equal(response.status, param ? 422 : 200, body);
    assert.equal(error?.param, param);
  }
});
