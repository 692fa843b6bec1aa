import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { createQueue } from "lib/jobs.ts";
import { createLifecycle } from "lib/lifecycle.ts";
import { createLogger } from "lib/log.ts";
import type { Sql } from "lib/db.ts";
import { serveScript, testKv, testOnEngines } from "lib/testing.ts";
import { type Caller, gatewayFeature } from "../access/caller.ts";
import { startGateway, testCaller, testTarget } from "../calls/call_fixture.ts";
import { rbacDenied, renderGatewayError } from "../errors.ts";
import { files } from "../files/files.ts";
import { fileStore } from "../files/files_store.ts";
import { BATCH_CALLS } from "../model_endpoints.ts";
import { batches } from "./batches.ts";
import { type BatchWorker, startBatchWorker } from "./batch_worker.ts";
import { batchStore } from "./batches_store.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const log = createLogger({ write: () => {} });

interface Bench {
  /** A client of the caller with this name. */
  openai(name?: string): OpenAI;
  /** Lets a worker run, as a process that starts does. */
  work(): BatchWorker;
  /** The texts that the provider was asked, in order. */
  asked: string[];
  /** A caller has no right any more. */
  revoked: Set<string>;
  records: { request_id: string; tenant_id: string }[];
}

type Script = (text: string) => Response | Promise<Response>;

function answer(content: string): Response {
  const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return Response.json({ id: "c", object: "chat.completion", created: 1, model: "m", choices, usage });
}

async function withBench(
  sql: Sql,
  test: (bench: Bench) => Promise<void>,
  script: Script = (text) => answer(`to ${text}`),
) {
  const asked: string[] = [];
  const revoked = new Set<string>();
  await using provider = serveScript((_, { body }) => {
    const text: string = JSON.parse(body).messages[0].content;
    asked.push(text);
    return script(text);
  });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  using kv = await testKv();
  const queue = createQueue({ kv, namespace: "test", slots: 2, pollMs: 20 });
  const [batchFiles, store] = [fileStore(sql), batchStore(sql)];
  const callerOf = (name: string): Caller => testCaller({ actor: `key:${name}`, tenant_id: name });
  const app = gatewayFeature();
  app.onError(renderGatewayError);
  app.use(async (c, next) => {
    c.set("caller", callerOf(c.req.header("authorization")?.slice("Bearer ".length) ?? ""));
    c.set("ip", "10.0.0.1");
    c.set("log", log);
    await next();
  });
  const { uploads } = gateway.deps;
  app.route("/", files({ files: batchFiles, uploads }));
  app.route("/", batches({ batches: store, files: batchFiles, queue, batchPaths: [...BATCH_CALLS.keys()] }));
  const workers: BatchWorker[] = [];
  await test({
    asked,
    revoked,
    records: gateway.records,
    openai: (name = "k1") =>
      new OpenAI({
        baseURL: "http://gateway/v1",
        apiKey: name,
        maxRetries: 0,
        fetch: (url, init) => Promise.resolve(app.request(new Request(url, init))),
      }),
    work() {
      const lifecycle = createLifecycle();
      lifecycle.ready();
      const worker = startBatchWorker({
        queue,
        log,
        lifecycle,
        work: {
          ...{
            sql,
            calls: gateway.deps,
            batches: store,
            files: batchFiles,
            endpoints: BATCH_CALLS,
            width: 2,
          },
          callerOf({ owner }) {
            if (revoked.has(owner)) {
              throw rbacDenied(401, "The API key of this batch was revoked or has expired");
            }
            return callerOf(owner);
          },
        },
      });
      workers.push(worker);
      return worker;
    },
  }).finally(() => Promise.all(workers.map((worker) => worker.stop())));
}

function line(id: string, text = id, changes: Record<string, unknown> = {}): string {
  const body = { model: "m", messages: [{ role: "user", content: text }] };
  return JSON.stringify({ custom_id: id, method: "POST", url: "/v1/chat/completions", body, ...changes });
}

