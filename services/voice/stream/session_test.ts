import fc from "fast-check";
import assert from "node:assert/strict";
import { fixture } from "../audio/fixture.ts";
import type { StreamMessage } from "./messages.ts";
import type { Effect } from "./effects.ts";
import { type Session, type SessionOptions, streamSession } from "./session.ts";

const LIMITS: SessionOptions["limits"] = {
  utteranceSeconds: 30,
  idleFlushMs: 1500,
  silentCloseMs: 60_000,
  frameBytes: 2 ** 20,
  fileBytes: 2 ** 20,
  backlogBytes: 2 ** 20,
};

const OPTIONS: SessionOptions = {
  language: "auto",
  sampleRate: 16_000,
  encoding: "pcm_s16le",
  channels: 1,
  endpointingMs: 700,
  interim: false,
  limits: LIMITS,
};

async function speech(): Promise<Uint8Array<ArrayBuffer>> {
  return (await fixture("english.wav")).slice(44);
}

function silence(seconds: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(seconds * 32_000);
}

function noise(seconds: number, amplitude: number): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from(
    { length: seconds * 16_000 },
    () => Math.round((Math.random() * 2 - 1) * amplitude),
  );
  return new Uint8Array(samples.buffer);
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Plays effects: answers each piece at once, collects what is sent. */
function player(session: Session) {
  const sent: StreamMessage[] = [];
  const pieces: { start: number; seconds: number }[] = [];
  const closes: number[] = [];
  const play = (effects: Effect[]) => {
    for (const effect of effects) {
      if ("send" in effect) sent.push(effect.send);
      else if ("close" in effect) closes.push(effect.close.code);
      else if ("transcribe" in effect) {
        const piece = effect.transcribe;
        const seconds = "file" in piece ? 1 : piece.samples.length / piece.sampleRate;
        pieces.push({ start: piece.start, seconds });
        const text = `piece ${pieces.length}`;
        play(session.answered({ text, language: "en", duration: seconds, segments: [], model: "m" }, "id"));
      }
    }
  };
  return { play, sent, pieces, closes, statuses: () => sent.map(({ status }) => status) };
}

function inFrames(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, at) => bytes.slice(at * size, at * size + size),
  );
}

Deno.test("two utterances with a pause are two pairs in order, with times from the stream's start", async () => {
  const session = streamSession(OPTIONS, 0);
  const { play, statuses, pieces, closes } = player(session);
  const audio = joined(silence(1), await speech(), silence(1), await speech(), silence(1));
  for (const frame of inFrames(audio, 3200)) play(session.binary(frame, 0));
  assert.deepEqual(statuses(), ["processing", "completed", "processing", "completed"]);
  assert.ok(Math.abs((pieces[0]?.start ?? 0) - 0.75) < 0.15, `${pieces[0]?.start}`);
  assert.ok(Math.abs((pieces[1]?.start ?? 0) - 3.55) < 0.2, `${pieces[1]?.start}`);
  play(session.binary(new Uint8Array(0), 0));
  assert.deepEqual(closes, [1000]);
  assert.equal(statuses().length, 4);
});

Deno.test("speech under noise is still two utterances; noise, silence and low noise alone are none", async () => {
  const under = (bytes: Uint8Array, amplitude: number) => {
    const samples = new Int16Array(bytes.slice().buffer);
    const result = samples.map((sample) =>
      Math.max(-32768, Math.min(32767, sample + (Math.random() * 2 - 1) * amplitude))
    );
    return new Uint8Array(result.buffer);
  };
  const talk = under(joined(silence(1), await speech(), silence(1.2), await speech(), silence(1.2)), 300);
  for (
    const [audio, expected] of [[talk, 2], [noise(4, 60), 0], [noise(6, 1500), 0], [silence(4), 0]] as const
  ) {
    const session = streamSession(OPTIONS, 0);
    const { play, pieces } = player(session);
    for (const frame of inFrames(audio, 1000)) play(session.binary(frame, 0));
    play(session.tick(2000));
    assert.equal(pieces.length, expected);
  }
});

Deno.test("every way to end gives exactly one pair, then the right close code", async () => {
  const audio = await speech();
  const ends: [name: string, end: (session: Session) => Effect[], code: number | undefined][] = [
    ["empty frame", (session) => session.binary(new Uint8Array(0), 10), 1000],
    ...['{"eof":1}', '{"eof" : 1}', '{"type":"CloseStream"}', '{"type":"Terminate"}', "END_OF_AUDIO"].map((
      text,
    ): [string, (session: Session) => Effect[], number] => [text, (session) => session.text(text, 10), 1000]),
    ["no frames for 1.5 s", (session) => session.tick(1500), undefined],
    ["the client left", (session) => session.finish({ code: 1000, reason: "" }), 1000],
    ["stopping", (session) => session.finish({ code: 1001, reason: "stopping" }), 1001],
    ["token over", (session) => session.finish({ code: 1008, reason: "token expired" }), 1008],
  ];
  for (const [name, end, code] of ends) {
    const session = streamSession(OPTIONS, 0);
    const { play, statuses, closes } = player(session);
    play(session.binary(audio, 0));
    play(end(session));
    assert.deepEqual(statuses(), ["processing", "completed"], name);
    assert.deepEqual(closes, code ? [code] : [], name);
    play(session.tick(100_000));
    assert.deepEqual(statuses(), ["processing", "completed"], name);
  }
});

