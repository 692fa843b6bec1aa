import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { type KeptResponse, RecallError } from "../calls/conversations.ts";
import { responsesStore } from "./responses_store.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

function turn(id: string, previous_id: string | null, tenant_id = "k1"): KeptResponse {
  return {
    ...{ id, previous_id, tenant_id },
    input: [{
      type: "message",
      role: "user",
      id: `msg_${id}`,
      content: [{ type: "input_text", text: "\u0000 مرحبا" }],
    }],
    response: { id, output: [{ type: "reasoning", id: `rs_${id}`, encrypted_content: "dwn1.x.SEAL" }] },
  };
}

testOnEngines(
  "a stored conversation is found by its last turn, only by its tenant, until it expires",
  DATABASE,
  async (sql) => {
    let time = Date.now();
    const store = responsesStore(sql, { days: 30, now: () => time });
    for (const kept of [turn("a", null), turn("b", "a"), turn("c", "b"), turn("x", null, "k2")]) {
      await store
        .keep(kept);
    }
    assert.deepEqual(await store.turns("c", "k1"), [turn("a", null), turn("b", "a"), turn("c", "b")]);
    assert.deepEqual(await store.find("b", "k1"), turn("b", "a"));
    assert.deepEqual((await store.items(["rs_a", "msg_c", "rs_x"], "k1")).map(({ id }) => id), [
      "rs_a",
      "msg_c",
    ]);
    assert.deepEqual([await store.find("x", "k1"), await store.turns("x", "k1")], [undefined, undefined]);
    assert.deepEqual([await store.remove("x", "k1"), await store.remove("a", "k1")], [false, true]);
    assert.equal(await store.turns("c", "k1"), undefined);
    time += 31 * 86_400_000;
    assert.equal(await store.find("b", "k1"), undefined);
    await store.keep(turn("new", null));
    // The sweep runs in the background, after the call has returned.
    for (let left = 9; left > 1;) {
      [{ left }] = await sql<
        [{ left: number }]
      >`select count(*)::int as left from gateway.responses`;
    }
  },
);

testOnEngines(
  "a too long response is not stored, and turns whose total is too long are not read",
  DATABASE,
  async (sql) => {
    const store = responsesStore(sql, { days: 30, mostKept: 1_000, mostRecalled: 1_000 });
    const long = { ...turn("long", null), input: [{ type: "message", content: "x".repeat(1_000) }] };
    await assert.rejects(store.keep(long), RangeError);
    const half = (id: string, previous: string | null) => ({
      ...turn(id, previous),
      input: [{ type: "message", id: `msg_${id}`, content: "x".repeat(400) }],
    });
    for (const kept of [half("h1", null), half("h2", "h1")]) await store.keep(kept);
    assert.deepEqual(await store.turns("h1", "k1"), [half("h1", null)]);
    await assert.rejects(store.turns("h2", "k1"), RecallError);
    assert.equal((await store.items(["msg_h1"], "k1")).length, 1);
    await assert.rejects(store.items(["msg_h1", "msg_h2"], "k1"), RecallError);
  },
);
