import assert from "node:assert/strict";
import { signJwt } from "lib/auth.ts";
import { createLifecycle, type Lifecycle } from "lib/lifecycle.ts";
import { TEST_SECRET } from "lib/testing.ts";
import { fixture } from "./audio/fixture.ts";
import { probeAudio } from "./audio/probe.ts";
import { withStreams } from "./stream.ts";
import { type Script, spoken, type TestVoice, testVoice } from "./testing.ts";

const PATH = "/api/v1/transcribe/stream";

interface Client {
  send(data: Uint8Array<ArrayBuffer> | string): void;
  messages: { status: string; text?: string; error?: string; segments?: { start: number }[]; id?: string }[];
  /** Resolves with the close code. */
  closed: Promise<number>;
  close(): void;
  /** Waits until so many messages came. */
  until(count: number): Promise<void>;
}

/** The service on a free port, with the lifecycle a test drains. */
async function served(
  script?: Script,
  settings: Record<string, string> = {},
): Promise<AsyncDisposable & { voice: TestVoice; url: string; lifecycle: Lifecycle }> {
  const lifecycle = createLifecycle();
  lifecycle.ready();
  const voice = await testVoice(script, { settings, service: { lifecycle } });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    withStreams(voice.app, voice.deps.stream.streams),
  );
  return {
    voice,
    lifecycle,
    url: `127.0.0.1:${server.addr.port}${PATH}`,
    async [Symbol.asyncDispose]() {
      assert.equal(await lifecycle.idle(5_000), true);
      assert.deepEqual([voice.deps.stream.streams.open, voice.deps.stream.streams.heldBytes], [0, 0]);
      await server.shutdown();
      await voice[Symbol.asyncDispose]();
    },
  };
}

async function token(sub = "alice", expiresInSeconds = 3600): Promise<string> {
  return await signJwt(TEST_SECRET, { sub, role: "user", expiresInSeconds });
}

async function connect(url: string, query = "", jwt?: string): Promise<Client> {
  const socket = new WebSocket(`ws://${url}?token=${jwt ?? await token()}${query}`);
  const messages: Client["messages"] = [];
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<number>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () => opened.reject(new Error("not opened"));
  socket.onmessage = ({ data }) => {
    messages.push(JSON.parse(data));
    for (const check of waiting) check();
  };
  socket.onclose = ({ code }) => closed.resolve(code);
  await opened.promise;
  return {
    send: (data) => socket.send(data),
    messages,
    closed: closed.promise,
    close: () => socket.close(),
    async until(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => messages.length >= count && resolve();
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
    },
  };
}

async function speech(): Promise<Uint8Array<ArrayBuffer>> {
  return (await fixture("english.wav")).slice(44);
}

function silence(seconds: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seconds * 32_000);
}

function statuses({ messages }: Client): string[] {
  return messages.map(({ status }) => status);
}

async function eventually(check: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  assert.fail("did not happen");
}

Deno.test("a stream answers each utterance in order, keeps it, and the provider gets WAV of 16 kHz", async () => {
  await using server = await served((_request, _recorded, index) => spoken(`Utterance ${index + 1}`));
  const client = await connect(server.url, "&language=en");
  const audio = await speech();
  for (const part of [silence(1), audio, silence(1), audio]) {
    for (let at = 0; at < part.length; at += 3_333) client.send(part.slice(at, at + 3_333));
  }
  client.send("END_OF_AUDIO");
  assert.equal(await client.closed, 1000);
  assert.deepEqual(statuses(client), ["processing", "completed", "processing", "completed"]);
  assert.deepEqual(client.messages.map(({ text }) => text).filter(Boolean), ["Utterance 1", "Utterance 2"]);
  assert.ok((client.messages[3]?.segments?.[0]?.start ?? 0) > 3);
  const forms = await server.voice.heard();
  const file = forms[0]?.get("file");
  assert.ok(file instanceof File);
  const sent = await probeAudio(await file.bytes());
  assert.deepEqual([sent.codec, sent.sampleRate, file.name], ["pcm-s16", 16_000, "audio.wav"]);
  assert.deepEqual([forms[0]?.get("language"), forms[0]?.get("model")], ["en", "gpt-4o-mini-transcribe"]);
  const { transcriptions } = await (await server.voice.get("/api/v1/transcriptions")).json();
  assert.deepEqual(
    transcriptions.map(({ text, source }: { text: string; source: string }) => [text, source]),
    [
      ["Utterance 2", "stream"],
      ["Utterance 1", "stream"],
    ],
  );
  assert.equal(transcriptions[0].id, client.messages[3]?.id);
});

