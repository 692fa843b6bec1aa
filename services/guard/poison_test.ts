import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { openJournal } from "lib/journal/journal.ts";
import { createRegistry } from "lib/telemetry/metrics.ts";
import { openQuarantine } from "lib/journal/quarantine.ts";
import { bearer, serveScript, testOnEngines, testService } from "lib/testing.ts";
import { gatewayClient } from "./gateway_client.ts";
import { MIGRATIONS, testGuard } from "./guard_fixture.ts";
import { completion } from "./proxy/proxy_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const { log } = testService();

/** A guard with its files in `dir`, in front of a gateway that answers everything. */
async function guardIn(dir: string, sql: Sql) {
  const gateway = serveScript(() => Response.json(completion("hello")));
  const journals = {
    audit: await openJournal(`${dir}/journal`, "guard_audit"),
    telemetry: await openJournal(`${dir}/journal`, "guard_telemetry"),
  };
  const metrics = createRegistry();
  const quarantine = await openQuarantine(`${dir}/quarantine/guard.ndjson`, { log, metrics });
  const client = gatewayClient({ baseUrl: gateway.url, apiKey: "key-1" });
  const guard = await testGuard(sql, { gateway: client, journals, quarantine, service: { metrics } });
  const close = async () => {
    await guard.close();
    await gateway[Symbol.asyncDispose]();
  };
  return { ...guard, journals, quarantine, close };
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "poison-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const journalFiles = async (dir: string) => (await Array.fromAsync(Deno.readDir(`${dir}/journal`))).length;

testOnEngines(
  "a model name with NUL breaks neither the audit nor the next start",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const guard = await guardIn(dir, sql);
      const { ask } = guard;
      const messages = [{ role: "user", content: "hello" }];
      await ask("POST", "/proxy/chat/completions", { model: "m\0", messages }, { role: "user" });
      await ask("POST", "/proxy/chat/completions", { model: "later", messages }, { role: "user" });
      const { body } = await ask("GET", "/audit/trail");
      assert.equal(body[0]?.model, "later");
      await guard.close();
      assert.equal(await journalFiles(dir), 0);
      const next = await guardIn(dir, sql);
      await next.recover();
      await next.close();
    }),
);

testOnEngines(
  "a token whose subject holds NUL is refused and leaves nothing behind",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const guard = await guardIn(dir, sql);
      const input = { text: "a@b.co" };
      assert.equal((await guard.ask("POST", "/pii/detect", input, { sub: "sa\0ra" })).status, 401);
      assert.equal((await guard.ask("POST", "/pii/detect", input, { sub: "sara" })).status, 200);
      const { body } = await guard.ask("GET", "/audit/trail");
      assert.equal(body[0]?.subject, "sara");
      await guard.close();
      assert.equal(await journalFiles(dir), 0);
    }),
);

testOnEngines(
  "records that the database refuses at the start are set aside, and health and metrics report them",
  options,
  (sql) =>
    inFolder(async (dir) => {
      await Deno.mkdir(`${dir}/journal`);
      const row = { id: "guard:1", event_type: "proxy_request", product: "guard-proxy", model: "m\0" };
      await Deno.writeTextFile(
        `${dir}/journal/guard_telemetry-left.ndjson`,
        `${JSON.stringify(row)}\n{"half`,
      );
      await Deno.writeTextFile(`${dir}/journal/guard_audit-left.ndjson`, `{"id":"1"}\nno JSON\n`);
      const guard = await guardIn(dir, sql);
      await guard.recover();
      assert.equal(await journalFiles(dir), 0);
      const { body } = await guard.ask("GET", "/health");
      assert.equal(body.dependencies?.records?.status, "ok");
      assert.match(String(body.dependencies?.records?.detail), /^3 records .* quarantine\/guard\.ndjson$/);
      const metrics = await guard.app.request("/metrics", { headers: await bearer() });
      assert.match(await metrics.text(), /^diwan_quarantined_records 3$/m);
      assert.equal(body.status, "ok");
      await guard.close();
    }),
);

testOnEngines(
  "telemetry that is sent while the database is away waits on disk and is stored once",
  options,
  (sql) =>
    inFolder(async (dir) => {
      const away = new Proxy(sql, {
        apply: () => Promise.reject(new Error("away")),
        get: (target, name) =>
          name === "begin" ? () => Promise.reject(new Error("away")) : Reflect.get(target, name),
      });
      const events = [{ product: "chat", model: "m", event_id: "1" }, { product: "chat", model: "m" }];
      let isAway = false;
      const moody = new Proxy(sql, {
        apply: (target, self, given) => Reflect.apply(isAway ? away : target, self, given),
        get: (target, name) => Reflect.get(isAway ? away : target, name),
      });
      const guard = await guardIn(dir, moody);
      isAway = true;
      const { status, body } = await guard.ask("POST", "/telemetry/ingest", { events });
      assert.deepEqual([status, body], [200, { ingested: 2 }]);
      await guard.close();
      isAway = false;
      const next = await guardIn(dir, sql);
      await next.recover();
      assert.deepEqual((await next.ask("POST", "/telemetry/ingest", { events })).body, { ingested: 1 });
      assert.equal((await next.ask("GET", "/monitoring/metrics?days=1")).body.total_requests, 3);
      await next.close();
      assert.equal(await journalFiles(dir), 0);
    }),
);

testOnEngines("NUL in an id of a path is a 422 that names it, at every endpoint", options, async (sql) => {
  const guard = await testGuard(sql);
  const document = await (await guard.app.request("/openapi.json")).json();
  const paths = Object.keys(document.paths).filter((path) => path.includes("{"));
  assert.ok(paths.length >= 9);
  for (const path of paths) {
    for (const method of Object.keys(document.paths[path])) {
      const address = path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "a%00b");
      const body = method === "put" || method === "post" ? {} : undefined;
      const answer = await guard.ask(method.toUpperCase(), address, body);
      assert.equal(answer.status, 422, `${method} ${path}`);
      assert.equal(answer.body.details?.[0]?.loc?.[0], "path", `${method} ${path}`);
    }
  }
});
