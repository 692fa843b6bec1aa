import assert from "node:assert/strict";
import fc from "fast-check";
import type { TextWindow } from "lib/streams/held_channel.ts";
import { holdStream, type HoldVerdict } from "lib/streams/held_stream.ts";

interface Piece {
  id: number;
  channel?: string;
  text: string;
}

const BAD = /s[3e]cret/;

/** Holds back text that may begin `secret`, and replaces `name` with `[x]`. Throws for `secret`. */
function check(windows: readonly TextWindow[]): Promise<HoldVerdict> {
  return Promise.resolve({
    step: 4,
    windows: windows.map(({ text, open, released }) => {
      if (BAD.test(text)) throw new Error("blocked");
      const edits = [...text.matchAll(/name/g)].map(({ index }) => ({
        ...{ start: index, end: index + 4 },
        text: "[x]",
      }));
      let release = open ? Math.max(released, text.length - 6) : text.length;
      release = edits.find(({ start, end }) => start < release && end > release)?.start ?? release;
      return { release, edits: edits.filter(({ end }) => end <= release) };
    }),
  });
}

const holder = (inOrder = false) =>
  holdStream<Piece>({
    check,
    inOrder: () => inOrder,
    texts: ({ channel, text }) => channel === undefined ? [] : [{ channel, text, whole: false }],
    rewrite: (piece, [text = ""]) => ({ ...piece, text }),
  });

async function passed(pieces: Piece[], inOrder = false): Promise<{ out: Piece[]; blocked: boolean }> {
  const hold = holder(inOrder);
  const out: Piece[] = [];
  try {
    for (const piece of pieces) out.push(...await hold.take(piece));
    out.push(...await hold.end());
    return { out, blocked: false };
  } catch {
    return { out, blocked: true };
  }
}

const textOf = (pieces: Piece[], channel: string) =>
  pieces.filter((piece) => piece.channel === channel).map(({ text }) => text).join("");

const channel = fc.constantFrom("a", "b", undefined);
const words = fc.constantFrom(
  "a word ",
  "secret",
  "sec",
  "ret",
  "name",
  "na",
  "me",
  "",
  " and so on and on ",
);
const pieces = fc.array(fc.record({ channel, text: words }), { maxLength: 60 })
  .map((list) => list.map((one, id): Piece => ({ id, ...one })));

Deno.test("a held stream releases no part of a blocked text, and everything else with its edits", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (given, inOrder) => {
      // In order, a channel ends where another begins.
      const pieces = inOrder
        ? given.toSorted((a, b) => (a.channel ?? "").localeCompare(b.channel ?? ""))
        : given;
      const { out, blocked } = await passed(pieces, inOrder);
      for (const name of ["a", "b"]) {
        const whole = textOf(pieces, name);
        const released = textOf(out, name);
        if (!blocked) assert.equal(released, whole.replaceAll("name", "[x]"));
        else assert.doesNotMatch(released, /sec(?=ret)|secret$|name/);
      }
      assert.equal(blocked, ["a", "b"].some((name) => textOf(pieces, name).includes("secret")));
    }),
    { numRuns: 300 },
  );
});

Deno.test("a held stream keeps the order within each channel, and of all events when they are in order", async () => {
  await fc.assert(fc.asyncProperty(pieces, async (pieces) => {
    const harmless = pieces.map((piece) => ({ ...piece, text: piece.text && "harmless words " }));
    const { out } = await passed(harmless);
    assert.deepEqual([...out].sort((a, b) => a.id - b.id), harmless);
    for (const name of ["a", "b"]) {
      const ids = out.filter((piece) => piece.channel === name).map(({ id }) => id);
      assert.deepEqual(ids, [...ids].sort((a, b) => a - b));
    }
    assert.deepEqual((await passed(harmless, true)).out, harmless);
  }));
});

Deno.test("a held stream starts with its first text, since events before it may still be refused", async () => {
  const hold = holder();
  assert.deepEqual(await hold.take({ id: 0, text: "" }), []);
  assert.deepEqual(await hold.take({ id: 1, channel: "a", text: "a few words" }), []);
  assert.equal(hold.isReleasing(), false);
  const released = await hold.take({ id: 2, channel: "a", text: "and many more ".repeat(20) });
  assert.deepEqual(released.map(({ id }) => id), [0, 1]);
  assert.equal(hold.isReleasing(), true);
});

Deno.test("an answer that is too long to be held back ends with an error", async () => {
  const hold = holdStream<string>({
    check: (windows) =>
      Promise.resolve({ step: 1e9, windows: windows.map(() => ({ release: 0, edits: [] })) }),
    texts: (text) => [{ channel: "a", text, whole: false }],
    rewrite: (_, [text = ""]) => text,
  });
  const piece = "x".repeat(2 ** 20);
  await assert.rejects(async () => {
    for (let i = 0; i < 10; i++) await hold.take(piece);
  }, /too long to be held back/);
});
