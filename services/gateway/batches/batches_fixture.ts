import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { createQueue } from "lib/jobs/jobs.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { Sql } from "lib/database/db.ts";
import { serveScript, testKv } from "lib/testing.ts";
import { type Caller, gatewayFeature } from "../access/caller.ts";
import { startGateway, testCaller, testTarget } from "../calls/call_fixture.ts";
import { rbacDenied, renderGatewayError } from "../errors.ts";
import { files } from "../files/files.ts";
import { fileStore } from "../files/files_store.ts";
import { BATCH_CALLS } from "../model_endpoints.ts";
import { batches } from "./batches.ts";
import { type BatchWorker, startBatchWorker } from "./batch_worker.ts";
import { batchStore } from "./batches_store.ts";

export const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

const log = createLogger({ write: () => {} });

export interface Bench {
  /** A client of the caller with this name. */
  openai(name?: string): OpenAI;
  /** Starts a worker, as a process does at its start. */
  work(): BatchWorker;
  /** The prompts that the provider received, in order. */
  asked: string[];
  /** Names of callers without access. */
  revoked: Set<string>;
  records: { request_id: string; tenant_id: string }[];
}

export const MOST_FILE_BYTES = 4_000_000;

export type Script = (text: string) => Response | Promise<Response>;

export function answer(content: string): Response {
  const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return Response.json({ id: "c", object: "chat.completion", created: 1, model: "m", choices, usage });
}

export async function withBench(
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
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, { timeoutMs: 60_000, idleTimeoutMs: 60_000 })] },
  });
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
  app.route("/", files({ files: batchFiles, uploads, mostFileBytes: MOST_FILE_BYTES }));
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

export function line(id: string, text = id, changes: Record<string, unknown> = {}): string {
  const body = { model: "m", messages: [{ role: "user", content: text }] };
  return JSON.stringify({ custom_id: id, method: "POST", url: "/v1/chat/completions", body, ...changes });
}

export async function created(openai: OpenAI, lines: string[]) {
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

export async function ended(openai: OpenAI, id: string) {
  for (let waited = 0; waited < 2_000; waited++) {
    const batch = await openai.batches.retrieve(id);
    if (["completed", "failed", "cancelled", "expired"].includes(batch.status)) return batch;
    await new Promise((wake) => setTimeout(wake, 5));
  }
  return assert.fail("the batch has not ended");
}

export async function linesOf(openai: OpenAI, id: string | null | undefined) {
  if (!id) return [];
  const text = await (await openai.files.content(id)).text();
  return text.trimEnd().split("\n").map((each) => JSON.parse(each));
}
