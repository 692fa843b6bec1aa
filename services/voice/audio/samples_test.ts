import fc from "fast-check";
import assert from "node:assert/strict";
import { probeAudio } from "./probe.ts";
import { mulawSample, resampled, sampleReader } from "./samples.ts";
import { startsContainer } from "./sniff.ts";
import { wavOf } from "./wav.ts";

Deno.test("sampleReader() gives the same samples however the bytes are cut", () => {
  fc.assert(fc.property(
    fc.constantFrom("pcm_s16le" as const, "pcm_f32le" as const, "mulaw" as const),
    fc.integer({ min: 1, max: 2 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 100 }),
    (encoding, channels, bytes, sizes) => {
      const whole = sampleReader({ encoding, channels }).read(bytes);
      const reader = sampleReader({ encoding, channels });
      const pieces: number[] = [];
      let at = 0;
      for (const size of sizes) pieces.push(...reader.read(bytes.subarray(at, at += size)));
      pieces.push(...reader.read(bytes.subarray(at)));
      assert.deepEqual(pieces, [...whole]);
    },
  ));
});

Deno.test("floats are scaled and clipped, channels averaged, mu-law expanded", () => {
  const floats = new Uint8Array(Float32Array.of(0, 0.5, -2, NaN).buffer);
  const mono = sampleReader({ encoding: "pcm_f32le", channels: 1 }).read(floats);
  assert.deepEqual([...mono], [0, 16384, -32767, 0]);
  const stereo = sampleReader({ encoding: "pcm_s16le", channels: 2 });
  assert.deepEqual([...stereo.read(new Uint8Array(Int16Array.of(100, 300, -4, 0).buffer))], [200, -2]);
  assert.deepEqual([0xff, 0x7f, 0x80, 0x00].map(mulawSample), [0, 0, 32124, -32124]);
});

Deno.test("resampled() keeps a tone's length and pitch", () => {
  const tone = (rate: number) =>
    Int16Array.from(
      { length: rate },
      (_, index) => Math.round(8000 * Math.sin(index / rate * 2 * Math.PI * 440)),
    );
  for (const [from, to] of [[48_000, 16_000], [8_000, 16_000], [44_100, 16_000]] as const) {
    const result = resampled(tone(from), { from, to });
    assert.ok(Math.abs(result.length - to) <= 1);
    const crossings = result.filter((sample, index) => sample >= 0 && (result[index - 1] ?? 0) < 0).length;
    assert.ok(Math.abs(crossings - 440) <= 2, `${from}: ${crossings}`);
  }
});

Deno.test("wavOf() writes a file of exactly the samples", async () => {
  const file = wavOf(new Int16Array(8000), 16_000);
  assert.equal(file.length, 16_044);
  const audio = await probeAudio(file);
  assert.equal(audio.duration, 0.5);
  assert.equal(audio.sampleRate, 16_000);
});

Deno.test("startsContainer() knows files from samples", () => {
  for (const text of ["RIFF....WAVE", "OggS", "\x1a\x45\xdf\xa3", "fLaC", "ID3\x04", "\0\0\0\x1cftypisom"]) {
    assert.equal(startsContainer(Uint8Array.from(text, (character) => character.charCodeAt(0))), true);
  }
  assert.equal(startsContainer(new Uint8Array(12)), false);
  assert.equal(startsContainer(new Uint8Array(0)), false);
});
