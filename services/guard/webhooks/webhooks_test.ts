import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { serveScript, testOnEngines, testService } from "lib/testing.ts";
import { judge, leak, options, RULE } from "../alerts/alerts_fixture.ts";
import { type TestGuard, testGuard } from "../guard_fixture.ts";
import { deliveryStore } from "./deliveries_store.ts";
import { deliveryWorker, sender } from "./delivery_worker.ts";

testOnEngines(
  "an alert reaches its webhooks signed, is retried, and leaves a delivery log",
  options,
  async (sql) => {
    let broken = true;
    await using server = serveScript(() => new Response(null, { status: broken ? 500 : 204 }));
    const guard = await testGuard(sql, { settings: { ALLOW_PRIVATE_URLS: "true" } });
    const { ask, clock } = guard;
    const { body: hook, status } = await ask("POST", "/webhooks", {
      url: server.url,
      events: ["alert_triggered"],
    });
    assert.equal(status, 201);
    assert.match(String(hook.secret), /^whsec_/);
    const { body: list, text } = await ask("GET", "/webhooks");
    assert.ok(!text.includes("whsec_"));
    assert.deepEqual([list[0]?.id, list[0]?.is_active], [hook.id, true]);
    await ask("POST", "/webhooks", { url: `${server.url}/deaf`, events: ["alert_resolved"] });
    await ask("POST", "/alerts/rules", { ...RULE, webhook_ids: [hook.id] });
    await leak(guard, 2);
    await judge(sql, guard);
    // Delivers due messages now, as the timer would.
    const deliver = () =>
      deliveryWorker({
        store: deliveryStore(sql),
        send: sender({ allowPrivate: true, now: () => clock.now }),
        log: testService().log,
        now: () => clock.now,
      }).run();
    await deliver();
    const log = async () => (await ask("GET", `/webhooks/${hook.id}/deliveries`)).body[0];
    const failed = await log();
    assert.deepEqual([failed?.status, failed?.attempts, failed?.status_code, failed?.event_type], [
      "pending",
      1,
      500,
      "alert_triggered",
    ]);
    broken = false;
    clock.now += 6_000;
    await deliver();
    assert.deepEqual([(await log())?.status, (await log())?.attempts], ["delivered", 2]);
    const again = (delivery: unknown) => ask("POST", `/webhooks/${hook.id}/deliveries/${delivery}/resend`);
    assert.equal((await again(failed?.id)).status, 202);
    assert.equal((await again(failed?.id)).status, 409);
    assert.equal((await again("msg_other")).status, 404);
    await deliver();
    assert.deepEqual([(await log())?.status, (await log())?.attempts], ["delivered", 1]);
    const third = server.requests.pop();
    assert.deepEqual(
      [third?.headers.get("webhook-id"), third?.body],
      [server.requests[1]?.headers.get("webhook-id"), server.requests[1]?.body],
    );
    const [first, second] = server.requests;
    assert.ok(first && second && server.requests.length === 2);
    assert.equal(first.headers.get("webhook-id"), second.headers.get("webhook-id"));
    assert.notEqual(first.headers.get("webhook-timestamp"), second.headers.get("webhook-timestamp"));
    assert.equal(second.path, "/");
    // The verifier allows five minutes of difference, and this test's clock stands still.
    const headers = Object.fromEntries(second.headers);
    const timestamp = Number(headers["webhook-timestamp"]) * 1000;
    const expected = new Webhook(String(hook.secret)).sign(
      headers["webhook-id"] ?? "",
      new Date(timestamp),
      second.body,
    );
    assert.equal(headers["webhook-signature"], expected);
    const message = JSON.parse(second.body);
    assert.deepEqual([message.type, message.data.status, message.data.value], [
      "alert_triggered",
      "triggered",
      2,
    ]);
  },
);

