/** A gateway in two processes on one port keeps its guarantees across both. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import type { ScriptedServer } from "lib/testing.ts";
import { childOf, testOnServers, testProcesses } from "./group_fixture.ts";
import { type GatewayProcess, PROCESS_ADMIN_KEY } from "./process_fixture.ts";

const ASK = { model: "m", max_tokens: 1000, messages: [{ role: "user", content: "x".repeat(4000) }] };

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

/** The answer to a chat over a new connection, which reaches a random process; its body is not read. */
async function answered({ url }: GatewayProcess, key: string, body: unknown): Promise<Response> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response;
}

async function chat(gateway: GatewayProcess, key: string, body: unknown = ASK): Promise<number> {
  return (await answered(gateway, key, body)).status;
}

async function passed(gateway: GatewayProcess, key: string, count: number): Promise<number> {
  const statuses = await Promise.all(Array.from({ length: count }, () => chat(gateway, key)));
  assert.deepEqual(statuses.filter((status) => status !== 200 && status !== 429), []);
  return statuses.filter((status) => status === 200).length;
}

/** The chats that reached the provider; a process that starts also asks for its models. */
function chatsAt({ requests }: ScriptedServer): number {
  return requests.filter(({ method }) => method === "POST").length;
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
    // Both processes know the key immediately.
    const before = chatsAt(provider);
    assert.equal(await passed(gateway, key, 40), 10);
    assert.equal(chatsAt(provider) - before, 10);
  }
});

testProcesses(
  "two processes exceed a budget by one call at most, and the cost is exact",
  async (gateway, provider) => {
    const { id, key } = await newKey(gateway, { budget: { limit_usd: 0.02, period: "daily" } });
    const before = chatsAt(provider);
    let all = 0;
    for (let round = 0; round < 3; round++) all += await passed(gateway, key, 40);
    assert.ok(all === 10 || all === 11, `${all} requests passed`);
    assert.equal(chatsAt(provider) - before, all);
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
  "a key is accepted or refused in both processes as soon as the change is answered",
  async (gateway) => {
    const { id, key } = await newKey(gateway, {});
    assert.equal(await passed(gateway, key, 8), 8);
    await gateway.call(`/governance/virtual-keys/${id}/revoke`, { method: "POST" });
    const statuses = await Promise.all(Array.from({ length: 16 }, () => chat(gateway, key)));
    assert.deepEqual(new Set(statuses), new Set([401]));
  },
);

testProcesses(
  "a price applies in both processes as soon as the change is answered, and past calls keep their cost",
  async (gateway) => {
    const { id, key } = await newKey(gateway, { budget: { limit_usd: 1, period: "daily" } });
    const path = "/governance/prices/scripted/unpriced";
    const outcomes = async (count: number) => {
      const body = { ...ASK, model: "unpriced" };
      const answers = await Promise.all(Array.from({ length: count }, () => answered(gateway, key, body)));
      return new Set(answers.map(({ status, headers }) => `${status} ${headers.get("x-diwan-cost-usd")}`));
    };
    assert.deepEqual(await outcomes(16), new Set(["422 null"]), "no price, where a budget applies");
    for (const [price, cost] of [["1", "0.002000000"], ["2.5", "0.005000000"]]) {
      const set = await gateway.call(path, { method: "PUT", body: { input: price, output: price } });
      assert.equal(set.status, 200, await set.text());
      assert.deepEqual(await outcomes(16), new Set([`200 ${cost}`]));
    }
    assert.equal((await gateway.call(path, { method: "DELETE" })).status, 204);
    assert.deepEqual(await outcomes(16), new Set(["422 null"]));
    for (;;) {
      const summary = await (await gateway.call(`/costs/summary?tenant_id=${id}`)).json();
      if (summary.total_requests < 32) continue;
      assert.deepEqual([summary.total_requests, summary.total_cost_usd], [32, 0.112]);
      break;
    }
    const { spending } = await (await gateway.call(`/governance/virtual-keys/${id}`)).json();
    assert.equal(spending.spent_usd, 0.112);
  },
);

testProcesses(
  "metrics add up both processes, and keep the counts of a killed one",
  async (gateway) => {
    const count = () => metric(gateway, "diwan_gateway_requests_total");
    const before = await count();
    const statuses = await Promise.all(Array.from({ length: 24 }, () => chat(gateway, PROCESS_ADMIN_KEY)));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(await metric(gateway, "diwan_processes"), 2);
    for (let attempt = 0; attempt < 6; attempt++) assert.equal(await count() - before, 24);
    const killed = await childOf(gateway);
    Deno.kill(killed, "SIGKILL");
    while (await metric(gateway, "diwan_processes").catch(() => 0) < 2 || await childOf(gateway) === killed) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(await count() - before, 24);
    assert.equal(await chat(gateway, PROCESS_ADMIN_KEY), 200);
    assert.equal(await count() - before, 25);
  },
);

testProcesses(
  "no chat fails when one process stops, with a client that reuses connections",
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
    const calls = Promise.all(Array.from({ length: 16 }, ask));
    const more = async (count: number) => {
      const from = answers;
      while (answers < from + count) {
        await Promise.race([calls, new Promise((resolve) => setTimeout(resolve, 20))]);
      }
    };
    await more(100);
    const child = await childOf(gateway);
    Deno.kill(child, "SIGTERM");
    while (await childOf(gateway) === child) await more(10);
    await more(100);
    stopped = true;
    await calls;
  },
);

testProcesses("two processes ask each request of a batch once", async (gateway, provider) => {
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: PROCESS_ADMIN_KEY, maxRetries: 0 });
  const before = chatsAt(provider);
  const lines = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify({
      ...{ custom_id: `line-${n}`, method: "POST", url: "/v1/chat/completions" },
      body: { model: "m", messages: [{ role: "user", content: `question ${n}` }] },
    })).join("\n");
  const input = await client.files.create({ file: new File([lines], "lines.jsonl"), purpose: "batch" });
  const made = await client.batches.create({
    ...{ input_file_id: input.id, endpoint: "/v1/chat/completions", completion_window: "24h" },
  });
  const finished = async () => {
    for (;;) {
      const batch = await client.batches.retrieve(made.id);
      if (["completed", "failed", "expired"].includes(batch.status)) return batch;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const { status, request_counts: counts, output_file_id: output } = await finished();
  assert.deepEqual([status, counts?.completed, counts?.failed], ["completed", 60, 0]);
  const answers = (await (await client.files.content(output ?? "")).text()).trim().split("\n");
  assert.equal(new Set(answers.map((line) => JSON.parse(line).custom_id)).size, 60);
  assert.equal(chatsAt(provider) - before, 60);
});

testOnServers(
  "while the KV is down both processes answer in time, and continue when it is back",
  async (gateway, _, kv) => {
    const { key } = await newKey(gateway, { rate_limit: { requests_per_minute: 1000 } });
    assert.equal(await passed(gateway, key, 8), 8);
    await kv.kill();
    // A process waiting for the KV would hang forever.
    const statuses = await Promise.all(Array.from({ length: 60 }, () => chat(gateway, key)));
    assert.deepEqual(statuses.filter((status) => status !== 200 && status !== 503), []);
    await kv.start();
    for (let well = 0; well < 20;) well = await chat(gateway, key) === 200 ? well + 1 : 0;
  },
);
