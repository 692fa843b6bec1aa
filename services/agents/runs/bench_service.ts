/** For benchmarks: the service called in its own process, and a model provider as another process. */
import { readEnv } from "lib/env.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { Sql } from "lib/database/db.ts";
import { bearer, TEST_SECRET, testService } from "lib/testing.ts";
import { assemble } from "../assemble.ts";
import { Env } from "../env.ts";

export async function withProvider<T>(delayMs: number, work: (url: string) => Promise<T>): Promise<T> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("./bench_provider.ts", import.meta.url).pathname, String(delayMs)],
    stdout: "piped",
  }).spawn();
  try {
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    return await work(`http://127.0.0.1:${Number(new TextDecoder().decode(value))}/v1`);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

export interface Service {
  run(steps: number): Promise<{ id: string; duration_ms: number }>;
  toolMs(runId: string): Promise<number>;
}

/** The service, called in this process: everything but the socket of the caller. */
export async function withService<T>(
  sql: Sql,
  url: string,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const given: Record<string, string> = { AGENTS_OPENAI_BASE_URL: url, AGENTS_MAX_CONCURRENT_RUNS: "1000" };
  const { app, close } = await assemble({
    env: readEnv(Env, (name) => given[name]),
    sql,
    alone: true,
    service: testService(),
    secrets: { jwtSecret: TEST_SECRET, gatewayAdminKey: "dwn-admin-of-the-benchmark" },
    log: createLogger({ level: "error" }),
  });
  const headers = { ...await bearer(), "content-type": "application/json" };
  const post = async (path: string, given: unknown) => {
    const body = JSON.stringify(given);
    const response = await app.request(`/api/v1/${path}`, {
      method: "POST",
      // As every HTTP client does: without its length a body is read piece by piece.
      headers: { ...headers, "content-length": String(new TextEncoder().encode(body).length) },
      body,
    });
    if (response.status !== 201) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return await response.json();
  };
  try {
    const { id } = await post("agents", { name: "Bench", system_prompt: "Be exact.", tools: ["calculator"] });
    return await work({
      run: (steps) => post(`agents/${id}/run`, { input: `steps=${steps}` }),
      async toolMs(runId) {
        const response = await app.request(`/api/v1/agents/${id}/traces/${runId}`, { headers });
        const { steps } = await response.json();
        return steps.flatMap(({ tool_calls }: { tool_calls: { duration_ms: number }[] }) => tool_calls)
          .reduce((sum: number, call: { duration_ms: number }) => sum + call.duration_ms, 0);
      },
    });
  } finally {
    await close();
  }
}
