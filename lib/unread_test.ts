import assert from "node:assert/strict";
import { streamOfTexts, watchUnread } from "lib/unread.ts";

const unread = "not read";

async function* endless(seen: { made: number; ended(): void }): AsyncGenerator<string> {
  try {
    for (;;) yield `text ${seen.made++} `;
  } finally {
    seen.ended();
  }
}

Deno.test("a text is made when its client takes one, and none before", async () => {
  const ended = Promise.withResolvers<void>();
  const seen = { made: 0, ended: ended.resolve };
  const reader = streamOfTexts(endless(seen), { unread }).getReader();
  assert.equal(seen.made, 0);
  for (const count of [1, 2, 3]) {
    await reader.read();
    assert.equal(seen.made, count);
  }
  await reader.cancel();
  await ended.promise;
  assert.equal(seen.made, 3);
});

Deno.test("texts that their client does not read end, and the client learns that they are not whole", async () => {
  const ended = Promise.withResolvers<void>();
  const reader = streamOfTexts(endless({ made: 0, ended: ended.resolve }), { unread, ms: 1 }).getReader();
  await reader.read();
  await ended.promise;
  assert.equal(new TextDecoder().decode((await reader.read()).value), unread);
  assert.equal((await reader.read()).done, true);
});

Deno.test("texts that end close the stream, and those that fail break it", async () => {
  async function* two(failure?: Error): AsyncGenerator<string> {
    yield "a";
    yield "b";
    if (failure) throw failure;
  }
  assert.equal(await new Response(streamOfTexts(two(), { unread })).text(), "ab");
  await assert.rejects(new Response(streamOfTexts(two(new Error("broken")), { unread })).text(), {
    message: "broken",
  });
});

Deno.test("a client that waits for its answer is not one that does not read", async () => {
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
