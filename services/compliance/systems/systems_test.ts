import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, served, SYSTEM } from "../compliance_fixture.ts";

testOnEngines(
  "a system keeps its trend over assessments, which can be compared, and its evidence",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const before = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
    const after = (await call("POST", "/assess?framework_ids=ksa-pdpl", {
      ...SYSTEM,
      features: { ...SYSTEM.features, has_privacy_notice: true },
    })).body;
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
      from: "not_assessed",
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

testOnEngines(
  "those a system is shared with for change remove their own evidence, its owner anyone's",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { system_id } =
      (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM, "user", "salma")).body;
    const share = { people: ["alice", "bob"], may: "change" };
    assert.equal((await call("PUT", `/systems/${system_id}/sharing`, share, "user", "salma")).status, 200);
    const evidence = { framework_id: "ksa-pdpl", requirement_id: "KSA-5", kind: "note", note: "seen" };
    const add = async (sub: string) =>
      (await call("POST", `/systems/${system_id}/evidence`, evidence, "user", sub)).body.id;
    const [bobs, alices, more] = [await add("bob"), await add("alice"), await add("alice")];
    const remove = async (id: string, role: "user" | "manager", sub: string, system = system_id) =>
      (await call("DELETE", `/systems/${system}/evidence/${id}`, undefined, role, sub)).status;
    assert.equal(await remove(alices, "user", "bob"), 404);
    assert.equal(await remove(bobs, "user", "bob", crypto.randomUUID()), 404);
    assert.equal(await remove(bobs, "user", "eve"), 404);
    assert.equal(await remove(bobs, "user", "bob"), 204);
    assert.equal(await remove(more, "user", "salma"), 204);
    assert.equal(await remove(alices, "manager", "carol"), 204);
  },
);

testOnEngines(
  "one name stands for a system of each person, unless theirs is shared",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const assess = async (sub: string, role: "user" | "manager" = "user") =>
      (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM, role, sub)).body.system_id;
    const salmas = await assess("salma");
    const bilals = await assess("bilal");
    assert.notEqual(salmas, bilals);
    assert.equal(await assess("salma"), salmas);
    assert.equal(await assess("manal", "manager"), salmas, "a manager adds to the first of that name");
    await call("PUT", `/systems/${bilals}/sharing`, { people: ["omar"], may: "change" }, "user", "bilal");
    assert.equal(await assess("omar"), bilals);
    const { body: [seen] } = await call("GET", "/systems", undefined, "user", "omar");
    assert.deepEqual([seen.id, seen.assessments], [bilals, 1], "only the reports that one may see count");
  },
);

testOnEngines("a system is read by its id and found by part of its name", DATABASE, async (sql) => {
  const { call } = await served(sql);
  const { system_id } = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
  await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name: "Another" });
  const { body } = await call("GET", `/systems/${system_id}`);
  assert.deepEqual([body.name, body.assessments, body.trend.length], [SYSTEM.system_name, 1, 1]);
  const page = await call("GET", `/systems?name=${encodeURIComponent("متعامل")}`);
  assert.deepEqual(page.body.map(({ id }: { id: string }) => id), [system_id]);
  assert.equal((await call("GET", `/systems/${crypto.randomUUID()}`)).status, 404);
});

testOnEngines("a system is found by its name whatever its case and spacing", DATABASE, async (sql) => {
  const { call } = await served(sql);
  const assess = async (system_name: string) =>
    (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name })).body.system_id;
  const first = await assess("Citizen  Portal");
  for (const name of ["citizen portal", " Citizen Portal ", "Citizen\u00a0Portal", "Citizen\u200b Portal"]) {
    assert.equal(await assess(name), first, JSON.stringify(name));
  }
  assert.notEqual(await assess("CitizenPortal"), first);
});
