/** Bodies above 256 kB, which are kept as bytes. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { noAnswer, serveScript } from "lib/testing.ts";
import { createBodyRoom } from "./body_room.ts";
import { startGateway, testTarget } from "./call_fixture.ts";

const WORDS = "words of a prompt, كلمات 😀 ".repeat(12_000);
const ANSWER = { choices: [{ message: { role: "assistant", content: "Hi" } }], usage: { prompt_tokens: 1 } };
const CHUNK = `data: ${
  JSON.stringify({ choices: [{ delta: { content: "Hi" }, finish_reason: "stop" }] })
}\n\n`;

/** A body with unusual spaces and order of names. */
const body = (model: string, more = "") =>
  `\n{ "messages" : [ {"role":"user", "content":${JSON.stringify(WORDS)}} ] ,\t"model":"${model}"${more} }`;

const answer = () => Response.json(ANSWER);
const events = () =>
  new Response(`${CHUNK}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });

Deno.test("a long body reaches its provider byte for byte, except for a replaced model name", async () => {
  await using provider = serveScript(answer);
  const target = testTarget(provider.url);
  const renamed = { ...target, model: "real/😀" };
  await using gateway = await startGateway({ models: { m: [target], alias: [renamed] } });
  for (const [model, sent] of [["m", body("m")], ["alias", body("real/😀")]] as const) {
    const response = await gateway.post(body(model));
    assert.equal(response.status, 200);
    await response.body?.cancel();
    assert.equal(provider.requests.at(-1)?.body, sent);
    assert.equal(provider.requests.at(-1)?.headers.get("content-length"), String(Buffer.byteLength(sent)));
  }
});

Deno.test("numbers that a parser would round reach the provider as they were sent, in short bodies too", async () => {
  await using provider = serveScript((_, { body }) => body.includes('"stream"') ? events() : answer());
  const target = testTarget(provider.url);
  await using gateway = await startGateway({ models: { alias: [{ ...target, model: "real" }] } });
  const numbers =
    '"seed": 12345678901234567890, "metadata": {"id": 9007199254740993, "x": 0.12345678901234567, "y": 1e400}';
  for (const more of ["", ', "stream": true']) {
    const sent = (model: string) =>
      `{"model": "${model}", "messages": [{"role":"user","content":"مرحبا"}], ${numbers}${more}}`;
    const response = await gateway.post(sent("alias"));
    assert.equal(response.status, 200);
    await response.body?.cancel();
    const received = provider.requests.at(-1)?.body ?? "";
    assert.ok(received.includes(numbers) && received.includes('"model": "real"'), received);
    JSON.parse(received);
  }
});

Deno.test("usage is requested for a long streamed body, beside its own options and with a replaced model name", async () => {
  await using provider = serveScript(events);
  const target = testTarget(provider.url);
  await using gateway = await startGateway({ models: { m: [target], alias: [{ ...target, model: "r" }] } });
  for (const [model, more] of [["m", ""], ["alias", ""], ["alias", ',"stream_options":{"x":1}']] as const) {
    const response = await gateway.post(body(model, `,"stream":true${more}`));
    assert.match(await response.text(), /"Hi"/);
    const { messages, stream_options, ...rest } = JSON.parse(provider.requests.at(-1)?.body ?? "");
    assert.equal(messages[0].content, WORDS);
    assert.equal(stream_options.include_usage, true);
    assert.deepEqual(rest, { model: model === "m" ? "m" : "r", stream: true });
  }
});

Deno.test("invalid UTF-8 is forwarded as decoded, without a byte order mark", async () => {
  await using provider = serveScript(answer);
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const good = new TextEncoder().encode(body("m"));
  const bad = new Uint8Array(good);
  bad[100] = 0xff;
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...good]);
  for (const [sent, received] of [[bad, new TextDecoder().decode(bad)], [marked, body("m")]] as const) {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: "Bearer dwn-test-key", "content-type": "application/json" },
      body: sent,
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
    assert.deepEqual(provider.requests.at(-1)?.bytes, new TextEncoder().encode(received));
  }
});

Deno.test("a long body over the memory budget is a 503 with retry; memory is released after every outcome", async () => {
  const leaving = new AbortController();
  await using provider = serveScript((request, { body }) => {
    if (body.includes('"slow"')) {
      setTimeout(() => leaving.abort());
      return noAnswer(request);
    }
    return body.includes('"stream"')
      ? events()
      : body.includes('"bad"')
      ? new Response("", { status: 400 })
      : answer();
  });
  const bodyRoom = createBodyRoom(700_000);
  const models = Object.fromEntries(
    ["m", "slow", "bad"].map((model) => [model, [testTarget(provider.url, { model })]]),
  );
  await using gateway = await startGateway({ models, deps: { bodyRoom } });
  const other = bodyRoom.open("somebody");
  other.upTo(600_000);
  const refused = await gateway.post(body("m"));
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "2"]);
  assert.equal((await refused.json()).error.code, "too_many_large_bodies");
  const small = await gateway.post({ model: "m", messages: [{ role: "user", content: "Hello" }] });
  assert.equal(small.status, 200);
  await small.body?.cancel();
  other.release();
  for (const sent of [body("m"), body("m", ',"stream":true'), body("bad"), body("none"), `${body("m")}]`]) {
    const response = await gateway.post(sent);
    await response.text();
    assert.equal(bodyRoom.held, 0, sent.slice(-40));
  }
  await assert.rejects(gateway.post(body("slow"), { signal: leaving.signal }));
  await gateway.recorded(5);
  assert.equal(bodyRoom.held, 0);
});

Deno.test("a body of more than 250,000 names, objects and arrays is refused before it is parsed", async () => {
  await using provider = serveScript(answer);
  const models = { m: [testTarget(provider.url)] };
  await using gateway = await startGateway({ models, deps: { maxBodyBytes: 2 ** 23 } });
  const response = await gateway.post(body("m", `,"x":[${"[],".repeat(250_000)}0]`));
  assert.equal(response.status, 422);
  assert.match((await response.json()).error.message, /more than 250000 names, objects and arrays/);
  assert.equal(provider.requests.length, 0);
});
