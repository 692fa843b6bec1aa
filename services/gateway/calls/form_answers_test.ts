import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "./call_fixture.ts";

const PICTURE = { model: "m", prompt: "a dhow" };
const SPEECH = { model: "m", input: "Hello", voice: "alloy" };

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File(["RIFF"], "a.wav"));
  form.set("image", new File(["PNG"], "a.png"));
  return form;
}

const ASKED: [path: string, body: object | FormData][] = [
  ["/v1/images/generations", PICTURE],
  ["/v1/images/edits", formOf(PICTURE)],
  ["/v1/audio/speech", SPEECH],
  ["/v1/audio/transcriptions", formOf({ model: "m" })],
  ["/v1/audio/translations", formOf({ model: "m" })],
];

const STREAMED: [path: string, body: object | FormData][] = [
  ["/v1/images/generations", { ...PICTURE, stream: true }],
  ["/v1/audio/speech", { ...SPEECH, stream_format: "sse" }],
  ["/v1/audio/transcriptions", formOf({ model: "m", stream: "true" })],
];

function send(url: string, [path, body]: [path: string, body: object | FormData]): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      ...isForm ? {} : { "content-type": "application/json" },
    },
    body: isForm ? body : JSON.stringify(body),
  });
}

const error = (secret: string) => ({
  error: {
    message: `no pictures of that, said to ${secret}`,
    code: "content_policy_violation",
    param: "prompt",
  },
});

for (const asked of ASKED) {
  Deno.test(`${asked[0]}: an error with status 200 is a failure with the provider's message and without its key`, async () => {
    await using provider = serveScript((request) =>
      Response.json(error(request.headers.get("authorization") ?? ""))
    );
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
    const response = await send(gateway.url, asked);
    const text = await response.text();
    assert.equal(response.status, 502, text);
    assert.doesNotMatch(text, /provider-secret/);
    assert.equal(JSON.parse(text).error.code, "content_policy_violation");
    assert.equal(JSON.parse(text).error.param, "prompt");
    assert.match(JSON.parse(text).error.message, /no pictures of that/);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.outcome, record?.cost_usd], ["error", "0.000000000"]);
  });
}

for (const asked of STREAMED) {
  Deno.test(`${asked[0]}: an error inside a stream ends it with the provider's message and without its key`, async () => {
    await using provider = serveScript((request) => {
      const told = { type: "error", ...error(request.headers.get("authorization") ?? "") };
      const events = [`data: {"type":"begun"}\n\n`, `event: error\ndata: ${JSON.stringify(told)}\n\n`];
      return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
    });
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
    const text = await (await send(gateway.url, asked)).text();
    assert.match(text, /"begun"[^]*event: error\ndata: .*no pictures of that/);
    assert.match(text, /"code":"content_policy_violation"/);
    assert.doesNotMatch(text, /provider-secret/);
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "cut");
  });
}
