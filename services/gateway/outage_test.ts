import assert from "node:assert/strict";
import { openServer } from "lib/database/db.ts";
import { testServerDatabase } from "lib/testing.ts";
import { auditStore } from "./books/audit_store.ts";
import { openAuditLog } from "./books/audit.ts";
import { openKeyReplica } from "./access/key_replica.ts";
import { newSecret } from "./access/key_secret.ts";
import { usageRecord } from "./books/usage_fixture.ts";
import { usageStore } from "./books/usage_store.ts";
import { openMeter } from "./books/usage_writer.ts";
import { allowKey } from "./access/virtual_key_rules.ts";
import { virtualKeyStore } from "./access/virtual_keys_store.ts";

/** A proxy to a database server whose connections can be cut and restored. */
function severable(target: URL) {
  const open = new Set<Deno.Conn>();
  const local = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = local.addr;
  let listener: Deno.Listener | undefined = local;

  async function serve(from: Deno.Listener) {
    for await (const client of from) {
      const server = await Deno.connect({ hostname: target.hostname, port: Number(target.port || 5432) });
      for (const conn of [client, server]) open.add(conn);
      client.readable.pipeTo(server.writable).catch(() => {});
      server.readable.pipeTo(client.writable).catch(() => {});
    }
  }

  function cut() {
    listener?.close();
    listener = undefined;
    for (const conn of open) {
      try {
        conn.close();
      } catch {
        // Its other end was closed before.
      }
    }
    open.clear();
  }

  function mend() {
    listener = Deno.listen({ hostname: "127.0.0.1", port });
    serve(listener).catch(() => {});
  }

  serve(local).catch(() => {});
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return { url: url.href, cut, mend };
}

const server = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `a database outage loses and doubles no record, and keys still count${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  async fn() {
    await using database = await testServerDatabase(
      server ?? "",
      "gateway",
      import.meta.resolve("./migrations/"),
    );
    const way = severable(new URL(database.url));
    const { sql, close } = openServer(way.url, 3);
    const dir = await Deno.makeTempDir({ prefix: "outage-" });
    const warnings: string[] = [];
    const log = { warn: (message: string) => void warnings.push(message), error: () => {} };
    const keeping = { dir, maxBytes: 10_000_000, log, waitMs: 20, patienceMs: 100 };
    const { key_hash, key_hint } = newSecret();
    const key = {
      name: "k",
      rate_limit: null,
      budget: null,
      team_id: null,
      customer_id: null,
      allowed_models: null,
    };
    await virtualKeyStore(database.sql).insert(
      {
        ...key,
        may_skip_guardrails: false,
        may_pass_through: false,
        timeout_seconds: null,
        cache: null,
        expires_at: null,
      },
      { key_hash, key_hint, created_by: "admin" },
      allowKey,
    );
    const replica = await openKeyReplica({ sql, log, everyMs: 50 });
    const meter = await openMeter({ store: usageStore(sql), ...keeping });
    const audit = await openAuditLog({ store: auditStore(sql), ...keeping });
    let written = 0;
    const work = async (ms: number) => {
      for (const end = Date.now() + ms; Date.now() < end;) {
        for (let n = 0; n < 10; n++) {
          meter.record(usageRecord({ tenant_id: `t${n}` }));
          audit.record({
            actor: "admin",
            action: "team_create",
            outcome: "success",
            resource: "/v1",
            provider: null,
            model: null,
            request_id: "r",
            ip: null,
            latency_ms: 1,
          });
          written += 1;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    try {
      await work(300);
      way.cut();
      await work(1200);
      assert.ok(meter.depth() > 0, "records wait");
      const entry = replica.find(key_hash, Date.now());
      assert.ok(entry && "caller" in entry, "a known key passes without the database");
      way.mend();
      await work(300);
      for (let tries = 0; meter.depth() > 0 || audit.depth() > 0; tries++) {
        assert.ok(tries < 400, "the records that waited are not written");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await meter.close();
      await audit.close();
      const [counted] = await database.sql<{ usage: number; events: number }[]>`
        select (select count(*) from gateway.usage_records) as usage,
          (select count(*) from gateway.audit_events) as events`;
      assert.deepEqual({ ...counted }, { usage: written, events: written });
      assert.equal(await usageStore(database.sql).total({}), written);
      assert.equal((await auditStore(database.sql).total({ action: "team_create" })).total, written);
      assert.equal(
        (await auditStore(database.sql).total({})).total,
        2 * written,
        "a call is an event as well",
      );
      assert.equal(meter.lost(), 0);
      assert.ok(warnings.some((message) => message.includes("usage records cannot be written")));
    } finally {
      replica.close();
      await close();
      way.cut();
      await Deno.remove(dir, { recursive: true });
    }
  },
});
