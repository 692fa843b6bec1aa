import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { alertStore } from "./alerts_store.ts";
import { judge, leak, MINUTE, options, RULE } from "./alerts_fixture.ts";
import { testGuard } from "../guard_fixture.ts";

testOnEngines(
  "a rule fires once, is acknowledged, resolved, and fires again after its cooldown",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    const { ask, clock } = guard;
    const created = await ask("POST", "/alerts/rules", RULE);
    assert.equal(created.status, 201);
    assert.deepEqual([created.body.cooldown_minutes, created.body.enabled, created.body.webhook_ids], [
      60,
      true,
      [],
    ]);
    const count = async (status = "") =>
      (await ask("GET", `/alerts${status && `?status=${status}`}`)).body.length;
    await leak(guard);
    await judge(sql, guard);
    assert.equal(await count(), 0);
    await leak(guard);
    await Promise.all([judge(sql, guard), judge(sql, guard), judge(sql, guard)]);
    assert.equal(await count("triggered"), 1);
    const { body } = await ask("GET", "/alerts");
    assert.deepEqual(
      [body[0]?.value, body[0]?.rule_id, body[0]?.message],
      [2, created.body.id, "Leaks: 2 pii_detections in 10 minutes (rule: at least 2)"],
    );
    const acknowledged = await ask("POST", `/alerts/${body[0]?.id}/acknowledge`, undefined, {
      role: "manager",
    });
    assert.deepEqual([acknowledged.body.status, acknowledged.body.acknowledged_by], [
      "acknowledged",
      "manager-1",
    ]);
    await judge(sql, guard);
    assert.equal(await count(), 1);
    const resolved = await ask("POST", `/alerts/${body[0]?.id}/resolve`);
    assert.deepEqual([resolved.status, resolved.body.status, resolved.body.resolved_by], [
      200,
      "resolved",
      "admin-1",
    ]);
    assert.equal((await ask("POST", `/alerts/${body[0]?.id}/acknowledge`)).status, 409);
    await judge(sql, guard);
    assert.equal(await count(), 1);
    clock.now += 61 * MINUTE;
    await leak(guard, 2);
    await judge(sql, guard);
    assert.equal(await count("triggered"), 1);
    clock.now += 11 * MINUTE;
    await judge(sql, guard);
    assert.equal((await ask("GET", "/alerts?status=resolved")).body[0]?.resolved_by, "system");
  },
);

testOnEngines(
  "a rule that zero events satisfy waits for a window, and a changed rule starts anew",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    const { ask, clock } = guard;
    const { body: rule } = await ask("POST", "/alerts/rules", {
      ...RULE,
      operator: "lt",
      threshold: 1,
      metric: "critical_events",
    });
    const open = async () => (await ask("GET", "/alerts?status=triggered")).body.length;
    await judge(sql, guard);
    clock.now += 9 * MINUTE;
    await judge(sql, guard);
    assert.equal(await open(), 0);
    clock.now += MINUTE;
    await judge(sql, guard);
    assert.equal(await open(), 1);
    const changed = await ask("PUT", `/alerts/rules/${rule.id}`, { window_minutes: 20 });
    assert.deepEqual([changed.status, changed.body.window_minutes, changed.body.last_fired_at], [
      200,
      20,
      null,
    ]);
    assert.equal(await open(), 0);
    clock.now += 20 * MINUTE;
    await judge(sql, guard);
    assert.equal(await open(), 1);
    await ask("PUT", `/alerts/rules/${rule.id}`, { name: "Other" });
    assert.equal(await open(), 1);
    assert.equal((await ask("DELETE", `/alerts/rules/${rule.id}`)).status, 204);
    assert.equal((await ask("GET", "/alerts")).body[0]?.rule_id, null);
    assert.equal(await open(), 0);
    assert.equal((await ask("DELETE", `/alerts/rules/${rule.id}`)).status, 404);
  },
);

