import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, FULL, served, SYSTEM } from "./compliance_fixture.ts";

testOnEngines(
  "a system keeps its trend over assessments, which can be compared, and its evidence",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const before = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
    const after = (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: FULL })).body;
    assert.equal(before.system_id, after.system_id);
    const { body: [system] } = await call("GET", "/systems");
    assert.deepEqual(system.trend.map(({ report_id }: { report_id: string }) => report_id), [
      before.id,
      after.id,
    ]);
    const { body: comparison } = await call("GET", `/reports/${before.id}/compare/${after.id}`);
    assert.ok(comparison.overall_change > 0);
    assert.deepEqual(comparison.changed, [{
      framework_id: "ksa-pdpl",
      requirement_id: "KSA-12",
      from: "not_met",
      to: "met",
    }]);
    const other =
      (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name: "Another" })).body;
    assert.equal((await call("GET", `/reports/${before.id}/compare/${other.id}`)).status, 422);
    const evidence = {
      framework_id: "ksa-pdpl",
      requirement_id: "KSA-12",
      kind: "link",
      reference: "https://intranet.example/notice",
    };
    const added = await call("POST", `/systems/${before.system_id}/evidence`, evidence);
    assert.equal(added.status, 201);
    assert.equal(
      (await call("POST", `/systems/${before.system_id}/evidence`, { ...evidence, requirement_id: "KSA-99" }))
        .status,
      422,
    );
    assert.equal((await call("GET", `/systems/${before.system_id}/evidence`)).body.length, 1);
    assert.equal(
      (await call("DELETE", `/systems/${before.system_id}/evidence/${added.body.id}`)).status,
      204,
    );
    assert.equal((await call("GET", `/systems/${before.system_id}/evidence`)).body.length, 0);
  },
);

testOnEngines("a user removes only evidence of their own, a manager anyone's", DATABASE, async (sql) => {
  const { call } = await served(sql);
  const { system_id } = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
  const evidence = { framework_id: "ksa-pdpl", requirement_id: "KSA-5", kind: "note", note: "seen" };
  const add = async (sub: string) =>
    (await call("POST", `/systems/${system_id}/evidence`, evidence, "user", sub)).body.id;
  const [bobs, alices] = [await add("bob"), await add("alice")];
  const remove = async (id: string, role: "user" | "manager", sub: string, system = system_id) =>
    (await call("DELETE", `/systems/${system}/evidence/${id}`, undefined, role, sub)).status;
  assert.equal(await remove(alices, "user", "bob"), 404);
  assert.equal(await remove(bobs, "user", "bob", crypto.randomUUID()), 404);
  assert.equal(await remove(bobs, "user", "bob"), 204);
  assert.equal(await remove(alices, "manager", "carol"), 204);
});

testOnEngines("a system is read by its id and found by part of its name", DATABASE, async (sql) => {
  const { call } = await served(sql);
  const { system_id } = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
  await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name: "Another" });
  const { body } = await call("GET", `/systems/${system_id}`);
  assert.deepEqual([body.name, body.assessments, body.trend.length], [SYSTEM.system_name, 1, 1]);
  const found = await call("GET", `/systems?name=${encodeURIComponent("متعامل")}`);
  assert.deepEqual(found.body.map(({ id }: { id: string }) => id), [system_id]);
  assert.equal((await call("GET", `/systems/${crypto.randomUUID()}`)).status, 404);
});
