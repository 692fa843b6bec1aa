import assert from "node:assert/strict";
import { settle } from "./accounting.ts";
import { passingGuardrails, startGateway, testTarget } from "./call_fixture.ts";
import { BODY, DONE, rawProvider, SHORT, STOP, WORD } from "./raw_provider_fixture.ts";

Deno.test("unreported usage is estimated from the text and marked", async () => {
  await using provider = rawProvider({ parts: [...Array(20).fill(WORD), STOP, DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  await (await gateway.post(BODY)).text();
  const [record] = await gateway.recorded(1);
  assert.equal(record?.estimated, true);
  // 14 bytes per word, at four bytes per token.
  assert.equal(record?.completion_tokens, 70);
});

Deno.test("an abort within a stream reaches the provider, and the streamed part is billed", async () => {
  await using provider = rawProvider({ parts: Array(200).fill(WORD), pauseMs: 10, then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const aborting = new AbortController();
  const response = await gateway.post(BODY, { signal: aborting.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  aborting.abort();
  await reader?.closed.catch(() => {});
  await provider.closed.promise;
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.estimated], ["aborted", true]);
  assert.ok((record?.completion_tokens ?? 0) > 0);
});

for (const guarded of [false, true]) {
  Deno.test(`an aborted stream is billed at least a token per sent chunk (${guarded ? "checked" : "forwarded"})`, async () => {
    await using provider = rawProvider({ parts: [SHORT.repeat(500)], then: "hang" });
    const guardrails = guarded ? passingGuardrails : undefined;
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url)] },
      deps: { guardrails },
    });
    const aborting = new AbortController();
    const response = await gateway.post(BODY, { signal: aborting.signal });
    const reader = response.body?.getReader();
    let received = "";
    while (received.length < 5 * SHORT.length) {
      received += new TextDecoder().decode((await reader?.read())?.value);
    }
    aborting.abort();
    await reader?.closed.catch(() => {});
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "aborted");
    const chunks = received.split("\n\n").length - 1;
    assert.ok((record?.completion_tokens ?? 0) >= chunks, `${record?.completion_tokens} of ${chunks}`);
  });
}

Deno.test("a long stream without usage is billed at least a token per chunk", async () => {
  const count = 3_000;
  await using provider = rawProvider({
    parts: Array(10).fill(SHORT.repeat(count / 10)),
    then: "break",
  });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /stream_cut/);
  assert.equal((await gateway.recorded(1))[0]?.completion_tokens, count);
});

Deno.test("an abort before the headers reaches the provider", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const aborting = new AbortController();
  const closed = (async () => {
    const connection = await listener.accept();
    aborting.abort();
    const buffer = new Uint8Array(65_536);
    try {
      while (await connection.read(buffer) !== null);
    } catch {
      // A reset connection is also closed.
    }
    connection.close();
  })();
  await using gateway = await startGateway({
    models: { m: [testTarget(`http://127.0.0.1:${listener.addr.port}`)] },
  });
  const answer = gateway.post({ ...BODY, stream: false }, { signal: aborting.signal });
  await assert.rejects(answer);
  await closed;
  listener.close();
  const [record] = await gateway.recorded(1);
  assert.equal(record?.outcome, "aborted");
  assert.ok((record?.prompt_tokens ?? 0) > 0);
});

Deno.test("a call cut off by the end of the process is recorded with the sent part", async () => {
  await using provider = rawProvider({ parts: [SHORT.repeat(5), SHORT.repeat(5)], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const reader = (await gateway.post(BODY)).body?.getReader();
  let received = "";
  while (received.length < 10 * SHORT.length) {
    received += new TextDecoder().decode((await reader?.read())?.value);
  }
  for (const call of gateway.deps.inHand) settle(gateway.deps, call, { outcome: "aborted", status: 499 });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.completion_tokens, record?.estimated], ["aborted", 10, true]);
  assert.ok((record?.prompt_tokens ?? 0) > 0);
  await reader?.cancel();
});

Deno.test("when the client disconnects, usage is at least the sent part", async () => {
  const early =
    `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}\n\n`;
  await using provider = rawProvider({ parts: [early, SHORT.repeat(6)], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const reader = (await gateway.post(BODY)).body?.getReader();
  let received = "";
  while (received.length < 6 * SHORT.length) {
    received += new TextDecoder().decode((await reader?.read())?.value);
  }
  await reader?.cancel();
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.prompt_tokens, record?.completion_tokens], [9, 6]);
});
