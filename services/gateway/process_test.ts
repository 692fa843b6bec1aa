import assert from "node:assert/strict";
import { testServerDatabase } from "lib/testing.ts";
import { cheapProvider, configFor, type GatewayProcess, startProcess } from "./process_fixture.ts";

const ASK = { model: "m", max_tokens: 1000, messages: [{ role: "user", content: "x".repeat(4000) }] };

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "gateway-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function configured(dir: string, providerUrl: string): Promise<Record<string, string>> {
  const file = `${dir}/gateway.json`;
  await Deno.writeTextFile(file, configFor(providerUrl));
  return { GATEWAY_CONFIG: file };
}

async function newKey(
  { call }: GatewayProcess,
  body: Record<string, unknown>,
): Promise<{ id: string; key: string }> {
  const created = await call("/governance/virtual-keys", {
    method: "POST",
    body: { name: "robot", ...body },
  });
  assert.equal(created.status, 201, await created.clone().text());
  return await created.json();
}

async function ask({ call }: GatewayProcess, key: string): Promise<number> {
  const response = await call("/v1/chat/completions", { key, method: "POST", body: ASK });
  await response.body?.cancel();
  return response.status;
}

/** The recorded request ids once the journal is written, and the number of requests in the sums. */
async function settled(
  { call }: GatewayProcess,
  atLeast: number,
): Promise<{ recorded: string[]; total: number }> {
  for (let tries = 0;; tries++) {
    const { total } = await (await call("/costs?limit=1")).json();
    const csv = await (await call("/costs/export")).text();
    const recorded = csv.trimEnd().split("\r\n").slice(1).map((line) => line.split(",")[1] ?? "");
    if (tries === 600 || (total === recorded.length && total >= atLeast)) return { recorded, total };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

Deno.test("50 concurrent requests exceed a budget by one at most, and their cost is exact", () =>
  inFolder(async (dir) => {
    await using provider = cheapProvider(20);
    await using gateway = await startProcess(dir, await configured(dir, provider.url));
    // Ten answers of 0.002 USD each.
    const { id, key } = await newKey(gateway, { budget: { limit_usd: 0.02, period: "daily" } });
    let passed = 0;
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all(Array.from({ length: 50 }, () => ask(gateway, key)));
      assert.deepEqual(statuses.filter((status) => status !== 200 && status !== 429), []);
      passed += statuses.filter((status) => status === 200).length;
    }
    assert.ok(passed === 10 || passed === 11, `${passed} requests passed`);
    assert.equal(provider.requests.length, passed);
    const refused = await gateway.call("/v1/chat/completions", { key, method: "POST", body: ASK });
    assert.match((await refused.json()).error.message, new RegExp(`daily budget of key ${id}, 0\\.02 USD`));
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    await settled(gateway, passed);
    const summary = await (await gateway.call(`/costs/summary?tenant_id=${id}`)).json();
    assert.equal(summary.total_cost_usd, Number((passed * 0.002).toFixed(9)));
    assert.equal(summary.total_requests, passed);
    assert.equal(await gateway.stop(), 0);
  }));

const server = Deno.env.get("TEST_DATABASE_URL");

async function killedUnderLoad(dir: string, more: Record<string, string>) {
  await using provider = cheapProvider();
  const env = { ...await configured(dir, provider.url), ...more };
  await using gateway = await startProcess(dir, env);
  const { key } = await newKey(gateway, {});
  const answered: string[] = [];
  let enough = () => {};
  const reached = new Promise<void>((resolve) => enough = resolve);
  let killed = false;
  const worker = async (_: unknown, n: number) => {
    const body = { ...ASK, stream: n % 2 === 0 };
    try {
      while (!killed) {
        const response = await gateway.call("/v1/chat/completions", { key, method: "POST", body });
        await response.arrayBuffer();
        assert.equal(response.status, 200);
        answered.push(response.headers.get("x-request-id") ?? "");
        if (answered.length === 400) enough();
      }
    } catch (error) {
      // Cut off by the kill, and so not acknowledged.
      if (!killed) throw error;
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  await Promise.race([reached, workers]);
  killed = true;
  await gateway.kill();
  await workers;

  await using again = await startProcess(dir, env);
  const { recorded, total } = await settled(again, answered.length);
  const kept = new Set(recorded);
  assert.equal(kept.size, recorded.length, "none twice");
  assert.deepEqual(answered.filter((id) => !kept.has(id)), []);
  assert.equal(total, recorded.length, "the sums agree with the records");
  assert.equal(await again.stop(), 0);
}

Deno.test("a gateway killed under load has recorded every answered chat (embedded engine)", () =>
  inFolder((dir) => killedUnderLoad(dir, {})));

Deno.test({
  name: `a gateway killed under load has every chat on record that it answered (server engine${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  })`,
  ignore: !server,
  fn: () =>
    inFolder(async (dir) => {
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("./migrations/"),
      );
      await killedUnderLoad(dir, { DATABASE_URL: database.url });
    }),
});

Deno.test({
  name: `a change of a key by one gateway applies in another${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  fn: () =>
    inFolder(async (dir) => {
      await using provider = cheapProvider();
      await using database = await testServerDatabase(
        server ?? "",
        "gateway",
        import.meta.resolve("./migrations/"),
      );
      const env = { ...await configured(dir, provider.url), DATABASE_URL: database.url };
      await using one = await startProcess(`${dir}/one`, env);
      await using two = await startProcess(`${dir}/two`, env);
      const { id, key } = await newKey(one, {});
      const until = async (status: number) => {
        for (let tries = 0; await ask(two, key) !== status; tries++) {
          assert.ok(tries < 1_000, `never ${status}`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      };
      await until(200);
      await one.call(`/governance/virtual-keys/${id}`, {
        method: "PATCH",
        body: { allowed_models: ["other"] },
      });
      await until(403);
      await one.call(`/governance/virtual-keys/${id}/revoke`, { method: "POST" });
      assert.equal(await ask(one, key), 401);
      await until(401);
      const own = await (await two.call(`/costs?tenant_id=${id}`)).json();
      assert.ok(own.total >= 1, "both write to one database");
    }),
});