Deno.test("a client that sends and only waits is answered after 1.5 s, and may go on", async () => {
  await using server = await served();
  const client = await connect(server.url);
  client.send(await speech());
  await client.until(2);
  client.send(await speech());
  await client.until(4);
  assert.deepEqual(statuses(client), ["processing", "completed", "processing", "completed"]);
  client.send(new Uint8Array(0));
  assert.equal(await client.closed, 1000);
});

Deno.test("nothing is lost when the client closes right after its last frame", async () => {
  await using server = await served();
  const client = await connect(server.url);
  client.send(await speech());
  client.close();
  await client.closed;
  await eventually(async () => (await (await server.voice.get("/api/v1/transcriptions")).json()).total === 1);
});

Deno.test("a server that stops answers what was said, then closes with 1001", async () => {
  const pause = Promise.withResolvers<void>();
  await using server = await served(async () => {
    await pause.promise;
    return spoken("Before the stop");
  });
  const client = await connect(server.url);
  client.send(await speech());
  await eventually(() => Promise.resolve(server.voice.deps.stream.streams.heldBytes > 0));
  server.lifecycle.drain();
  assert.equal(await server.lifecycle.idle(50), false);
  pause.resolve();
  assert.equal(await client.closed, 1001);
  assert.deepEqual(client.messages.map(({ text }) => text), [undefined, "Before the stop"]);
});

Deno.test("silence only: no call, an empty pair after the end marker", async () => {
  await using server = await served();
  const client = await connect(server.url);
  client.send(silence(2));
  client.send('{"eof":1}');
  assert.equal(await client.closed, 1000);
  assert.deepEqual(statuses(client), ["processing", "completed"]);
  assert.equal(client.messages[1]?.text, "");
  assert.equal(server.voice.provider.requests.length, 0);
});

Deno.test("files over the stream are transcribed as files, unreadable ones close with 1003", async () => {
  await using server = await served();
  const client = await connect(server.url);
  const file = await fixture("recorder.webm");
  for (let at = 0; at < file.length; at += 1000) client.send(file.slice(at, at + 1000));
  client.send(new Uint8Array(0));
  assert.equal(await client.closed, 1000);
  assert.deepEqual(statuses(client), ["processing", "completed"]);
  const sent = (await server.voice.heard())[0]?.get("file");
  assert.ok(sent instanceof File);
  assert.deepEqual([sent.name, sent.size], ["audio.webm", file.length]);
  const broken = await connect(server.url);
  broken.send(new TextEncoder().encode("OggS and then nothing that belongs there"));
  broken.send(new Uint8Array(0));
  assert.equal(await broken.closed, 1003);
  assert.deepEqual(statuses(broken), ["processing", "error"]);
});

Deno.test("other encodings, rates and channels are heard alike", async () => {
  await using server = await served();
  const samples = new Int16Array((await speech()).buffer);
  const floats = new Uint8Array(Float32Array.from(samples, (sample) => sample / 32768).buffer);
  const stereo = new Uint8Array(
    Int16Array.from({ length: samples.length * 2 }, (_, at) => samples[at >> 1] ?? 0).buffer,
  );
  const fast = new Uint8Array(
    Int16Array.from({ length: samples.length * 3 }, (_, at) => samples[Math.floor(at / 3)] ?? 0).buffer,
  );
  const cases: [string, Uint8Array<ArrayBuffer>][] = [
    ["&encoding=pcm_f32le", floats],
    ["&channels=2", stereo],
    ["&sample_rate=48000", fast],
  ];
  for (const [query, bytes] of cases) {
    const client = await connect(server.url, query);
    for (let at = 0; at < bytes.length; at += 10_001) client.send(bytes.slice(at, at + 10_001));
    client.send(new Uint8Array(0));
    assert.equal(await client.closed, 1000, query);
    assert.deepEqual(statuses(client), ["processing", "completed"], query);
    const sent = (await server.voice.heard()).at(-1)?.get("file");
    assert.ok(sent instanceof File);
    const audio = await probeAudio(await sent.bytes());
    assert.ok(Math.abs(audio.duration - 1.75) < 0.2, `${query}: ${audio.duration}`);
    assert.equal(audio.sampleRate, 16_000);
  }
});

