import assert from "node:assert/strict";
import process from "node:process";
import { type Channel, channelOver, MAX_MESSAGE } from "lib/processes/process_channel.ts";

async function withChannel(body: (one: Channel, other: Channel) => Promise<void>): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const one = channelOver(await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port }));
  const other = channelOver(await accepted);
  try {
    await body(one, other);
  } finally {
    one.close();
    other.close();
    await Promise.all([one.closed, other.closed]);
  }
}

Deno.test("a question is answered with values of every kind, large ones too, each with its own answer", async () => {
  await withChannel(async (one, other) => {
    other.on("echo", (data) => data);
    other.on("length", (data) => String(data).length);
    const value = { text: "مرحبا", big: 2n ** 60n, bytes: new Uint8Array([1, 2]), none: undefined };
    assert.deepEqual(await one.ask("echo", value), value);
    const large = "x".repeat(3_000_000);
    const asked = [one.ask("length", large), one.ask("echo", 1), one.ask("length", "ab")];
    assert.deepEqual(await Promise.all(asked), [3_000_000, 1, 2]);
  });
});

Deno.test("what answering throws is thrown where it was asked, and so is a question that nobody answers", async () => {
  await withChannel(async (one, other) => {
    other.on("wrong", () => Promise.reject(new TypeError("too large")));
    await assert.rejects(
      one.ask("wrong"),
      (error) => error instanceof TypeError && /too large/.test(error.message),
    );
    await assert.rejects(one.ask("unknown"), /no handler for unknown/);
    other.on("echo", (data) => data);
    assert.equal(await one.ask("echo", 1), 1);
  });
});

Deno.test("what is told comes in order; nothing comes after the end, and who waits for an answer hears of it", async () => {
  await withChannel(async (one, other) => {
    const heard: unknown[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    other.on("word", (data) => void (heard.push(data) === 100 && resolve()));
    for (let n = 0; n < 100; n++) one.tell("word", n);
    await all;
    assert.deepEqual(heard, Array.from({ length: 100 }, (_, n) => n));
    other.on("never", () => new Promise(() => {}));
    const waiting = one.ask("never");
    other.close();
    await assert.rejects(waiting, /has ended/);
    await one.closed;
    await assert.rejects(one.ask("word"), /has ended/);
    one.tell("word", 1);
  });
});

Deno.test("a long message is read with work in proportion to its length", async () => {
  await withChannel(async (one, other) => {
    other.on("bytes", (length) => new Uint8Array(Number(length)));
    // Processor time of this process: wall time would count pauses while others use the processors.
    const costOf = async (length: number) => {
      const before = process.cpuUsage();
      const answer = await one.ask("bytes", length);
      assert.ok(answer instanceof Uint8Array && answer.length === length);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await costOf(2 ** 20);
    // The minimum of three runs each, since a garbage collection may fall into one.
    const leastOf = async (length: number) =>
      Math.min(await costOf(length), await costOf(length), await costOf(length));
    const [short, long] = [await leastOf(2 ** 22), await leastOf(15 * 2 ** 22)];
    // Fifteen times the bytes; quadratic joining would take about 200 times as long.
    assert.ok(long < 100 * short, `${long} µs beside ${short} µs`);
  });
});

Deno.test("a question or an answer that cannot be sent is refused, and the channel goes on", async () => {
  await withChannel(async (one, other) => {
    other.on("echo", (data) => data);
    other.on("long", () => new Uint8Array(MAX_MESSAGE));
    other.on("function", () => () => {});
    const long = new Uint8Array(MAX_MESSAGE);
    await assert.rejects(one.ask("echo", long), /too long between processes/);
    await assert.rejects(one.ask("long"), /too long between processes/);
    await assert.rejects(one.ask("echo", () => {}), /could not be cloned/);
    await assert.rejects(one.ask("function"), /could not be cloned/);
    assert.throws(() => one.tell("echo", long), RangeError);
    assert.equal(await one.ask("echo", 1), 1);
  });
});
