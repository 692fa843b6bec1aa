import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import type { AuditEvent } from "../audit_event.ts";
import { EXAMINED } from "./audit_lead.ts";
import { withFeatures } from "../feature_fixture.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

function event(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    actor: "user:alice",
    action: "model_request",
    outcome: "success",
    resource: "/v1/chat/completions",
    provider: "openai",
    model: "small",
    request_id: "r-1",
    ip: null,
    latency_ms: 1.5,
    ...changes,
  };
}

testOnEngines(
  "GET /logs/events searches events, and shows other people's only to admins",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, audit, jwt }) => {
      audit.record(event({ outcome: "failure", request_id: "r-bad" }));
      audit.record(event({ actor: "user:bob" }));
      audit.record(
        event({ actor: "anonymous", action: "auth_denied", outcome: "denied", provider: null, model: null }),
      );
      const all = await (await call("/logs/events?limit=2")).json();
      assert.deepEqual([all.total, all.page, all.limit, all.total_capped, all.data.length], [
        3,
        1,
        2,
        false,
        2,
      ]);
      assert.equal(all.data[0].action, "auth_denied");
      const failed = await (await call(
        "/logs/events?outcome=failure&action=model_request&start_time=2020-01-01T00:00:00Z",
      ))
        .json();
      assert.deepEqual(failed.data.map((each: { request_id: string }) => each.request_id), ["r-bad"]);
      const alice = await jwt("user", "alice");
      const own = await (await call("/logs/events", { key: alice })).json();
      assert.deepEqual(own.data.map((each: { actor: string }) => each.actor), ["user:alice"]);
      assert.equal((await call("/logs/events?actor=user:alice", { key: alice })).status, 200);
      assert.equal((await call("/logs/events?actor=user:bob", { key: alice })).status, 403);
      assert.equal((await call("/logs/events?start_time=now")).status, 422);
      assert.equal((await call("/logs/events", { key: "nobody" })).status, 401);
    }),
);

testOnEngines(
  "GET /logs/events of which not all are counted leads from page to page to the last, whose total is exact",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, audit }) => {
      // The newest ones, among which is counted, are of another model.
      for (let n = 0; n < 70; n++) audit.record(event({ model: "large" }));
      for (let n = 0; n < EXAMINED; n++) audit.record(event());
      const pageOf = async (page: number) => {
        const path = `/logs/events?actor=user:alice&model=large&limit=30&page=${page}`;
        const { data, total, total_capped } = await (await call(path)).json();
        return [data.length, total, total_capped];
      };
      assert.deepEqual(await pageOf(1), [30, 31, true]);
      assert.deepEqual(await pageOf(2), [30, 61, true]);
      assert.deepEqual(await pageOf(3), [10, 70, false]);
      // A page beyond the last one is no count of events.
      const [length, total] = await pageOf(1_000);
      assert.deepEqual([length, total <= 70], [0, true]);
    }),
);

testOnEngines(
  "GET /logs/stats counts the last hours",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, audit, jwt }) => {
      for (let n = 0; n < 6; n++) {
        audit.record(event({ actor: `user:u${n % 3}`, outcome: n ? "success" : "failure" }));
      }
      const stats = await (await call("/logs/stats")).json();
      assert.equal(stats.total, 6);
      assert.equal(stats.unique_actors, 3);
      assert.deepEqual(stats.by_outcome, [{ outcome: "success", count: 5 }, {
        outcome: "failure",
        count: 1,
      }]);
      assert.equal(stats.hourly.reduce((sum: number, { count }: { count: number }) => sum + count, 0), 6);
      assert.equal(stats.recent_failures.last_24_hours, 1);
      const own = await (await call("/logs/stats?hours=2", { key: await jwt("user", "u0") })).json();
      assert.deepEqual([own.total, own.unique_actors, own.recent_failures.last_24_hours], [2, 1, 1]);
      assert.equal((await call("/logs/stats?hours=0")).status, 422);
    }),
);
