import assert from "node:assert/strict";
import fc from "fast-check";
import { HttpError } from "lib/http/http_error.ts";
import { createHttpReader } from "lib/http/http_reader.ts";

const encoder = new TextEncoder();

/** A source that gives `text` in pieces of these sizes, then ends. */
function sourceOf(text: string, sizes: number[] = [1 << 20]) {
  const bytes = encoder.encode(text);
  let at = 0;
  let turn = 0;
  return {
    read(into: Uint8Array) {
      if (at === bytes.length) return Promise.resolve(null);
      const size = Math.min(into.length, Math.max(1, sizes[turn++ % sizes.length] ?? 1), bytes.length - at);
      into.set(bytes.subarray(at, at += size));
      return Promise.resolve(size);
    },
  };
}

async function bodyText(reader: ReturnType<typeof createHttpReader>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = await reader.body(); bytes; bytes = await reader.body()) {
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

Deno.test("answers of all framings follow one another, however the bytes are split", async () => {
  const pieces = fc.array(fc.string({ minLength: 1, maxLength: 50, unit: "grapheme" }), { maxLength: 8 });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  await fc.assert(fc.asyncProperty(pieces, sizes, async (data, cuts) => {
    const hex = (piece: string) => encoder.encode(piece).length.toString(16);
    const chunks = data.map((piece, index) => `${hex(piece)}${index % 2 ? ";x=y" : ""}\r\n${piece}\r\n`).join(
      "",
    );
    const whole = data.join("");
    const text =
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A:  b \r\n\r\n` +
      `${chunks}0\r\nTrailer: t\r\n\r\n` +
      `HTTP/1.1 201 Created\r\ncontent-length: ${encoder.encode(whole).length}\r\n\r\n${whole}` +
      `HTTP/1.1 204 No Content\r\n\r\n` + `HTTP/1.0 200 OK\r\n\r\n${whole}`;
    const reader = createHttpReader(sourceOf(text, cuts));
    const first = await reader.head();
    assert.deepEqual([first.status, first.header("x-a"), first.header("none")], [200, "b", undefined]);
    assert.equal(await bodyText(reader), whole);
    assert.equal((await reader.head()).status, 201);
    assert.equal(await bodyText(reader), whole);
    assert.equal((await reader.head()).status, 204);
    assert.equal(await bodyText(reader), "");
    assert.equal((await reader.head()).status, 200);
    assert.equal(await bodyText(reader), whole);
    assert.equal(reader.reusable, false, "it ended with its connection");
  }));
});

Deno.test("a connection is reusable when its answer is complete and it is kept alive", async () => {
  const cases: [answer: string, reusable: boolean][] = [
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok", true],
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\nConnection: Close\r\n\r\nok", false],
    ["HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", false],
    ["HTTP/1.0 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok", true],
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", true],
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok and more", false],
    ["HTTP/1.1 200 OK\n\ncontent-length: 2", false],
  ];
  for (const [answer, reusable] of cases) {
    const reader = createHttpReader(sourceOf(answer));
    await reader.head();
    assert.equal(reader.reusable, false, "not before its body was read");
    await bodyText(reader);
    assert.equal(reader.reusable, reusable, answer);
  }
});

Deno.test("truncated answers and answers that are not HTTP throw", async () => {
  const bad = [
    "",
    "HTTP/1.1 200 OK\r\ncontent-le",
    "SSH-2.0-OpenSSH\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nok",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nok",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nok",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\nok",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nok",
    `HTTP/1.1 200 OK\r\n${"x".repeat(70_000)}`,
  ];
  for (const text of bad) {
    const reader = createHttpReader(sourceOf(text));
    await assert.rejects(
      async () => {
        await reader.head();
        await bodyText(reader);
      },
      HttpError,
      text.slice(0, 80),
    );
  }
});

Deno.test("an answer with two different lengths is refused, one that repeats its length is not", async () => {
  const answered = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\nok`;
  for (
    const headers of [
      "content-length: 2\r\ncontent-length: 3",
      "content-length: 2, 3",
      "Content-Length: 2\r\nx: y\r\nCONTENT-LENGTH: 02",
      "content-length: 2,",
      "content-length: -2",
      "content-length: 2\r\ncontent-length: 3\r\ntransfer-encoding: chunked",
    ]
  ) {
    const reader = createHttpReader(sourceOf(answered(headers)));
    await assert.rejects(reader.head(), HttpError, headers);
  }
  for (const headers of ["content-length: 2\r\ncontent-length: 2", "content-length: 2, 2"]) {
    const reader = createHttpReader(sourceOf(answered(headers)));
    await reader.head();
    assert.equal(await bodyText(reader), "ok");
    assert.equal(reader.reusable, true);
  }
});

Deno.test("chunks take precedence over a length, and the connection is not reused", async () => {
  const reader = createHttpReader(sourceOf(
    "HTTP/1.1 200 OK\r\ncontent-length: 99\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
  ));
  await reader.head();
  assert.equal(await bodyText(reader), "ok");
  assert.equal(reader.reusable, false);
});
