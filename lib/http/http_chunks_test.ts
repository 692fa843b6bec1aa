import assert from "node:assert/strict";
import fc from "fast-check";
import { httpBuffer } from "lib/http/http_buffer.ts";
import { httpChunks, readChunks } from "lib/http/http_chunks.ts";
import { HttpError } from "lib/http/http_error.ts";

/** A source that gives `text` in pieces of these sizes, the last size repeated. */
function source(text: string, sizes: number[]) {
  const bytes = new TextEncoder().encode(text);
  let [at, piece] = [0, 0];
  return {
    read(into: Uint8Array) {
      if (at === bytes.length) return Promise.resolve(null);
      const size = Math.min(sizes[Math.min(piece++, sizes.length - 1)] ?? 1, into.length, bytes.length - at);
      into.set(bytes.subarray(at, at + size));
      at += size;
      return Promise.resolve(size);
    },
  };
}

async function read(text: string, sizes: number[]): Promise<string> {
  const [buffer, chunks] = [httpBuffer(source(text, sizes)), httpChunks()];
  const pieces: number[] = [];
  for (let piece = await readChunks(buffer, chunks); piece; piece = await readChunks(buffer, chunks)) {
    pieces.push(...piece);
  }
  return new TextDecoder().decode(new Uint8Array(pieces));
}

Deno.test("a chunked body reads the same whatever its chunks and the pieces it arrives in", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.string({ minLength: 1, maxLength: 300 }), { maxLength: 12 }),
    fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
    fc.constantFrom("", ";name=value"),
    fc.constantFrom("", "X-Trailer: a\r\n"),
    async (data, sizes, extension, trailer) => {
      const size = (text: string) => new TextEncoder().encode(text).length.toString(16);
      const framed = data.map((text) => `${size(text)}${extension}\r\n${text}\r\n`).join("");
      assert.equal(await read(`${framed}0\r\n${trailer}\r\n`, sizes), data.join(""));
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

Deno.test("a chunk without a size or with an absurd one, and a truncated body, are refused", async () => {
  for (const text of ["\r\nhello", "zz\r\n", `${"f".repeat(13)}\r\n`, "5\r\nhel", "5\r\nhello\r\n"]) {
    await assert.rejects(read(text, [3]), HttpError, text);
  }
});
