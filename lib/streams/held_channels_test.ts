import assert from "node:assert/strict";
import { heldChannels } from "lib/streams/held_channels.ts";

const piece = (channel: string, text: string, whole = false) => ({ channel, text, whole });

Deno.test("a whole text ends its channel; in order, a text of another channel ends the one before", () => {
  const channels = heldChannels();
  assert.deepEqual(channels.add([piece("a", "one"), piece("a", " two")], true).ended, []);
  assert.deepEqual(channels.add([piece("b", "three")], true).ended, ["a"]);
  assert.deepEqual(channels.add([piece("c", "four", true)], true).ended, ["c", "b"]);
  const free = heldChannels();
  free.add([piece("a", "one")], false);
  assert.deepEqual(free.add([piece("b", "two")], false).ended, []);
  const { parts } = channels.add([piece("a", "!")], true);
  assert.deepEqual(parts.map(({ start, end }) => [start, end]), [[7, 8]]);
  assert.deepEqual(Object.fromEntries(channels.texts()), { a: "one two!", b: "three", c: "four" });
});

Deno.test("windows are due after so many new units or at a channel's end, and verdicts clear their own channel", () => {
  const channels = heldChannels();
  channels.add([piece("a", "abcdef"), piece("b", "xy")], false);
  assert.deepEqual(channels.due(4, []), [{ channel: "a", text: "abcdef", released: 0, open: true }]);
  const both = channels.due(4, ["b"]);
  assert.deepEqual(both.map(({ channel, open }) => [channel, open]), [["a", true], ["b", false]]);
  channels.take(both, [{ release: 4, edits: [] }, { release: 1, edits: [] }]);
  assert.deepEqual([...channels.all()].map(({ cleared }) => cleared), [4, 1]);
  assert.deepEqual(channels.due(1, []), [], "nothing is new");
  assert.deepEqual(channels.whole(), [
    { channel: "a", text: "abcdef", open: false, released: 4 },
    { channel: "b", text: "xy", open: false, released: 1 },
  ]);
  channels.take(channels.whole(), []);
  assert.deepEqual([...channels.all()].map(({ cleared }) => cleared), [4, 1], "no verdict releases nothing");
});
