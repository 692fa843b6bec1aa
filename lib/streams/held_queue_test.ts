import assert from "node:assert/strict";
import { addText, type Channel, emptyChannel } from "lib/streams/held_channel.ts";
import { heldQueue, HeldTooLong } from "lib/streams/held_queue.ts";

const MEBIBYTE = 2 ** 20;

/** A queue of named events: those with an `!` keep their place. */
function queue() {
  const held = heldQueue<string>((name) => name.endsWith("!"));
  return {
    ...held,
    text: (event: string, channel: Channel, text: string) =>
      held.push({ event, parts: [addText(channel, text)] }),
    silent: (event: string) => held.push({ event, parts: [] }),
    released: () => held.release().map(({ event }) => event),
  };
}

function clear(channel: Channel): void {
  channel.cleared = channel.all.length;
}

Deno.test("an event leaves when its text is cleared; one of another channel overtakes it, of its own channel none does", () => {
  const [one, two] = [emptyChannel(), emptyChannel()];
  const held = queue();
  held.text("one", one, "ab");
  held.text("two", two, "cd");
  held.push({ event: "both", parts: [addText(one, "ef"), addText(two, "gh")] });
  held.text("two more", two, "ij");
  clear(two);
  assert.deepEqual(held.released(), ["two"], "the last waits for the one that holds text of its channel");
  clear(one);
  assert.deepEqual(held.released(), ["one", "both", "two more"]);
  assert.deepEqual(held.events(), []);
});

Deno.test("an event that keeps its place overtakes nothing", () => {
  const [one, two] = [emptyChannel(), emptyChannel()];
  const held = queue();
  held.text("one", one, "ab");
  held.text("two!", two, "cd");
  clear(two);
  assert.deepEqual(held.released(), []);
  clear(one);
  assert.deepEqual(held.released(), ["one", "two!"]);
});

Deno.test("events without text wait for the first text, and behind those before them", () => {
  const one = emptyChannel();
  const held = queue();
  held.silent("begin");
  assert.ok(held.isSilent());
  assert.deepEqual(held.released(), []);
  held.text("one", one, "ab");
  held.silent("end");
  assert.deepEqual([held.released(), held.isReleasing(), held.isSilent()], [[], false, false]);
  clear(one);
  assert.deepEqual([held.released(), held.isReleasing()], [["begin", "one", "end"], true]);
  held.silent("after");
  assert.deepEqual(held.released(), ["after"]);
});

Deno.test("once no refusal can come, and beyond a thousand of them, events without text do not wait", () => {
  const opened = queue();
  opened.silent("begin");
  opened.open();
  assert.deepEqual(opened.released(), ["begin"]);
  const many = queue();
  for (let n = 0; n < 1_000; n++) many.silent(`${n}`);
  assert.deepEqual([many.isSilent(), many.released()], [false, []]);
  many.silent("1000");
  assert.deepEqual([many.isSilent(), many.released().length], [true, 1_001]);
});

Deno.test("eight mebibytes are held back at most, of texts and of events without any; what has left counts no more", () => {
  const one = emptyChannel();
  const held = queue();
  for (let round = 0; round < 3; round++) {
    held.text("large", one, "x".repeat(7 * MEBIBYTE));
    clear(one);
    assert.deepEqual(held.released(), ["large"]);
  }
  held.text("large", one, "x".repeat(7 * MEBIBYTE));
  assert.throws(() => held.text("too large", one, "x".repeat(MEBIBYTE)), HeldTooLong);
  const waits = emptyChannel();
  const small = queue();
  for (let n = 0; n < 8 * MEBIBYTE / 64; n++) small.text("", waits, "");
  assert.throws(() => small.text("", waits, ""), HeldTooLong);
});
