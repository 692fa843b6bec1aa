import assert from "node:assert/strict";
import { knownAgents } from "./known_agents.ts";

/** A row that is read at the end of `reading`, and how often. */
function row(value: string | undefined) {
  const state = { value, reads: 0 };
  const known = knownAgents<string>(2);
  const find = (id: string, reading: Promise<void> = Promise.resolve()) =>
    known.find(id, async () => {
      state.reads++;
      const read = state.value;
      await reading;
      return read;
    });
  return { state, known, find };
}

Deno.test("an agent is read once until it changes, however its id is spelt", async () => {
  const { state, known, find } = row("old");
  assert.deepEqual([await find("a1"), await find("A1"), state.reads], ["old", "old", 1]);
  await known.change("A1", () => Promise.resolve(state.value = "new"));
  assert.deepEqual([await find("a1"), await find("a1"), state.reads], ["new", "new", 2]);
  await assert.rejects(known.change("a1", () => Promise.reject(new Error("away"))), /away/);
  assert.deepEqual([await find("a1"), state.reads], ["new", 3]);
});

Deno.test("what was read before the end of a change is not remembered", async () => {
  const { state, known, find } = row("old");
  const [reading, changing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const early = find("a", reading.promise);
  const changed = known.change("a", async () => {
    await changing.promise;
    state.value = "new";
  });
  assert.equal(await find("a"), "old");
  reading.resolve();
  assert.equal(await early, "old");
  changing.resolve();
  await changed;
  assert.equal(await find("a"), "new");
});

Deno.test("one that is not there is asked for again, and the oldest make room", async () => {
  const { state, find } = row(undefined);
  assert.equal(await find("a"), undefined);
  state.value = "there";
  for (const id of ["a", "b", "c"]) assert.equal(await find(id), "there");
  assert.equal(state.reads, 4);
  await find("c");
  assert.equal(state.reads, 4);
  await find("a");
  assert.equal(state.reads, 5);
});
