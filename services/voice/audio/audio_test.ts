import assert from "node:assert/strict";
import { cutAudio, needsAnotherContainer } from "./cut.ts";
import { envelopeOf } from "./envelope.ts";
import { fixture } from "./fixture.ts";
import { loudness, speechIn } from "./loudness.ts";
import { NotAudio, probeAudio } from "./probe.ts";
import { cutPoints, hasSpeech, quietestPoint } from "./silence.ts";

const ALL = { from: 0, to: Infinity };

const SPOKEN: [file: string, format: string, codec: string, seconds: number][] = [
  ["english.wav", "wav", "pcm-s16", 1.822],
  ["english.flac", "flac", "flac", 1.822],
  ["english.mp3", "mp3", "mp3", 1.908],
  ["english.m4a", "mp4", "aac", 1.822],
  ["english.aac", "aac", "aac", 1.92],
  ["english.webm", "webm", "opus", 1.821],
  ["recorder.webm", "webm", "opus", 1.821],
  ["english.ogg", "ogg", "vorbis", 1.822],
  ["arabic.opus", "ogg", "opus", 2.87],
  ["film.mp4", "mp4", "aac", 1.822],
];

for (const [file, format, codec, seconds] of SPOKEN) {
  Deno.test(`${file} is probed by its content and heard as speech`, async () => {
    const audio = await probeAudio(await fixture(file));
    assert.equal(audio.format, format);
    assert.equal(audio.codec, codec);
    assert.ok(Math.abs(audio.duration - seconds) < 0.11, `${audio.duration} s`);
    const envelope = await loudness(audio, ALL);
    assert.ok(envelope);
    assert.ok(Math.abs(envelope.levels.length * envelope.frameSeconds - seconds) < 0.2);
    assert.equal(hasSpeech(envelope), true);
    assert.equal(await speechIn(audio, ALL), true);
  });

  Deno.test(`${file} is cut into parts that are files themselves`, async () => {
    const audio = await probeAudio(await fixture(file));
    const [one, two] = [
      await cutAudio(audio, { from: 0, to: 1 }),
      await cutAudio(audio, { from: 1, to: Infinity }),
    ];
    const [first, second] = [await probeAudio(one.bytes), await probeAudio(two.bytes)];
    assert.ok(Math.abs(first.duration - 1) < 0.15, `${first.duration} s`);
    assert.ok(Math.abs(first.duration + second.duration - audio.duration) < 0.06);
    assert.equal(second.codec, codec);
  });
}

for (const kind of ["silence", "noise"]) {
  for (const ending of ["flac", "mp3", "m4a", "webm"]) {
    Deno.test(`${kind}.${ending} is not speech`, async () => {
      assert.equal(await speechIn(await probeAudio(await fixture(`${kind}.${ending}`)), ALL), false);
    });
  }
}

Deno.test("a file whose leading index promises more than the file holds has the length of its data", async () => {
  const whole = await fixture("indexed_first.m4a");
  const { duration } = await probeAudio(whole.slice(0, Math.floor(whole.length * 0.6)));
  assert.ok(duration > 0.2 && duration < 1.5, `${duration} s`);
});

Deno.test("AAC without a container is cut into an MP4", async () => {
  const audio = await probeAudio(await fixture("english.aac"));
  assert.equal(needsAnotherContainer(audio), true);
  const { bytes, name } = await cutAudio(audio, { from: 0, to: Infinity });
  assert.equal(name, "audio.m4a");
  assert.equal((await probeAudio(bytes)).format, "mp4");
});

/** A WAV file with its header changed: sampling rate at 24, bytes of samples at 40. */
function withHeader(wav: Uint8Array<ArrayBuffer>, change: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const changed = wav.slice();
  change(new DataView(changed.buffer));
  return changed;
}

