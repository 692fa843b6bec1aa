import assert from "node:assert/strict";
import { fill, headText, httpBuffer, take } from "lib/http/http_buffer.ts";
import { HttpError } from "lib/http/http_error.ts";

/** A source that gives these pieces. */
function pieces(...texts: string[]) {
  return {
    read(into: Uint8Array) {
      const text = texts.shift();
      if (text === undefined) return Promise.resolve(null);
      return Promise.resolve(new TextEncoder().encodeInto(text, into).written);
    },
  };
}

Deno.test("a head ends at the first blank line, wherever it is cut, and the rest stays", async () => {
  for (const texts of [["A: 1\r\n\r\nbody"], ["A: 1\r", "\n\r", "\nbo", "dy"], ["A: 1\n", "\nbody"]]) {
    const buffer = httpBuffer(pieces(...texts));
    assert.equal((await headText(buffer)).trimEnd(), "A: 1");
    while (await fill(buffer));
    assert.equal(new TextDecoder().decode(take(buffer, 4)), "body");
    assert.equal(buffer.start, buffer.end);
  }
});

Deno.test("a head that is larger than the buffer, or cut short, is refused", async () => {
  const line = `A: ${"x".repeat(4_000)}\r\n`;
  await assert.rejects(headText(httpBuffer(pieces(line, line, line, line, line))), HttpError);
  await assert.rejects(headText(httpBuffer(pieces("A: 1\r\n"))), HttpError);
});
