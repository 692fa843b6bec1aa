import assert from "node:assert/strict";
import { sendPlain, sendResponse, sendSource } from "lib/http/answer_sender.ts";
import type { StreamOutlet } from "lib/http/incoming.ts";

const encoder = new TextEncoder();

/** A destination that records the text sent; it accepts at most `most` bytes at once. */
function wayTo(most = Infinity) {
  const seen = new Set<number>();
  let sent = "";
  const way = {
    conn: {
      async write(piece: Uint8Array) {
        await null;
        seen.add(way.writes);
        const taken = Math.min(piece.length, most);
        sent += new TextDecoder("latin1").decode(piece.subarray(0, taken));
        return taken;
      },
    },
    ...{ memory: new Uint8Array(4_096), method: "GET", modern: true, writes: 0 },
    ...{ mayKeep: () => true, hasLeft: () => false, onLeft() {} },
    text: () => sent,
    /** The counts of writes while one was under way. */
    seen: () => [...seen],
  };
  return way;
}

Deno.test("a stream whose only piece comes at any moment, also while its head is sent, is sent whole", async () => {
  for (let steps = 0; steps < 60; steps++) {
    const way = wayTo();
    const source = {
      async start(outlet: StreamOutlet) {
        for (let step = 0; step < steps; step++) await null;
        outlet.enqueue(encoder.encode("all"));
        outlet.close();
      },
      pull() {},
      cancel() {},
    };
    await sendSource(way, { status: 200, headers: {}, source });
    assert.match(way.text(), /\r\n\r\n3\r\nall\r\n0\r\n\r\n$/, `after ${steps} steps`);
  }
});

Deno.test("a large answer is taken for stalled only where its client takes none of it for too long", async () => {
  const way = wayTo(1_000);
  await sendPlain(way, { status: 200, headers: {}, bytes: new Uint8Array(10_000) });
  assert.ok(way.seen().length > 10);
  assert.ok(way.seen().every((count) => count % 2 === 1));
  assert.equal(way.writes % 2, 0);
});

Deno.test("an answer of 205 says that it has no body, so that its client does not wait for one", async () => {
  const way = wayTo();
  await sendResponse(way, new Response(null, { status: 205 }));
  assert.match(way.text(), /^HTTP\/1\.1 205[^]*content-length: 0\r\n/);
});
