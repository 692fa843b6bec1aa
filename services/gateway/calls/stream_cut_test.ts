import assert from "node:assert/strict";
import { passingGuardrails, startGateway, testTarget } from "./call_fixture.ts";
import { BODY, DONE, rawProvider, SENTENCE, STOP, WORD } from "./raw_provider_fixture.ts";

for (const then of ["break", "end"] as const) {
  Deno.test(`a stream that the provider cuts (${then}) ends with an error event and without [DONE]`, async () => {
    await using provider = rawProvider({ parts: [WORD, WORD, `data: {"choi`], then });
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
    const text = await (await gateway.post(BODY)).text();
    assert.ok(text.startsWith(WORD + WORD + "event: error\ndata: "), text);
    const { error } = JSON.parse(text.slice(text.lastIndexOf("data: ") + 6));
    assert.deepEqual([error.type, error.code], ["provider_error", "stream_cut"]);
    assert.doesNotMatch(text, /\[DONE\]/);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.outcome, record?.estimated], ["cut", true]);
    assert.ok((record?.completion_tokens ?? 0) > 0);
  });
}

Deno.test("an idle stream is cut after its timeout", async () => {
  await using provider = rawProvider({ parts: [WORD], then: "hang" });
  const target = testTarget(provider.url, { idleTimeoutMs: 100 });
  await using gateway = await startGateway({ models: { m: [target] } });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /event: error\ndata: .*"code":"timeout"/);
  await provider.closed.promise;
});

Deno.test("a missing end mark after the finish reason is added", async () => {
  await using provider = rawProvider({ parts: [WORD, STOP], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), WORD + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.outcome, "ok");
});

const QUOTED = "provider-secret-1";
const FAILURE = `data: {"error":{"message":"key ${QUOTED} is used up","code":"quota","param":null}}\n\n`;

Deno.test("a failure that a provider reports in a stream ends it, without the key that it quotes", async () => {
  await using provider = rawProvider({ parts: [SENTENCE, FAILURE + WORD + STOP + DONE], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const text = await (await gateway.post(BODY)).text();
  assert.ok(text.startsWith(`${SENTENCE}event: error\ndata: `), text);
  const { error } = JSON.parse(text.slice(text.lastIndexOf("data: ") + 6));
  assert.deepEqual(error, {
    message: "scripted failed: key *** is used up",
    type: "provider_error",
    param: null,
    code: "quota",
  });
  assert.equal((await gateway.recorded(1))[0]?.outcome, "cut");
  await provider.closed.promise;
});

Deno.test("a failure that a provider reports in a checked stream does not contain the key either", async () => {
  await using provider = rawProvider({ parts: [SENTENCE, FAILURE + WORD + STOP + DONE], then: "hang" });
  const deps = { guardrails: passingGuardrails };
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, deps });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /"message":"scripted failed: key \*\*\* is used up"/);
  assert.doesNotMatch(text, /secret|DONE/);
  await provider.closed.promise;
});

for (const guarded of [false, true]) {
  const way = guarded ? "checked" : "forwarded";
  const deps = { guardrails: guarded ? passingGuardrails : undefined };

  Deno.test(`a missing finish reason at the end of a stream is added (${way})`, async () => {
    await using provider = rawProvider({ parts: [WORD, DONE], then: "end" });
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, deps });
    const text = await (await gateway.post(BODY)).text();
    assert.match(text.slice(WORD.length), /^data: \{.*"finish_reason":"stop".*\}\n\ndata: \[DONE\]\n\n$/);
  });
}
