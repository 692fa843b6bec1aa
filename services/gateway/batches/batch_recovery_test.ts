import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { batchStore } from "./batches_store.ts";
import {
  answer,
  created,
  DATABASE,
  ended,
  line,
  linesOf,
  type Script,
  withBench,
} from "./batches_fixture.ts";

testOnEngines(
  "after kill -9 answers are kept, running lines are reported as interrupted, and no line runs twice",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const client = openai();
      const batch = await created(client, ["answered", "asking", "waiting"].map((id) => line(id)));
      // The state after a kill during the second call.
      const store = batchStore(sql);
      assert.ok(await store.take(batch.id, 1));
      const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "waiting" }] });
      await store.begin(
        batch.id,
        1,
        ["answered", "asking", "waiting"].map((custom_id, n) => ({ line: n + 1, custom_id, body })),
      );
      assert.equal((await store.start(batch.id, 1, 2)).length, 2);
      await store.answered(batch.id, 1, 1, { request_id: "r-1", status_code: 200, answer: `{"kept":true}` });
      await sql`update gateway.batches set claim = 0 where id = ${batch.id}`;
      await sql`update gateway.batch_lines set started_claim = 0 where started_claim = 1`;
      work();
      const end = await ended(client, batch.id);
      assert.deepEqual([end.status, end.request_counts], ["completed", {
        total: 3,
        completed: 2,
        failed: 1,
      }]);
      assert.deepEqual(asked, ["waiting"]);
      const output = await linesOf(client, end.output_file_id);
      assert.deepEqual(output[0].response.body, { kept: true });
      const [failure] = await linesOf(client, end.error_file_id);
      assert.deepEqual([failure.custom_id, failure.response, failure.error.code], [
        "asking",
        null,
        "interrupted",
      ]);
    });
  },
);

testOnEngines(
  "a stopping worker finishes its running lines, and the next one continues with the rest",
  DATABASE,
  async (sql) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const script: Script = async (text) => {
      if (text === "l0" || text === "l1") await gate;
      return answer(`to ${text}`);
    };
    await withBench(sql, async ({ openai, work, asked }) => {
      const client = openai();
      const batch = await created(client, Array.from({ length: 5 }, (_, n) => line(`l${n}`)));
      const first = work();
      while (asked.length < 2) await new Promise((wake) => setTimeout(wake, 5));
      const stopped = first.stop();
      open();
      await stopped;
      assert.equal(asked.length, 2);
      work();
      const end = await ended(client, batch.id);
      assert.deepEqual([end.status, end.request_counts?.completed], ["completed", 5]);
      assert.deepEqual(asked.toSorted(), ["l0", "l1", "l2", "l3", "l4"]);
    }, script);
  },
);

testOnEngines(
  "the sweep queues a batch whose process ended before it added the job",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work }) => {
      const client = openai();
      const first = await created(client, [line("a")]);
      const batch = await batchStore(sql).insert({
        id: "batch_orphan",
        owner: "k1",
        caller: {},
        ip: "10.0.0.1",
        endpoint: "/v1/chat/completions",
        input_file_id: first.input_file_id,
        completion_window: "24h",
        metadata: null,
        expires_at: new Date(Date.now() + 60_000).toISOString(),
        output_expires_seconds: null,
      });
      work();
      assert.equal((await ended(client, batch.id)).status, "completed");
      assert.equal((await ended(client, first.id)).status, "completed");
    });
  },
);