Deno.test("an end marker after silence only answers an empty pair; an idle flush of silence nothing", () => {
  const session = streamSession({ ...OPTIONS, language: "ar" }, 0);
  const { play, sent, pieces, closes } = player(session);
  play(session.binary(silence(2), 0));
  play(session.tick(5000));
  assert.deepEqual(sent, []);
  play(session.text("END_OF_AUDIO", 6000));
  assert.deepEqual(sent, [
    { status: "processing" },
    { status: "completed", text: "", language: "ar", duration: 2, segments: [] },
  ]);
  assert.deepEqual([pieces.length, closes], [0, [1000]]);
});

Deno.test("a file on the stream is kept whole until its end, then transcribed as a file", async () => {
  const session = streamSession(OPTIONS, 0);
  const { play, pieces, statuses, closes } = player(session);
  for (const frame of inFrames(await fixture("english.webm"), 7)) play(session.binary(frame, 0));
  assert.equal(pieces.length, 0);
  play(session.tick(1600));
  assert.deepEqual(pieces, [{ start: 0, seconds: 1 }]);
  play(session.binary(await fixture("english.ogg"), 2000));
  play(session.tick(4000));
  assert.deepEqual(pieces[1], { start: 1, seconds: 1 });
  play(session.binary(silence(1), 5000));
  assert.deepEqual(statuses(), ["processing", "completed", "processing", "completed", "error"]);
  assert.deepEqual(closes, [1003]);
});

Deno.test("audio without pauses is cut before 30 s, with nothing lost or repeated", async () => {
  const part = joined(await speech());
  const session = streamSession({ ...OPTIONS, endpointingMs: 0 }, 0);
  const { play, pieces } = player(session);
  const rounds = 40;
  for (let round = 0; round < rounds; round++) play(session.binary(part, 0));
  play(session.binary(new Uint8Array(0), 0));
  assert.ok(pieces.length >= 3);
  let end = pieces[0]?.start ?? 0;
  for (const piece of pieces) {
    assert.ok(piece.seconds <= 30.01);
    assert.ok(Math.abs(piece.start - end) < 0.03, `${piece.start} after ${end}`);
    end = piece.start + piece.seconds;
  }
  assert.ok(end > rounds * part.length / 32_000 - 1);
});

Deno.test("bounds: a large frame, a large file, a backlog and a bad text frame close with their codes", async () => {
  const audio = joined(await speech(), silence(1));
  const run = (use: (session: Session) => Effect[][], code: number) => {
    const session = streamSession({ ...OPTIONS, limits: { ...LIMITS, backlogBytes: 100_000 } }, 0);
    const effects = use(session).flat();
    assert.ok(effects.some((effect) => "send" in effect && effect.send.status === "error"), `${code}`);
    return { session, closed: effects.filter((effect) => "close" in effect) };
  };
  assert.equal(run((session) => [session.binary(new Uint8Array(2 ** 20 + 1), 0)], 1009).closed.length, 1);
  assert.equal(run((session) => [session.text("hello", 0)], 1003).closed.length, 1);
  const file = joined(new TextEncoder().encode("OggS"), new Uint8Array(600_000));
  assert.equal(run((session) => [session.binary(file, 0), session.binary(file, 0)], 1009).closed.length, 1);
  // Accepted audio is still answered before the stream closes.
  const { session, closed } = run(
    (session) => Array.from({ length: 5 }, () => session.binary(audio, 0)),
    1013,
  );
  assert.equal(closed.length, 0);
  const { play, statuses, closes } = player(session);
  play(session.answered({ text: "", language: "en", duration: 1, segments: [], model: "m" }, "id"));
  assert.ok(statuses().filter((status) => status === "completed").length >= 3);
  assert.deepEqual(closes, [1013]);
});

Deno.test("a failed piece is an error, then 1011; keep-alives hold a silent stream open", async () => {
  const session = streamSession(OPTIONS, 0);
  session.binary(joined(await speech(), silence(1)), 0);
  const effects = session.failed("Provider openai answered 500");
  assert.deepEqual(effects, [
    { send: { status: "error", error: "Provider openai answered 500" } },
    { close: { code: 1011, reason: "provider failed" } },
  ]);
  const quiet = streamSession(OPTIONS, 0);
  assert.deepEqual(quiet.text('{"type":"KeepAlive"}', 50_000), []);
  assert.deepEqual(quiet.tick(100_000), []);
  assert.deepEqual(quiet.tick(110_000), [{ close: { code: 1000, reason: "no audio" } }]);
});

Deno.test("partials come only when asked and never after their utterance's end", async () => {
  const audio = await speech();
  assert.equal(streamSession(OPTIONS, 0).binary(audio, 0).length, 0);
  const session = streamSession({ ...OPTIONS, interim: true }, 0);
  const [effect] = session.binary(audio, 0);
  assert.ok(effect && "guess" in effect);
  assert.deepEqual(session.guessed("the meeting"), [{ send: { status: "partial", text: "the meeting" } }]);
  session.binary(audio, 0);
  session.binary(silence(1), 0);
  assert.deepEqual(session.guessed("too late"), []);
});

Deno.test("odd frame sizes and any order of frames give balanced pairs and one close", async () => {
  const audio = joined(await speech(), silence(0.9), await speech());
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 50 }), (sizes) => {
      const session = streamSession(OPTIONS, 0);
      const { play, statuses, pieces, closes } = player(session);
      let at = 0;
      for (let index = 0; at < audio.length; index++) {
        play(session.binary(audio.subarray(at, at += sizes[index % sizes.length] ?? 1), 0));
      }
      play(session.text("END_OF_AUDIO", 0));
      assert.deepEqual(statuses(), ["processing", "completed", "processing", "completed"]);
      assert.deepEqual([pieces.length, closes, session.done], [2, [1000], true]);
    }),
    { numRuns: 20 },
  );
});