Deno.test("partials are sent while one speaks, when asked for", async () => {
  await using server = await served((_request, _recorded, index) => spoken(`Heard ${index}`));
  const client = await connect(server.url, "&interim_results=true");
  client.send(await speech());
  await client.until(1);
  assert.deepEqual(client.messages[0], { status: "partial", text: "Heard 0" });
  client.send(new Uint8Array(0));
  assert.equal(await client.closed, 1000);
  assert.deepEqual(statuses(client), ["partial", "processing", "completed"]);
});

Deno.test("bad frames, floods and failing providers close with their codes", async () => {
  await using server = await served(
    (_request, recorded) => recorded.bytes.length > 0 ? new Response("{}", { status: 404 }) : spoken(""),
    { STREAM_BACKLOG_MB: "0.2" },
  );
  const text = await connect(server.url);
  text.send("what is this");
  assert.equal(await text.closed, 1003);
  const large = await connect(server.url);
  large.send(new Uint8Array(2 ** 20 + 1));
  assert.equal(await large.closed, 1009);
  const failing = await connect(server.url);
  failing.send(await speech());
  failing.send(new Uint8Array(0));
  assert.equal(await failing.closed, 1011);
  assert.match(failing.messages.at(-1)?.error ?? "", /answered 404/);
});

Deno.test("a flood beyond the backlog is answered as far as it was taken, then 1013", async () => {
  await using server = await served(undefined, { STREAM_BACKLOG_MB: "0.2" });
  const client = await connect(server.url);
  const part = new Uint8Array([...await speech(), ...silence(1)]);
  for (let count = 0; count < 20; count++) client.send(part);
  assert.equal(await client.closed, 1013);
  const completed = statuses(client).filter((status) => status === "completed").length;
  assert.ok(completed >= 2 && completed < 20, `${completed}`);
  const { total } = await (await server.voice.get("/api/v1/transcriptions")).json();
  assert.equal(total, completed);
});

Deno.test("a token that runs out closes with 1008 after what was said", async () => {
  await using server = await served();
  // The verifier allows for clocks 30 s apart.
  const client = await connect(server.url, "", await token("alice", -29));
  client.send(await speech());
  assert.equal(await client.closed, 1008);
  assert.equal(statuses(client).filter((status) => status === "completed").length, 1);
  assert.equal(statuses(client).includes("error"), true);
});

Deno.test("before the upgrade: 401, 422, 426 and 503", async () => {
  await using server = await served(undefined, { STREAM_MAX_CONNECTIONS_PER_USER: "1" });
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://${server.url}${query}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const jwt = await token();
  assert.deepEqual((await ask("")).status, 401);
  assert.match((await ask("?token=nonsense")).body.detail, /Invalid token/);
  assert.equal((await ask(`?token=${await token("a", -60)}`)).status, 401);
  const refused = await ask(`?token=${jwt}&sample_rate=4000&encoding=mp3`);
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.details.map(({ loc }: { loc: string[] }) => loc), [["query", "sample_rate"], [
    "query",
    "encoding",
  ]]);
  assert.equal((await ask(`?token=${jwt}`)).status, 426);
  const first = await connect(server.url);
  await assert.rejects(connect(server.url), /not opened/);
  const other = await connect(server.url, "", await token("bob"));
  for (const client of [first, other]) {
    client.close();
    await client.closed;
  }
});

Deno.test("a service without a provider refuses streams with 503", async () => {
  await using server = await served(undefined, { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" });
  const socketRequest = { headers: { upgrade: "websocket", connection: "upgrade" } };
  const response = await server.voice.app.request(`${PATH}?token=${await token()}`, socketRequest);
  assert.equal(response.status, 503);
  assert.match((await response.json()).error, /OPENAI_API_KEY/);
});

Deno.test("all streams together hold no more audio than STREAM_MEMORY_MB", async () => {
  const pause = Promise.withResolvers<void>();
  await using server = await served(async () => {
    await pause.promise;
    return spoken("Late");
  }, { STREAM_MEMORY_MB: "0.15" });
  const audio = new Uint8Array([...await speech(), ...silence(1)]);
  const [first, second] = [await connect(server.url), await connect(server.url)];
  first.send(audio);
  await first.until(1);
  second.send(audio);
  second.send(audio);
  second.send(audio);
  await second.until(2);
  assert.equal(statuses(second).includes("error"), true);
  pause.resolve();
  assert.equal(await second.closed, 1013);
  first.send(new Uint8Array(0));
  assert.equal(await first.closed, 1000);
});
