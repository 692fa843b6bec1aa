import assert from "node:assert/strict";
import { WAV_HEADER_BYTES, wavHeader } from "lib/wav.ts";

Deno.test("wavHeader() describes mono samples of 16 bits", () => {
  const header = wavHeader(8_000, 16_000);
  assert.equal(header.length, WAV_HEADER_BYTES);
  const text = (from: number, to: number) => new TextDecoder().decode(header.subarray(from, to));
  assert.deepEqual([text(0, 4), text(8, 16), text(36, 40)], ["RIFF", "WAVEfmt ", "data"]);
  const view = new DataView(header.buffer);
  assert.deepEqual([view.getUint32(4, true), view.getUint32(40, true)], [8_036, 8_000]);
  const [format, channels, blockBytes, bits] = [20, 22, 32, 34].map((at) => view.getUint16(at, true));
  assert.deepEqual({ format, channels, blockBytes, bits }, {
    format: 1,
    channels: 1,
    blockBytes: 2,
    bits: 16,
  });
  assert.deepEqual([view.getUint32(24, true), view.getUint32(28, true)], [16_000, 32_000]);
});
