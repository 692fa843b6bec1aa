import assert from "node:assert/strict";
import { Hono } from "hono";
import { streamEvents, streamOfTexts, watchUnread, whileRead } from "lib/http/unread.ts";

const unread = "not read";

async function* endless(seen: { made: number; ended(): void }): AsyncGenerator<string> {
  try {
    for (;;) yield `text ${seen.made++} `;
  } finally {
    seen.ended();
  }
}

Deno.test("a text is pulled only when its client reads", async () => {
  const ended = Promise.withResolvers<void>();
  const seen = { made: 0, ended: ended.resolve };
  const reader = streamOfTexts({ env: undefined }, endless(seen), { unread }).getReader();
  assert.equal(seen.made, 0);
  for (const count of [1, 2, 3]) {
    await reader.read();
    assert.equal(seen.made, count);
  }
  await reader.cancel();
  await ended.promise;
  assert.equal(seen.made, 3);
});

Deno.test("unread texts end with their connection, and the client learns that they are incomplete", async () => {
  const ended = Promise.withResolvers<void>();
  const hungUp = Promise.withResolvers<void>();
  const c = { env: { hangUp: hungUp.resolve } };
  const texts = endless({ made: 0, ended: ended.resolve });
  const reader = streamOfTexts(c, texts, { unread, ms: 1 }).getReader();
  await reader.read();
  await ended.promise;
  await hungUp.promise;
  assert.equal(new TextDecoder().decode((await reader.read()).value), unread);
  assert.equal((await reader.read()).done, true);
});

Deno.test("the end of the texts closes the stream, and a failure breaks it", async () => {
  async function* two(failure?: Error): AsyncGenerator<string> {
    yield "a";
    yield "b";
    if (failure) throw failure;
  }
  assert.equal(await new Response(streamOfTexts({ env: undefined }, two(), { unread })).text(), "ab");
  await assert.rejects(
    new Response(streamOfTexts({ env: undefined }, two(new Error("broken")), { unread })).text(),
    {
      message: "broken",
    },
  );
});

Deno.test("a client that waits for its answer does not count as one that does not read", async () => {
  const later = Promise.withResolvers<void>();
  let expired = 0;
  const waiting = watchUnread(() => expired++, 1);
  waiting.offered();
  waiting.taken();
  const unread = watchUnread(later.resolve, 100);
  unread.offered();
  await later.promise;
  assert.equal(expired, 0);
  waiting.end();
});

/** An endless stream of `pieces`, and its state. */
function endlessBytes() {
  const cancelled = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => cancelled.resolve(),
  });
  return { stream, cancelled: cancelled.promise };
}

Deno.test("whileRead() cuts off a client that reads nothing: source, answer and connection end", async () => {
  const { stream, cancelled } = endlessBytes();
  const hungUp = Promise.withResolvers<void>();
  const reader = whileRead({ env: { hangUp: hungUp.resolve } }, stream, 1).getReader();
  await reader.read();
  await cancelled;
  await hungUp.promise;
  await assert.rejects(reader.read(), { message: "the client did not read the answer in time" });
});

Deno.test("whileRead() passes the stream to a client that reads, and ends it when the client leaves", async () => {
  const c = { env: { hangUp: () => assert.fail("a client that reads is cut off") } };
  const text = "a text of more than one piece";
  const pieces = ReadableStream.from([text.slice(0, 9), text.slice(9)]).pipeThrough(new TextEncoderStream());
  assert.equal(await new Response(whileRead(c, pieces)).text(), text);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("broken")),
  });
  await assert.rejects(new Response(whileRead(c, broken)).text(), { message: "broken" });
  const { stream, cancelled } = endlessBytes();
  const reader = whileRead(c, stream).getReader();
  await reader.read();
  await reader.cancel();
  await cancelled;
});

Deno.test("unread events are aborted, so that their producer can stop", async () => {
  const aborted = Promise.withResolvers<void>();
  const app = new Hono();
  app.get("/", (c) =>
    streamEvents(c, async (stream) => {
      stream.onAbort(aborted.resolve);
      while (!stream.aborted) await stream.writeSSE({ data: "an event" });
    }, 1));
  const response = await app.request("/");
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  await aborted.promise;
  await assert.rejects(response.text());
});
