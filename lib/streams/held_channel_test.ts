import assert from "node:assert/strict";
import {
  addText,
  dropEdits,
  editedText,
  emptyChannel,
  heldWindow,
  isDue,
  isEdited,
  takeVerdict,
  wholeWindow,
} from "lib/streams/held_channel.ts";

function channelOf(all: string, changes: Partial<ReturnType<typeof emptyChannel>> = {}) {
  return { ...emptyChannel(), all, ...changes };
}

Deno.test("addText() appends a text and answers where it stands", () => {
  const channel = emptyChannel();
  assert.deepEqual(addText(channel, "abc"), { channel, start: 0, end: 3 });
  assert.deepEqual(addText(channel, "de"), { channel, start: 3, end: 5 });
  assert.equal(channel.all, "abcde");
});

Deno.test("a check is due after a step of new text, or a quarter of the held text where that is more", () => {
  const text = "x".repeat(130);
  assert.equal(isDue(channelOf(text, { asked: 31 }), 100, false), false);
  assert.equal(isDue(channelOf(text, { asked: 30 }), 100, false), true);
  assert.equal(isDue(channelOf(text, { asked: 105 }), 10, false), false, "25 of 105 held are new, 26 needed");
  assert.equal(isDue(channelOf(text, { asked: 104 }), 10, false), true);
  assert.equal(isDue(channelOf(text, { asked: 105, cleared: 80 }), 10, false), true, "25 are held");
});

Deno.test("at a channel's end any text that is held is checked, and none is where all is released", () => {
  assert.equal(isDue(channelOf("abc", { asked: 3 }), 100, true), true);
  assert.equal(isDue(channelOf("abc", { asked: 3, cleared: 3 }), 100, true), false);
  assert.equal(isDue(channelOf("abc", { cleared: 3 }), 1, false), false);
});

Deno.test("a window holds the unreleased text behind a context of 1,000 units that begins at a word", () => {
  const short = channelOf("one two three", { cleared: 8 });
  assert.deepEqual(heldWindow("0/content", short, true), {
    channel: "0/content",
    text: "one two three",
    released: 8,
    open: true,
  });
  const all = `${"a".repeat(500)} ${"b".repeat(900)} held`;
  const window = heldWindow("c", channelOf(all, { cleared: 1_402 }), false);
  assert.deepEqual(window, { channel: "c", text: `${"b".repeat(900)} held`, released: 901, open: false });
  const oneWord = heldWindow("c", channelOf("z".repeat(1_500), { cleared: 1_400 }), true);
  assert.equal(oneWord.released, 1_000);
  assert.equal(oneWord.text.length, 1_100);
  const atSpace = channelOf(`${"a".repeat(400)} ${"b".repeat(999)}held`, { cleared: 1_400 });
  assert.equal(heldWindow("c", atSpace, true).text, `${"b".repeat(999)}held`);
});

Deno.test("wholeWindow() is the whole text, closed", () => {
  assert.deepEqual(wholeWindow("c", channelOf("one two", { cleared: 4 })), {
    channel: "c",
    text: "one two",
    released: 4,
    open: false,
  });
});

Deno.test("a verdict releases up to its bound and edits text that is neither sent nor still held", () => {
  const all = `${"w".repeat(1_500)}0123456789`;
  const channel = channelOf(all, { cleared: 1_503, asked: 1_503 });
  const window = heldWindow("c", channel, true);
  assert.equal(window.released, 1_000);
  const edit = (start: number, end: number, text: string) => ({
    start: start + 1_000,
    end: end + 1_000,
    text,
  });
  takeVerdict(channel, window, {
    release: 1_005,
    edits: [edit(-1, 1, "sent already"), edit(0, 2, "A"), edit(4, 5, "B"), edit(4, 6, "held")],
  });
  assert.deepEqual(channel.edits, [{ start: 1_503, end: 1_505, text: "A" }, {
    start: 1_507,
    end: 1_508,
    text: "B",
  }]);
  assert.deepEqual([channel.asked, channel.cleared], [all.length, 1_508]);
});

Deno.test("a verdict takes no release back and releases no more than was asked about", () => {
  const channel = channelOf("0123456789", { cleared: 4 });
  const window = heldWindow("c", channel, true);
  addText(channel, "later");
  takeVerdict(channel, window, { release: 2, edits: [] });
  assert.equal(channel.cleared, 4);
  takeVerdict(channel, window);
  assert.deepEqual([channel.asked, channel.cleared], [10, 4]);
  takeVerdict(channel, window, { release: 99, edits: [] });
  assert.equal(channel.cleared, 10);
});

Deno.test("pieces of an edited text have its replacement once, where the edit begins", () => {
  const channel = channelOf("mail ali@example.com now", {
    edits: [{ start: 5, end: 20, text: "[EMAIL]" }],
  });
  const piece = (start: number, end: number) => ({ channel, start, end });
  assert.deepEqual(
    [piece(0, 5), piece(0, 6), piece(6, 20), piece(19, 24), piece(20, 24)].map((part) => [
      editedText(part),
      isEdited(part),
    ]),
    [["mail ", false], ["mail [EMAIL]", true], ["", true], [" now", true], [" now", false]],
  );
  assert.equal(editedText(piece(0, 24)), "mail [EMAIL] now");
});

Deno.test("an insertion stands in the piece that begins at its place, and edits follow one another", () => {
  const channel = channelOf("abcdef", {
    edits: [{ start: 2, end: 2, text: "+" }, { start: 3, end: 4, text: "" }, { start: 4, end: 5, text: "E" }],
  });
  const piece = (start: number, end: number) => ({ channel, start, end });
  assert.equal(editedText(piece(0, 6)), "ab+cEf");
  assert.deepEqual([editedText(piece(0, 2)), editedText(piece(2, 6))], ["ab", "+cEf"]);
  assert.deepEqual([isEdited(piece(0, 2)), isEdited(piece(2, 3))], [false, true]);
});

Deno.test("dropEdits() forgets the edits of text that was sent, not one that reaches beyond", () => {
  const edits = [{ start: 0, end: 2, text: "a" }, { start: 3, end: 6, text: "b" }, {
    start: 7,
    end: 8,
    text: "c",
  }];
  const channel = channelOf("0123456789", { edits });
  dropEdits(channel, 2);
  assert.deepEqual(channel.edits, edits.slice(1));
  dropEdits(channel, 5);
  assert.deepEqual(channel.edits, edits.slice(1));
});
