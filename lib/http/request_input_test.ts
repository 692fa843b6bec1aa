import assert from "node:assert/strict";
import { RefusedHead } from "lib/http/request_head.ts";
import {
  expectLittle,
  expectMuch,
  fill,
  fillInto,
  headText,
  requestInput,
  unread,
} from "lib/http/request_input.ts";

/** An input whose connection gives `parts`, one a read, and then ends. */
function inputOf(...parts: string[]) {
  const rest = parts.map((part) => new TextEncoder().encode(part));
  return requestInput({
    read(target) {
      const next = rest.shift();
      if (!next) return Promise.resolve(null);
      const taken = next.subarray(0, target.length);
      if (taken.length < next.length) rest.unshift(next.subarray(taken.length));
      target.set(taken);
      return Promise.resolve(taken.length);
    },
  });
}

const HEAD = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
const LINES = "GET / HTTP/1.1\r\nhost: a";

Deno.test("a head is read however it is cut, and the bytes behind it stay", async () => {
  const whole = `${HEAD}body`;
  for (let at = 1; at < whole.length; at++) {
    const input = inputOf(whole.slice(0, at), whole.slice(at));
    assert.equal(await headText(input), LINES);
    while (unread(input) < 4) assert.ok(await fill(input));
    assert.equal(input.bytes.toString("latin1", input.start, input.end), "body");
  }
  const input = inputOf(...whole);
  assert.equal(await headText(input), LINES);
});

Deno.test("heads that arrive together are read one by one, and then undefined tells of the end", async () => {
  const input = inputOf(HEAD + HEAD.replace("host: a", "host: b"));
  assert.equal(await headText(input), LINES);
  assert.equal(await headText(input), "GET / HTTP/1.1\r\nhost: b");
  assert.equal(await headText(input), undefined);
  assert.equal(input.ended, true);
});

Deno.test("up to four empty lines before a head are skipped, a fifth is a 400", async () => {
  assert.equal(await headText(inputOf("\r\n".repeat(4) + HEAD)), LINES);
  await assert.rejects(
    headText(inputOf("\r\n".repeat(5) + HEAD)),
    (error) => error instanceof RefusedHead && error.status === 400,
  );
});

Deno.test("a head larger than the buffer is read, one above 32 kB is a 431", async () => {
  const long = `GET / HTTP/1.1\r\nx: ${"a".repeat(20_000)}`;
  assert.equal(await headText(inputOf(`${long}\r\n\r\n`)), long);
  await assert.rejects(
    headText(inputOf(`GET / HTTP/1.1\r\nx: ${"a".repeat(40_000)}`)),
    (error) => error instanceof RefusedHead && error.status === 431,
  );
});

Deno.test("control characters and bare line breaks in a head are a 400; a tab is none of them", async () => {
  assert.equal(await headText(inputOf("GET / HTTP/1.1\r\nx: a\tb\r\n\r\n")), "GET / HTTP/1.1\r\nx: a\tb");
  for (const sign of ["\0", "\n", "\rx", "\x7f", "\x1b"]) {
    await assert.rejects(
      headText(inputOf(`GET / HTTP/1.1\r\nx: a${sign}b\r\n\r\n`)),
      (error) => error instanceof RefusedHead && error.status === 400,
      JSON.stringify(sign),
    );
  }
});

Deno.test("fillInto() takes the unread bytes first and tells whether the target is full", async () => {
  const input = inputOf(`${HEAD}abc`, "def", "g");
  await headText(input);
  const target = new Uint8Array(5);
  assert.equal(await fillInto(input, target), true);
  assert.equal(new TextDecoder().decode(target), "abcde");
  assert.equal(await fillInto(input, new Uint8Array(5)), false);
  assert.equal(input.ended, true);
});

Deno.test("fill() shares a pending read, and a connection that fails ends the input", async () => {
  const input = inputOf("a", "b");
  const [first, second] = [fill(input), fill(input)];
  assert.equal(first, second);
  assert.equal(await first, true);
  assert.equal(unread(input), 1);
  const broken = requestInput({ read: () => Promise.reject(new Error("reset")) });
  assert.equal(await fill(broken), false);
  assert.equal(broken.ended, true);
});

Deno.test("the buffer grows for a large body and shrinks when nothing is unread", async () => {
  const input = inputOf("a");
  const usual = input.bytes.length;
  expectMuch(input);
  const large = input.bytes.length;
  assert.ok(large > usual);
  await fill(input);
  expectLittle(input);
  assert.equal(input.bytes.length, large);
  input.start = input.end;
  expectLittle(input);
  assert.equal(input.bytes.length, usual);
});
