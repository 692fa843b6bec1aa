import assert from "node:assert/strict";
import { fixture } from "../audio/fixture.ts";
import { probeAudio } from "../audio/probe.ts";
import { spoken } from "../testing.ts";
import { connect, eventually, served, silence, speech, statuses } from "./stream_fixture.ts";

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
  const { transcriptions } = await (await server.voice.get("/api/v1/transcriptions", { sub: "alice" }))
    .json();
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
  await eventually(async () =>
    (await (await server.voice.get("/api/v1/transcriptions", { sub: "alice" })).json()).total === 1
  );
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
