/** For tests: the whole service on a database, its provider scripted. */
import assert from "node:assert/strict";
import type { Role } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { readEnv } from "lib/env.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { Limiter } from "lib/limits/rate_limit.ts";
import { bearer, TEST_SECRET, testService } from "lib/testing.ts";
import { z } from "zod";
import { Agent } from "./agents/agent.ts";
import { assemble, type Assembled } from "./assemble.ts";
import { Env } from "./env.ts";
import { Run } from "./runs/run.ts";
import type { Runner } from "./runs/runner.ts";
import { type Asked, type Scripted, type ScriptedModel, scriptedModel } from "./model/scripted_model.ts";

export const SCHEMA = { schema: "agents", migrations: import.meta.resolve("./migrations/") };

export interface Fixture extends AsyncDisposable {
  model: ScriptedModel;
  app: Assembled["app"];
  runner: Runner;
  logs: string[];
  request(
    method: string,
    path: string,
    options?: { body?: unknown; role?: Role; sub?: string; signal?: AbortSignal },
  ): Promise<Response>;
  /** An agent with these fields changed. */
  agent(changes?: Record<string, unknown>): Promise<Agent>;
  run(agentId: string, input?: string, query?: string): Promise<Run>;
  read(run: Pick<Run, "id" | "agent_id">): Promise<Run>;
  /** The run once its status is one of `statuses`. */
  until(run: Pick<Run, "id" | "agent_id">, ...statuses: string[]): Promise<Run>;
}

export interface FixtureOptions {
  script: Parameters<typeof scriptedModel>[0];
  settings?: Record<string, string>;
  /** Behaves as if other processes used the database. */
  alone?: boolean;
  limiter?: Limiter;
  endingWaitsMs?: number[];
  putOffMs?: number;
}

export async function fixture(
  sql: Sql,
  { script, settings = {}, alone = true, limiter, endingWaitsMs, putOffMs }: FixtureOptions,
): Promise<Fixture> {
  const model = scriptedModel(script);
  const given: Record<string, string> = {
    AGENTS_OPENAI_BASE_URL: model.url,
    AGENTS_DEFAULT_MODEL: "scripted",
    ...settings,
  };
  const logs: string[] = [];
  const log = createLogger({ level: "debug", write: (line) => void logs.push(line) });
  const service = testService({ log, ...(limiter ? { limiter } : {}) });
  const { app, runner, close } = await assemble({
    env: readEnv(Env, (name) => given[name]),
    sql,
    alone,
    endingWaitsMs,
    putOffMs,
    service,
    secrets: { jwtSecret: TEST_SECRET, gatewayAdminKey: "admin-key-for-tests" },
    log,
  });
  const request: Fixture["request"] = async (method, path, { body, role = "user", sub, signal } = {}) =>
    await app.request(path.startsWith("/") ? path : `/api/v1/${path}`, {
      method,
      signal,
      headers: {
        ...await bearer(role, sub),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const read: Fixture["read"] = async ({ id, agent_id }) => {
    const response = await request("GET", `agents/${agent_id}/runs/${id}`, { role: "admin" });
    return Run.parse(await response.json());
  };
  return {
    model,
    app,
    runner,
    logs,
    request,
    read,
    async agent(changes = {}) {
      const response = await request("POST", "agents", {
        body: { name: "Helper", tools: ["calculator"], ...changes },
      });
      assert.equal(response.status, 201, await response.clone().text());
      return Agent.parse(await response.json());
    },
    async run(agentId, input = "What is it?", query = "") {
      const response = await request("POST", `agents/${agentId}/run${query}`, { body: { input } });
      assert.ok(response.status === 201 || response.status === 202, await response.clone().text());
      return Run.parse(await response.json());
    },
    async until(run, ...statuses) {
      for (let i = 0; i < 3_000; i++) {
        const now = await read(run);
        if (statuses.includes(now.status)) return now;
        await new Promise((done) => setTimeout(done, 20));
      }
      throw new Error(`The run never was ${statuses}`);
    },
    async [Symbol.asyncDispose]() {
      await close();
      await model[Symbol.asyncDispose]();
    },
  };
}

/** A tool call of the script. */
export function calls(name: string, args: Record<string, unknown>, id = "c1"): Scripted {
  return { tool_calls: [{ id, name, arguments: JSON.stringify(args) }] };
}

/** Calls tools one after the other, then answers with the last result. */
export const inTurn = (...turns: Scripted[]) => ({ messages }: Asked): Scripted => {
  const done = messages.filter(({ role }) => role === "tool");
  return turns[done.length] ?? { content: done.at(-1)?.content ?? "" };
};

/** The JSON of the `data:` lines of an event stream. */
export async function events(response: Response): Promise<{ type: string; [name: string]: unknown }[]> {
  const Event = z.looseObject({ type: z.string() });
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  assert.equal(lines.pop(), "data: [DONE]");
  return lines.map((line) => Event.parse(JSON.parse(line.slice(6))));
}
