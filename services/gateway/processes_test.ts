/** A gateway in two processes on one port: what it promises holds over both. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import { denokv, startDenokv } from "lib/denokv_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import {
  cheapProvider,
  configFor,
  type GatewayProcess,
  PROCESS_ADMIN_KEY,
  startProcess,
} from "./process_fixture.ts";

const ASK = { model: "m", max_tokens: 1000, messages: [{ role: "user", content: "x".repeat(4000) }] };

type Body = (gateway: GatewayProcess, provider: ReturnType<typeof cheapProvider>) => Promise<void>;

/** Two processes with these settings, stopped at the end of a test. */
async function withProcesses(
  body: Body,
  answerAfterMs: number,
  settings: Record<string, string>,
): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "gateways-" });
  try {
    await using provider = cheapProvider(answerAfterMs);
    const file = `${dir}/gateway.json`;
    await Deno.writeTextFile(file, configFor(provider.url));
    await using gateway = await startProcess(dir, {
      GATEWAY_PROCESSES: "2",
      GATEWAY_CONFIG: file,
      ...settings,
    });
    await body(gateway, provider);
    assert.equal(await gateway.stop(), 0);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/**
 * Registers a test for two processes on the embedded database and a KV file, which the first process lends them, and for
 * two on a Postgres server and a KV server, where these can be had.
 */
function testProcesses(name: string, body: Body, answerAfterMs = 0): void {
  Deno.test(`${name} (embedded)`, () => withProcesses(body, answerAfterMs, {}));
  const server = Deno.env.get("TEST_DATABASE_URL");
  const missing = server ? denokv.missing : "TEST_DATABASE_URL is not set";
  Deno.test({
    name: `${name} (servers${missing ? `, skipped: ${missing}` : ""})`,
    ignore: missing !== undefined,
    async fn() {
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("./migrations/"),
      );
      await using kv = await startDenokv();
      await withProcesses(body, answerAfterMs, { DATABASE_URL: database.url, KV_URL: kv.url });
    },
  });
}

async function newKey(
  { call }: GatewayProcess,
  body: Record<string, unknown>,
): Promise<{ id: string; key: string }> {
  const created = await call("/governance/virtual-keys", {
    method: "POST",
    body: { name: crypto.randomUUID(), ...body },
  });
  assert.equal(created.status, 201, await created.clone().text());
  return await created.json();
}

/** The status of a chat over a connection of its own, which chance gives to one of the processes. */
async function chat({ url }: GatewayProcess, key: string, body: unknown = ASK): Promise<number> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

async function passed(gateway: GatewayProcess, key: string, count: number): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: count }, () => chat(gateway, key)));
  assert.deepEqual(statuses.filter((status) => status !== 200 && status !== 429), []);
  return statuses.filter((status) => status === 200).length;
}

/** The sum of a metric over its label sets. */
async function metric({ url }: GatewayProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
  const values = text.split("\n").filter((line) =>
    line.startsWith(`${name}{`) || line.startsWith(`${name} `)
  );
  return values.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

testProcesses("a limit of ten lets ten of forty at once pass two processes", async (gateway, provider) => {
  for (let round = 0; round < 3; round++) {
    const { key } = await newKey(gateway, { rate_limit: { requests_per_minute: 10 } });
    // Both know the key at once.
    const asked = provider.requests.length;
    assert.equal(await passed(gateway, key, 40), 10);
    assert.equal(provider.requests.length - asked, 10);
  }
});

testProcesses(
  "a budget stops two processes within one call, and what they cost is exact",
  async (gateway, provider) => {
    const { id, key } = await newKey(gateway, { budget: { limit_usd: 0.02, period: "daily" } });
    let all = 0;
    for (let round = 0; round < 3; round++) all += await passed(gateway, key, 40);
    assert.ok(all === 10 || all === 11, `${all} requests passed`);
    assert.equal(provider.requests.length, all);
    for (;;) {
      const summary = await (await gateway.call(`/costs/summary?tenant_id=${id}`)).json();
      if (summary.total_requests < all) continue;
      assert.equal(summary.total_requests, all);
      assert.equal(summary.total_cost_usd, Number((all * 0.002).toFixed(9)));
      break;
    }
  },
);

testProcesses(
  "a key works and is refused in both processes as soon as the answer says so",
  async (gateway) => {
    const { id, key } = await newKey(gateway, {});
    assert.equal(await passed(gateway, key, 8), 8);
    await gateway.call(`/governance/virtual-keys/${id}/revoke`, { method: "POST" });
    const statuses = await Promise.all(Array.from({ length: 16 }, () => chat(gateway, key)));
    assert.deepEqual(new Set(statuses), new Set([401]));
  },
);

testProcesses(
  "the metrics are those of both processes, and what one had counted stays when it is killed",
  async (gateway) => {
    const statuses = await Promise.all(Array.from({ length: 24 }, () => chat(gateway, PROCESS_ADMIN_KEY)));
    assert.deepEqual(new Set(statuses), new Set([200]));
    const count = () => metric(gateway, "diwan_gateway_requests_total");
    assert.equal(await metric(gateway, "diwan_processes"), 2);
    for (let look = 0; look < 6; look++) assert.equal(await count(), 24);
    const killed = await childOf(gateway);
    Deno.kill(killed, "SIGKILL");
    while (await metric(gateway, "diwan_processes").catch(() => 0) < 2 || await childOf(gateway) === killed) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(await count(), 24);
    assert.equal(await chat(gateway, PROCESS_ADMIN_KEY), 200);
    assert.equal(await count(), 25);
  },
);

testProcesses(
  "no chat fails when one process stops, with a client that keeps its connections",
  async (gateway) => {
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: PROCESS_ADMIN_KEY, maxRetries: 0 });
    let stopped = false;
    let answers = 0;
    const messages = [{ role: "user" as const, content: "question" }];
    const ask = async (_: unknown, n: number) => {
      while (!stopped) {
        if (n % 2 === 0) {
          let text = "";
          const stream = await client.chat.completions.create({ model: "m", messages, stream: true });
          for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
          assert.equal(text, "answer");
        } else {
          const { choices } = await client.chat.completions.create({ model: "m", messages });
          assert.equal(choices[0]?.message.content, "answer");
        }
        answers++;
      }
    };
    const asking = Promise.all(Array.from({ length: 16 }, ask));
    const more = async (count: number) => {
      const from = answers;
      while (answers < from + count) {
        await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, 20))]);
      }
    };
    await more(100);
    const child = await childOf(gateway);
    Deno.kill(child, "SIGTERM");
    while (await childOf(gateway) === child) await more(10);
    await more(100);
    stopped = true;
    await asking;
    assert.equal(await gateway.stop(), 0);
  },
  5,
);

/** The id of the older of the gateway's processes. */
async function childOf({ pid }: GatewayProcess): Promise<number> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  return Number(children.trim().split(" ")[0]);
}