testOnEngines("every metric counts its own events", options, async (sql) => {
  const guard = await testGuard(sql);
  const { ask, flush } = guard;
  await ask("POST", "/policies", {
    name: "p",
    rule_type: "keyword",
    rule_config: '{"keywords":["bad"]}',
    action: "block",
  });
  await ask("POST", "/governance/evaluate", { content: "bad ali@example.com" });
  await ask("POST", "/telemetry/ingest", {
    events: [{ product: "a", severity: "critical" }, { product: "a" }],
  });
  await flush();
  const since = "2026-11-21T09:00:00Z";
  const store = alertStore(sql);
  const values = await Promise.all(
    (["policy_violations", "pii_detections", "safety_blocks", "critical_events"] as const).map((metric) =>
      store.measure(metric, since, 100)
    ),
  );
  assert.deepEqual(values, [1, 1, 0, 2]);
  assert.equal(await store.measure("critical_events", since, 1), 1);
});

testOnEngines("events arriving fire a rule without waiting for the timer", options, async (sql) => {
  const guard = await testGuard(sql);
  await guard.ask("POST", "/alerts/rules", RULE);
  await leak(guard, 2);
  for (let i = 0; i < 400; i++) {
    if (Number((await guard.ask("GET", "/alerts")).body.length) === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("no alert");
});

testOnEngines("legacy alerts are the same alerts, which an admin resolves", options, async (sql) => {
  const guard = await testGuard(sql);
  await guard.ask("POST", "/alerts/rules", RULE);
  await leak(guard, 2);
  await judge(sql, guard);
  const { body } = await guard.ask("GET", "/monitoring/alerts");
  assert.deepEqual([body[0]?.alert_type, body[0]?.status, body[0]?.resolved], [
    "pii_detections",
    "active",
    false,
  ]);
  const path = `/monitoring/alerts/${body[0]?.id}/resolve`;
  const denied = await guard.ask("POST", path, undefined, { role: "manager" });
  assert.deepEqual([denied.status, denied.body.detail], [
    403,
    "Role 'manager' is not permitted; required: admin",
  ]);
  const resolved = await guard.ask("POST", path);
  assert.deepEqual([resolved.status, resolved.body.status, resolved.body.resolved], [200, "resolved", true]);
  assert.equal((await guard.ask("POST", "/monitoring/alerts/none/resolve")).status, 404);
});

testOnEngines("alert rules refuse what the specification does", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const post = async (changes: object) =>
    (await ask("POST", "/alerts/rules", { ...RULE, ...changes })).status;
  for (
    const wrong of [
      { name: "" },
      { metric: "cpu" },
      { operator: "ne" },
      { threshold: "x" },
      { window_minutes: 0 },
      { window_minutes: 10_081 },
      {
        cooldown_minutes: 0,
      },
      { cooldown_minutes: 10_081 },
      { name: undefined },
      { enabled: "yes" },
    ]
  ) assert.equal(await post(wrong), 422, JSON.stringify(wrong));
  assert.equal(await post({ window_minutes: 10_080, cooldown_minutes: 1, enabled: false }), 201);
  assert.equal((await ask("GET", "/alerts/rules?enabled_only=true")).headers.get("x-total-count"), "0");
  assert.equal((await ask("GET", "/alerts/rules")).headers.get("x-total-count"), "1");
  assert.equal((await ask("GET", "/alerts/rules", undefined, { role: "user" })).status, 403);
  assert.equal((await ask("GET", "/alerts?limit=501")).status, 422);
  assert.equal((await ask("GET", "/alerts?status=open")).status, 422);
  for (const action of ["acknowledge", "resolve"]) {
    assert.equal((await ask("POST", `/alerts/none/${action}`)).status, 404);
  }
});

testOnEngines(
  "a rule that names an unknown webhook is a 422 that says which, and changes nothing",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const hook = await ask("POST", "/webhooks", { url: "https://example.com/hook", events: ["*"] });
    const webhook_ids = [String(hook.body.id), "nobody"];
    const refused = await ask("POST", "/alerts/rules", { ...RULE, webhook_ids });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /"webhook_ids",1\]/);
    const made = await ask("POST", "/alerts/rules", { ...RULE, webhook_ids: webhook_ids.slice(0, 1) });
    assert.equal(made.status, 201);
    assert.equal((await ask("PUT", `/alerts/rules/${made.body.id}`, { webhook_ids })).status, 422);
    assert.deepEqual(
      (await ask("GET", `/alerts/rules/${made.body.id}`)).body.webhook_ids,
      webhook_ids.slice(0, 1),
    );
  },
);
