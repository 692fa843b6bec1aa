/** A gateway with a queue and a database, for tests of background responses. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import type { Sql } from "lib/database/db.ts";
import { createQueue } from "lib/jobs/jobs.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { serveScript, testKv } from "lib/testing.ts";
import { gatewayFeature } from "../access/caller.ts";
import { startGateway, TEST_KEY, testCaller, testTarget } from "../calls/call_fixture.ts";
import { renderGatewayError } from "../errors.ts";
import type { JobWorker } from "../jobs/job_worker.ts";
import { chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";
import { createBackground } from "./background.ts";
import { backgroundStore } from "./background_store.ts";
import { startBackgroundWorker } from "./background_worker.ts";
import { createBell } from "./bell.ts";
import { keptResponses } from "./kept_responses.ts";
import { RESPONSES } from "./responses.ts";
import { responsesStore } from "./responses_store.ts";

export const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const log = createLogger({ write: () => {} });
export const BACKGROUND = { model: "m", input: "Hello", background: true } as const;

export interface Bench {
  openai: OpenAI;
  /** A client of another caller. */
  stranger: OpenAI;
  /** Starts a worker, as a process does at its start. */
  work(callerOf?: () => ReturnType<typeof testCaller>): JobWorker;
  asked: () => number;
  gateway: Awaited<ReturnType<typeof startGateway>>;
}

export type Script = (body: { stream?: boolean }, request: Request) => Response | Promise<Response>;

const usual: Script = ({ stream }) =>
  stream
    ? chatStream([
      chatChunk({ content: "one " }),
      chatChunk({ content: "two" }),
      chatChunk({}, "stop"),
      USAGE_CHUNK,
    ])
    : chatAnswer({ content: "whole" });

/** Runs `test` with a gateway and the openai client. */
export async function withBench(
  sql: Sql,
  test: (bench: Bench) => Promise<void>,
  script = usual,
): Promise<void> {
  await using provider = serveScript((request, { body }) => script(JSON.parse(body), request));
  using kv = await testKv();
  const queue = createQueue({ kv, namespace: "test", slots: 4, pollMs: 20 });
  const store = backgroundStore(sql, { days: 30 });
  const bell = createBell();
  const conversations = responsesStore(sql, { days: 30 });
  const ended = new AbortController();
  const background = createBackground({ store, queue, bell, log, signal: ended.signal });
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, { timeoutMs: 60_000 })] },
    deps: { conversations, background },
  });
  const clientOf = (tenant_id: string) => {
    const app = gatewayFeature();
    app.onError(renderGatewayError);
    app.use(async (c, next) => {
      c.set("caller", testCaller({ tenant_id }));
      await next();
    });
    app.route("/", keptResponses({ conversations, background }));
    return new OpenAI({
      baseURL: `${gateway.url}/v1`,
      apiKey: TEST_KEY,
      maxRetries: 0,
      fetch: (url, init) =>
        /responses\/./.test(String(url))
          ? Promise.resolve(app.request(new Request(url, init)))
          : fetch(url, init),
    });
  };
  const workers: JobWorker[] = [];
  await test({
    ...{ openai: clientOf("k1"), stranger: clientOf("k2"), gateway },
    asked: () => provider.requests.length,
    work(callerOf = () => testCaller()) {
      const lifecycle = createLifecycle();
      lifecycle.ready();
      const work = { calls: gateway.deps, endpoint: RESPONSES, store, bell, log, callerOf };
      const worker = startBackgroundWorker({ queue, log, lifecycle, work });
      workers.push(worker);
      return worker;
    },
  }).finally(async () => {
    ended.abort();
    await Promise.all(workers.map((worker) => worker.stop()));
  });
}

export async function ended(openai: OpenAI, id: string) {
  for (let waited = 0; waited < 4_000; waited++) {
    const response = await openai.responses.retrieve(id);
    if (response.status !== "queued" && response.status !== "in_progress") return response;
    await new Promise((wake) => setTimeout(wake, 5));
  }
  return assert.fail("the response has not ended");
}

export const isError = (status: number, param: string) => (error: unknown) =>
  error instanceof OpenAI.APIError && error.status === status && error.param === param;