async function created(openai: OpenAI, lines: string[]) {
  const file = await openai.files.create({
    file: await toFile(new TextEncoder().encode(lines.join("\n")), "in.jsonl"),
    purpose: "batch",
  });
  return await openai.batches.create({
    input_file_id: file.id,
    endpoint: "/v1/chat/completions",
    completion_window: "24h",
    metadata: { night: "1" },
  });
}

async function ended(openai: OpenAI, id: string) {
  for (let waited = 0; waited < 2_000; waited++) {
    const batch = await openai.batches.retrieve(id);
    if (["completed", "failed", "cancelled", "expired"].includes(batch.status)) return batch;
    await new Promise((wake) => setTimeout(wake, 5));
  }
  return assert.fail("the batch has not ended");
}

async function linesOf(openai: OpenAI, id: string | null | undefined) {
  if (!id) return [];
  const text = await (await openai.files.content(id)).text();
  return text.trimEnd().split("\n").map((each) => JSON.parse(each));
}

testOnEngines(
  "openai: files are kept, listed page by page, read byte for byte and deleted, each caller's own",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai }) => {
      const bytes = Uint8Array.from({ length: 1_000_000 }, (_, n) => (n * 7919) >> 3);
      const mine = openai("k1");
      const file = await mine.files.create({
        file: await toFile(bytes.subarray(0, 1_000_000), "ملف.bin"),
        purpose: "user_data",
      });
      assert.deepEqual([file.object, file.bytes, file.filename, file.purpose, file.status], [
        "file",
        1_000_000,
        "ملف.bin",
        "user_data",
        "processed",
      ]);
      assert.match(file.id, /^file-[0-9a-f]{32}$/);
      const content = new Uint8Array(await (await mine.files.content(file.id)).arrayBuffer());
      assert.deepEqual(content, bytes.subarray(0, 1_000_000));
      const second = await mine.files.create({
        file: await toFile(bytes.subarray(0, 3), "b"),
        purpose: "batch",
      });
      assert.ok((second.expires_at ?? 0) > second.created_at);
      const listed = [];
      for await (const each of mine.files.list({ limit: 1 })) listed.push(each.id);
      assert.deepEqual(listed, [second.id, file.id]);
      assert.deepEqual((await mine.files.list({ purpose: "batch" })).data.map(({ id }) => id), [second.id]);
      const other = openai("k2");
      assert.equal((await other.files.list()).data.length, 0);
      await assert.rejects(other.files.retrieve(file.id), { status: 404, code: "file_not_found" });
      await assert.rejects(other.files.content(file.id), { status: 404 });
      await assert.rejects(other.files.delete(file.id), { status: 404 });
      assert.deepEqual(await mine.files.delete(file.id), { id: file.id, object: "file", deleted: true });
      await assert.rejects(mine.files.retrieve(file.id), { status: 404 });
      await assert.rejects(
        mine.files.create({ file: await toFile(bytes.subarray(0, 3), "b"), purpose: "vision" }),
        {
          status: 422,
          param: "purpose",
        },
      );
    });
  },
);

testOnEngines(
  "openai: a batch is asked line by line, metered, and answered in files; failures are in one of their own",
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
  "a batch with a bad input fails with the lines that are at fault, and nobody is asked",
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
  "after a kill what was answered is kept, what was being asked is told of, and no line is asked twice",
  DATABASE,
  async (sql) => {
    await withBench(sql, async ({ openai, work, asked }) => {
      const client = openai();
      const batch = await created(client, ["answered", "asking", "waiting"].map((id) => line(id)));
      // As a process leaves it that was killed after one answer, while it asked for the second.
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
  "a worker that stops finishes what it asks, and the next one goes on with the rest",
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
  "a batch whose time is over is expired: what was answered is kept, the rest was never asked",
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

testOnEngines(
  "a batch without a job, whose process ended before it was queued, is found",
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