Deno.test("files without sound, damaged and lying files are refused with a reason", async () => {
  const wav = await fixture("english.wav");
  const refusals: [Uint8Array<ArrayBuffer>, RegExp][] = [
    [new Uint8Array(0), /empty/],
    [new TextEncoder().encode("%PDF-1.7 not audio, whatever its name says"), /Not an audio file/],
    [await fixture("mute.mp4"), /no audio track/],
    [(await fixture("english.m4a")).slice(0, 3000), /./],
    [wav.slice(0, 44), /./],
    [withHeader(wav, (view) => view.setUint32(24, 1, true)), /samples a second/],
    [withHeader(wav, (view) => view.setUint32(24, 0xffffffff, true)), /samples a second/],
    [withHeader(wav, (view) => view.setUint32(40, 6, true)), /holds no audio/],
    [new Uint8Array(4096).fill(0x55), /Not an audio file/],
  ];
  for (const [bytes, reason] of refusals) {
    await assert.rejects(
      probeAudio(bytes),
      (error) => error instanceof NotAudio && reason.test(error.message),
    );
  }
});

Deno.test("a truncated file keeps its remaining audio", async () => {
  for (
    const file of [
      "english.wav",
      "english.mp3",
      "arabic.opus",
      "english.flac",
      "english.aac",
    ]
  ) {
    const bytes = await fixture(file);
    const audio = await probeAudio(bytes.slice(0, Math.floor(bytes.length / 2)));
    assert.ok(audio.duration > 0.4 && audio.duration < 2, `${file}: ${audio.duration} s`);
    assert.ok(await loudness(audio, ALL));
  }
});

Deno.test("steady noise and clicks are not speech, a short word is", () => {
  const noise = (level: number, seconds: number) =>
    Int16Array.from({ length: 16_000 * seconds }, () => Math.round((Math.random() * 2 - 1) * level));
  assert.equal(hasSpeech(envelopeOf(noise(3000, 3), 16_000)), false);
  const click = new Int16Array(32_000);
  click.fill(20_000, 9_000, 9_100);
  assert.equal(hasSpeech(envelopeOf(click, 16_000)), false);
  const word = new Int16Array(8_000);
  word.set(noise(8000, 0.3), 2_000);
  assert.equal(hasSpeech(envelopeOf(word, 16_000)), true);
  assert.equal(hasSpeech(envelopeOf(noise(8000, 0.4), 16_000)), true);
  assert.equal(hasSpeech(envelopeOf(new Int16Array(0), 16_000)), false);
});

Deno.test("long audio is cut in its pauses, no part longer than allowed", async () => {
  const audio = await probeAudio(await fixture("two_utterances.flac"));
  const envelope = await loudness(audio, ALL);
  assert.ok(envelope);
  const point = quietestPoint(envelope, 1, 4);
  assert.ok(point > 1.8 && point < 3.1, `${point}`);
  const listen = (from: number, to: number) => loudness(audio, { from, to });
  const starts = await cutPoints({ duration: audio.duration, most: 3.5, listen });
  assert.equal(starts.length, 2);
  assert.ok((starts[1] ?? 0) > 2.7 && (starts[1] ?? 0) < 3.1, `${starts}`);
  const steady = { frameSeconds: 0.02, levels: new Float32Array(70).fill(-20) };
  const many = [...await cutPoints({ duration: 100, most: 7, listen: () => Promise.resolve(steady) }), 100];
  many.slice(1).forEach((start, index) => assert.ok(start - (many[index] ?? 0) <= 7.01, `${many}`));
});

Deno.test("a part of a file is decoded like the whole, in every codec", async () => {
  for (const [file] of SPOKEN) {
    const audio = await probeAudio(await fixture(file));
    const part = await loudness(audio, { from: 0.5, to: 1.2 });
    assert.ok(part);
    const seconds = part.levels.length * part.frameSeconds;
    assert.ok(Math.abs(seconds - 0.7) < 0.15, `${file}: ${seconds} s`);
    assert.ok(part.levels.some((level) => level > -40), file);
  }
});

Deno.test("decoding stops when no caller waits any more", async () => {
  const audio = await probeAudio(await fixture("two_utterances.flac"));
  await assert.rejects(loudness(audio, { ...ALL, signal: AbortSignal.abort() }), { name: "AbortError" });
});