testOnEngines(
  "a webhook that answers 410 is disabled; deleting one deletes its deliveries",
  options,
  async (sql) => {
    await using server = serveScript(() => new Response(null, { status: 410 }));
    const guard = await testGuard(sql, { settings: { ALLOW_PRIVATE_URLS: "true" } });
    const { body: hook } = await guard.ask("POST", "/webhooks", {
      url: server.url,
      events: ["*"],
      secret: "a secret of mine",
    });
    assert.equal(hook.secret, "a secret of mine");
    await leak(guard);
    await guard.flush();
    for (let i = 0; i < 400 && server.requests.length === 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await guard.flush();
    const { body } = await guard.ask("GET", "/webhooks");
    assert.deepEqual([body[0]?.is_active, body[0]?.disabled_reason], [
      false,
      "The address answered 410 Gone",
    ]);
    assert.equal(JSON.parse(server.requests[0]?.body ?? "{}").type, "pii_detected");
    const { body: log } = await guard.ask("GET", `/webhooks/${hook.id}/deliveries`);
    const again = await guard.ask("POST", `/webhooks/${hook.id}/deliveries/${log[0]?.id}/resend`);
    assert.deepEqual([again.status, again.body], [409, { error: "The webhook is disabled" }]);
    assert.ok(!server.requests[0]?.body.includes("ali@"));
    assert.equal((await guard.ask("DELETE", `/webhooks/${hook.id}`)).status, 204);
    assert.equal((await guard.ask("DELETE", `/webhooks/${hook.id}`)).status, 404);
    assert.equal((await sql`select 1 from guard.webhook_deliveries`).count, 0);
  },
);

testOnEngines(
  "POST /webhooks/{id}/test reports the outcome and goes to no private address",
  options,
  async (sql) => {
    await using server = serveScript((_request, _recorded, index) =>
      new Response(null, { status: index === 0 ? 200 : 404 })
    );
    const open = await testGuard(sql, { settings: { ALLOW_PRIVATE_URLS: "true" } });
    const { body: hook } = await open.ask("POST", "/webhooks", {
      url: server.url,
      events: ["alert_triggered"],
    });
    const test = async (guard: TestGuard) => (await guard.ask("POST", `/webhooks/${hook.id}/test`)).body;
    assert.deepEqual(await test(open), { success: true, status_code: 200, error: null });
    assert.deepEqual(await test(open), {
      success: false,
      status_code: 404,
      error: "The address answered 404",
    });
    const closed = await testGuard(sql);
    assert.deepEqual(await test(closed), {
      success: false,
      status_code: 0,
      error: "127.0.0.1 is not a public address",
    });
    assert.equal(server.requests.length, 2);
    assert.equal((await open.ask("POST", "/webhooks/none/test")).status, 404);
    for (
      const wrong of [{ url: "ftp://x" }, { url: "x" }, { url: "http://u:p@x.com" }, { events: [] }, {
        events: ["nope"],
      }, { secret: "short" }]
    ) {
      const { status } = await open.ask("POST", "/webhooks", {
        url: "https://x.com",
        events: ["*"],
        ...wrong,
      });
      assert.equal(status, 422, JSON.stringify(wrong));
    }
  },
);

testOnEngines("what is left to a webhook that was disabled holds up no other", options, async (sql) => {
  await using server = serveScript(() => new Response(null, { status: 204 }));
  const { ask, clock } = await testGuard(sql, { settings: { ALLOW_PRIVATE_URLS: "true" } });
  const hook = async () =>
    String((await ask("POST", "/webhooks", { url: server.url, events: ["*"] })).body.id);
  const [gone, good] = [await hook(), await hook()];
  const time = new Date(clock.now).toISOString();
  const waiting = (to: string, count: number) =>
    sql`
      insert into guard.webhook_deliveries (id, webhook_id, event_type, payload, status, attempts, due_at, created_at)
      select 'msg_' || ${to}::text || n, ${to}, 'safety_block', '{}', 'pending', 0, ${time}, ${time}
      from generate_series(1, ${count}::int) as n`;
  await waiting(gone, 40);
  await waiting(good, 1);
  // Messages can still come in while a webhook is being disabled.
  await sql`update guard.webhooks set is_active = false where id = ${gone}`;
  const send = sender({ allowPrivate: true, now: () => clock.now });
  const log = testService().log;
  await deliveryWorker({ store: deliveryStore(sql), send, log, now: () => clock.now }).run();
  assert.equal(server.requests.length, 1);
});
