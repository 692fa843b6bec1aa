import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { serveScript, testServerDatabase } from "lib/testing.ts";
import { MIGRATIONS } from "./guard_fixture.ts";
import { launch, until } from "./process_fixture.ts";

const server = Deno.env.get("TEST_DATABASE_URL");

/** Two guards on one database, and a receiver for their webhooks. */
async function twoGuards() {
  const database = await testServerDatabase(server ?? "", "guard", MIGRATIONS);
  const received: { id: string; type: string }[] = [];
  const receiver = serveScript(async (request) => {
    const { type } = await request.json();
    received.push({ id: request.headers.get("webhook-id") ?? "", type });
    return new Response(null, { status: 204 });
  });
  const settings = {
    DATABASE_URL: database.url,
    ALLOW_PRIVATE_URLS: "true",
    AUDIT_SECRET: "one secret for all processes of a database",
  };
  const guards = await Promise.all([
    launch("guard", freePort(), settings),
    launch("guard", freePort(), settings),
  ]);
  return {
    guards,
    received,
    receiver,
    async [Symbol.asyncDispose]() {
      await Promise.all(guards.map(({ stop }) => stop()));
      await receiver[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

Deno.test({
  name: `two guard processes on one database act as one${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  async fn(t) {
    await using running = await twoGuards();
    const { guards: [one, two], received, receiver } = running;
    const bothLeak = (times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, i) =>
          (i % 2 ? one : two).ask("POST", "/pii/detect", { text: `mail ${i}@example.com` })),
      );

    await t.step("a policy made, changed and deleted in one is in force in the other", async () => {
      const action = async () =>
        (await two.ask("POST", "/governance/evaluate", { content: "top secret" })).body.action;
      const { body: policy } = await one.ask("POST", "/policies", {
        name: "Secrets",
        rule_type: "keyword",
        rule_config: JSON.stringify({ keywords: ["top secret"] }),
        action: "block",
      });
      await until("blocked", async () => String(await action()) === "block");
      await one.ask("PUT", `/policies/${policy.id}`, { action: "warn" });
      await until("warned", async () => String(await action()) === "warn");
      await one.ask("DELETE", `/policies/${policy.id}`);
      await until("passed", async () => String(await action()) === "pass");
    });

    await t.step("every message reaches a webhook once", async () => {
      const hook = await one.ask("POST", "/webhooks", { url: receiver.url, events: ["pii_detected"] });
      await bothLeak(40);
      await until("delivered", () => Promise.resolve(received.length >= 40));
      // Both check the outbox again, since each has queued a new message.
      await bothLeak(2);
      await until("delivered too", () => Promise.resolve(received.length >= 42));
      assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [42, 42]);
      await two.ask("DELETE", `/webhooks/${hook.body.id}`);
      received.length = 0;
    });

    await t.step("an alert fires and is delivered once per cooldown", async () => {
      await one.ask("POST", "/webhooks", { url: receiver.url, events: ["alert_triggered"] });
      await two.ask("POST", "/alerts/rules", {
        name: "Leaks",
        metric: "pii_detections",
        operator: "gte",
        threshold: 1,
        window_minutes: 10,
      });
      const fired = async () => Array.from((await two.ask("GET", "/alerts")).body).length;
      await bothLeak(10);
      await until("told", () => Promise.resolve(received.length > 0));
      await bothLeak(10);
      // Both evaluate the rules again: a later rule fires only then.
      for (const guard of [one, two]) {
        const rule = { metric: "pii_detections", operator: "gte", threshold: 1, window_minutes: 10 };
        const before = await fired();
        await guard.ask("POST", "/alerts/rules", { name: "Later", ...rule });
        await bothLeak(2);
        await until("the later rule fires", async () => await fired() > before);
      }
      assert.equal(await fired(), 3);
      await until("told of all", () => Promise.resolve(received.length >= 3));
      assert.deepEqual(received.map(({ type }) => type), Array(3).fill("alert_triggered"));
    });

    await t.step("the audit trail of both is one chain", async () => {
      const { body } = await one.ask("GET", "/audit/verify");
      assert.equal(body.valid, true);
    });
  },
});
