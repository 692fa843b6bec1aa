import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
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
  "openai: a batch runs line by line, metered; answers and failures are in separate files",
  DATABASE,
  async (sql) => {
    const script: Script = (text) =>
      text === "bad"
        ? Response.json({ error: { message: "no", code: "context_length_exceeded" } }, { status: 400 })
        : answer(`to ${text}`);
    await withBench(sql, async ({ openai, work, asked, records }) => {
      const client = openai();
      const batch = await created(client, [line("a"), "", line("b", "bad"), line("c")]);
      assert.match(batch.id, /^batch_[0-9a-f]{32}$/);
      assert.deepEqual([batch.status, batch.metadata], ["validating", { night: "1" }]);
      work();
      const end = await ended(client, batch.id);
      assert.equal(end.status, "completed");
      assert.deepEqual(end.request_counts, { total: 3, completed: 2, failed: 1 });
      assert.deepEqual([end.usage?.input_tokens, end.usage?.output_tokens, end.usage?.total_tokens], [
        4,
        6,
        10,
      ]);
      const output = await linesOf(client, end.output_file_id);
      assert.deepEqual(
        output.map((
          { custom_id, response, error },
        ) => [custom_id, response.status_code, response.body.choices[0].message.content, error]),
        [
          ["a", 200, "to a", null],
          ["c", 200, "to c", null],
        ],
      );
      const [failure] = await linesOf(client, end.error_file_id);
      assert.deepEqual([failure.custom_id, failure.response.status_code, failure.response.body.error.code], [
        "b",
        502,
        "context_length_exceeded",
      ]);
      assert.deepEqual(asked.toSorted(), ["a", "bad", "c"]);
      assert.deepEqual(records.map(({ tenant_id }) => tenant_id), ["k1", "k1", "k1"]);
      assert.ok(records.some(({ request_id }) => request_id === output[0].response.request_id));
      assert.deepEqual((await client.batches.list()).data.map(({ id }) => id), [batch.id]);
      await assert.rejects(openai("k2").batches.retrieve(batch.id), { status: 404 });
      await assert.rejects(client.batches.cancel(batch.id), { status: 409 });
    }, script);
  },
);

testOnEngines(
  "a batch with a bad input fails with an error per line, before any provider is called",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const client = openai();
      const batch = await created(client, [
        line("a"),
        "{not json",
        line("a"),
        line("b", "b", { url: "/v1/embeddings" }),
        line("c", "c", { method: "GET" }),
        line("", "d"),
        line("e", "e", { body: { model: "m", stream: true } }),
      ]);
      work();
      const { status, errors, output_file_id } = await ended(client, batch.id);
      assert.deepEqual([status, output_file_id, asked.length], ["failed", null, 0]);
      assert.deepEqual(errors?.data?.map(({ line, code }) => [line, code]), [
        [2, "invalid_json_line"],
        [3, "duplicate_custom_id"],
        [4, "invalid_url"],
        [5, "invalid_method"],
        [6, "invalid_custom_id"],
        [7, "invalid_request"],
      ]);
      const empty = await created(client, [""]);
      assert.equal((await ended(client, empty.id)).errors?.data?.[0]?.code, "empty_file");
      const input = { endpoint: "/v1/chat/completions", completion_window: "24h" } as const;
      await assert.rejects(client.batches.create({ ...input, input_file_id: "file-none" }), { status: 404 });
      const videos = { ...input, endpoint: "/v1/videos", input_file_id: "file-none" } as const;
      await assert.rejects(client.batches.create(videos), { status: 422, param: "endpoint" });
    });
  },
);

testOnEngines("a cancelled batch keeps what was answered and tells of the rest", DATABASE, async (sql) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const script: Script = async (text) => {
    await gate;
    return answer(`to ${text}`);
  };
  await withBench(sql, async ({ openai, work, asked }) => {
    const client = openai();
    const batch = await created(client, Array.from({ length: 6 }, (_, n) => line(`l${n}`)));
    work();
    while (asked.length < 2) await new Promise((wake) => setTimeout(wake, 5));
    assert.equal((await client.batches.retrieve(batch.id)).request_counts?.total, 6);
    assert.equal((await client.batches.cancel(batch.id)).status, "cancelling");
    open();
    const end = await ended(client, batch.id);
    assert.deepEqual([end.status, end.request_counts, asked.length], [
      "cancelled",
      { total: 6, completed: 2, failed: 4 },
      2,
    ]);
    const failures = await linesOf(client, end.error_file_id);
    assert.deepEqual(
      new Set(failures.map(({ response, error }) => `${response} ${error.code}`)),
      new Set(["null batch_cancelled"]),
    );
  }, script);
});

testOnEngines(
  "a batch past its deadline expires: answers are kept, the remaining lines do not run",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const client = openai();
      const batch = await created(client, [line("a"), line("b")]);
      await sql`update gateway.batches set expires_at = now() - interval '1 minute' where id = ${batch.id}`;
      work();
      const end = await ended(client, batch.id);
      assert.deepEqual([end.status, end.request_counts, asked.length], ["expired", {
        total: 2,
        completed: 0,
        failed: 2,
      }, 0]);
      const failures = await linesOf(client, end.error_file_id);
      assert.deepEqual(failures.map(({ error }) => error.code), ["batch_expired", "batch_expired"]);
      assert.equal(end.output_file_id, null);
    });
  },
);

testOnEngines("a key that is revoked meanwhile asks nothing more", DATABASE, async (sql) => {
  await withBench(sql, async ({ openai, work, asked, revoked }) => {
    const client = openai();
    const batch = await created(client, [line("a")]);
    revoked.add("k1");
    work();
    const end = await ended(client, batch.id);
    const [failure] = await linesOf(client, end.error_file_id);
    assert.deepEqual([failure.response.status_code, failure.response.body.error.type, asked.length], [
      401,
      "rbac_denied",
      0,
    ]);
  });
});
