import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const words = (...keywords: string[]) => JSON.stringify({ keywords });
const POLICY = { name: "Words", rule_type: "keyword", rule_config: words("forbidden"), action: "block" };

testOnEngines(
  "every change is a version with author and time, and can be restored",
  options,
  async (sql) => {
    const { ask, clock } = await testGuard(sql);
    const { body: { id } } = await ask("POST", "/policies", POLICY, { sub: "amal" });
    clock.now += 60_000;
    await ask("PUT", `/policies/${id}`, { action: "warn", scope: { teams: ["t"] } }, { sub: "badr" });
    const { body: list, headers } = await ask("GET", `/policies/${id}/versions`, undefined, {
      role: "manager",
    });
    assert.equal(headers.get("x-total-count"), "2");
    assert.deepEqual(
      [0, 1].map((i) => [list[i]?.version, list[i]?.change, list[i]?.changed_by, list[i]?.changed_at]),
      [
        [2, "update", "badr", "2026-11-21T10:01:00.000Z"],
        [1, "create", "amal", "2026-11-21T10:00:00.000Z"],
      ],
    );
    assert.deepEqual([list[0]?.policy?.action, list[1]?.policy?.action], ["warn", "block"]);
    assert.deepEqual(list[0]?.policy?.scope?.teams, ["t"]);

    const back = await ask("POST", `/policies/${id}/rollback`, { version: 1 }, { sub: "amal" });
    assert.equal(back.status, 200);
    assert.deepEqual([back.body.version, back.body.action, back.body.scope?.teams], [3, "block", []]);
    assert.equal((await ask("POST", "/governance/evaluate", { content: "forbidden" })).body.action, "block");
    const { body: event } = await ask("GET", "/audit/trail?event_type=policy_change");
    assert.deepEqual([event[0]?.action, event[0]?.details?.version, event[0]?.subject], [
      "rollback",
      3,
      "amal",
    ]);
  },
);

testOnEngines(
  "a deleted policy comes back by its versions, unless its name is taken",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const { body: { id } } = await ask("POST", "/policies", POLICY);
    await ask("DELETE", `/policies/${id}`);
    const { body: other } = await ask("POST", "/policies", POLICY);
    assert.equal((await ask("POST", `/policies/${id}/rollback`, { version: 1 })).status, 409);
    await ask("DELETE", `/policies/${other.id}`);
    const back = await ask("POST", `/policies/${id}/rollback`, { version: 1 });
    assert.deepEqual([back.status, back.body.id, back.body.version], [200, id, 3]);
    const { body: list } = await ask("GET", `/policies/${id}/versions`);
    assert.deepEqual([0, 1, 2].map((i) => list[i]?.change), ["rollback", "delete", "create"]);
  },
);

testOnEngines(
  "managers read versions, and only admins restore existing ones",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const { body: { id } } = await ask("POST", "/policies", POLICY);
    assert.equal((await ask("GET", `/policies/${id}/versions`, undefined, { role: "user" })).status, 403);
    for (const role of ["user", "manager"] as const) {
      assert.equal((await ask("POST", `/policies/${id}/rollback`, { version: 1 }, { role })).status, 403);
    }
    assert.equal((await ask("GET", "/policies/none/versions")).status, 404);
    assert.equal((await ask("POST", `/policies/${id}/rollback`, { version: 2 })).status, 404);
    for (const version of [0, 2_147_483_648]) {
      assert.equal((await ask("POST", `/policies/${id}/rollback`, { version })).status, 422);
    }
  },
);

testOnEngines("a policy that is refused leaves no version", options, async (sql) => {
  const { ask } = await testGuard(sql);
  await Promise.all(["a", "b", "c"].map((name) => ask("POST", "/policies", { ...POLICY, name })));
  const changes = await Promise.all(
    ["a", "b", "c"].map((name) => ask("POST", "/policies", { ...POLICY, name })),
  );
  assert.deepEqual(changes.map(({ status }) => status), [409, 409, 409]);
  const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.policy_versions`;
  assert.equal(row?.n, 3, "a policy that was refused leaves no version");
});

testOnEngines("of concurrent policies with one name one is created", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const made = await Promise.all(Array.from({ length: 6 }, () => ask("POST", "/policies", POLICY)));
  assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
});
