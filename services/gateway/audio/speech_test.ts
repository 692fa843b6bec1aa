import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { client, EVENTS, post } from "./audio_fixture.ts";

Deno.test("openai: speech is forwarded as it arrives, priced by characters", async () => {
  const sound = crypto.getRandomValues(new Uint8Array(60_000));
  await using provider = serveScript(() =>
    new Response(sound, { headers: { "content-type": "audio/mpeg" } })
  );
  const price = { input: "0", output: "0", units: { million_characters: "15" } };
  await using gateway = await startGateway({
    models: { say: [testTarget(provider.url, { model: "tts-1", price })] },
  });
  const answer = await client(gateway.url).audio.speech.create({
    model: "say",
    input: "مرحبا 👋",
    voice: "alloy",
  });
  assert.equal(answer.headers.get("content-type"), "audio/mpeg");
  assert.deepEqual(new Uint8Array(await answer.arrayBuffer()), sound);
  assert.deepEqual(JSON.parse(provider.requests[0]?.body ?? ""), {
    input: "مرحبا 👋",
    model: "tts-1",
    voice: "alloy",
  });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.units, record?.cost_usd, record?.estimated, record?.streamed], [
    { characters: 7 },
    "0.000105000",
    false,
    true,
  ]);
});

Deno.test("speech as events is priced by the tokens in its last event; as bytes it is unpriced", async () => {
  const usage = { input_tokens: 10, output_tokens: 100, total_tokens: 110 };
  const events = [
    `data: ${JSON.stringify({ type: "speech.audio.delta", audio: "AAAA" })}\n\n`,
    `data: ${JSON.stringify({ type: "speech.audio.done", usage })}\n\n`,
  ];
  await using provider = serveScript((_, { body }) =>
    body.includes("sse")
      ? new Response(events.join(""), { headers: EVENTS })
      : new Response("bytes", { headers: { "content-type": "audio/wav" } })
  );
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, { price: { input: "0.6", output: "12" } })] },
  });
  const ask = (stream_format: string) =>
    post(gateway.url, JSON.stringify({ model: "m", input: "Hi", voice: "v", stream_format }), "speech", {
      "content-type": "application/json",
    });
  assert.equal(await (await ask("sse")).text(), events.join(""));
  await (await ask("audio")).text();
  const [first, second] = await gateway.recorded(2);
  assert.deepEqual([first?.cost_usd, first?.unpriced], ["0.001206000", false]);
  assert.deepEqual([second?.cost_usd, second?.unpriced, second?.units], ["0.000000000", true, {
    characters: 2,
  }]);
});

Deno.test("a client that disconnects aborts the provider's stream, and the requested characters are recorded", async () => {
  let ended = false;
  await using provider = serveScript(() =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1024));
        },
        cancel() {
          ended = true;
        },
      }),
      { headers: { "content-type": "audio/pcm" } },
    )
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}/v1/audio/speech`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", input: "Hello", voice: "v" }),
    signal: leaving.signal,
  });
  const reader = (response.body ?? assert.fail()).getReader();
  await reader.read();
  leaving.abort();
  await reader.read().catch(() => {});
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.units], ["aborted", { characters: 5 }]);
  for (let waited = 0; !ended && waited < 500; waited++) await new Promise((wake) => setTimeout(wake, 10));
  assert.ok(ended);
});
