import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { groupStore } from "./governance_store.ts";
import { allowGroup, allowRemoval } from "./group_rules.ts";
import { openKeyReplica } from "./key_replica.ts";
import { type HashedSecret, newSecret } from "./key_secret.ts";
import type { VirtualKeyInput } from "./virtual_key.ts";
import { allowKey, type RotatedKey, rotatedSecrets } from "./virtual_key_rules.ts";
import { virtualKeyStore } from "./virtual_keys_store.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const LOG = { warn: () => {} };

function input(changes: Partial<VirtualKeyInput> = {}): VirtualKeyInput {
  return {
    name: "robot",
    rate_limit: null,
    budget: null,
    team_id: null,
    customer_id: null,
    allowed_models: null,
    may_skip_guardrails: false,
    may_pass_through: false,
    timeout_seconds: null,
    cache: null,
    expires_at: null,
    ...changes,
  };
}

const rotate = (secret: HashedSecret, graceSeconds: number) => (before: RotatedKey) =>
  rotatedSecrets(before, secret, { graceSeconds, now: Date.now() });

async function created(sql: Sql, changes: Partial<VirtualKeyInput> = {}) {
  const { key, ...hashed } = newSecret();
  const record = await virtualKeyStore(sql).insert(
    input(changes),
    { ...hashed, created_by: "admin" },
    allowKey,
  );
  return { key, hash: hashed.key_hash, record };
}

testOnEngines(
  "a key is read as it was written, and a change affects only the given fields",
  DATABASE,
  async (sql) => {
    const store = virtualKeyStore(sql);
    const { record } = await created(sql, {
      rate_limit: { requests_per_minute: 10, tokens_per_minute: null },
      budget: { limit_usd: 12.345678901, period: "weekly" },
      allowed_models: ["small", "نموذج"],
      cache: { ttl_seconds: 60 },
    });
    assert.equal(record.status, "active");
    assert.deepEqual(await store.find(record.id), record);
    const changed = await store.update(record.id, { name: "other", rate_limit: null }, allowKey);
    assert.deepEqual({ ...changed, updated_at: "" }, {
      ...record,
      name: "other",
      rate_limit: null,
      updated_at: "",
    });
    assert.equal(changed?.budget?.limit_usd, 12.345678901);
    assert.equal(await store.update(crypto.randomUUID(), { name: "x" }, allowKey), undefined);
    assert.deepEqual((await store.update(record.id, { allowed_models: [] }, allowKey))?.allowed_models, []);
    await assert.rejects(created(sql, { name: "OTHER" }), /Virtual key already exists/);
    await assert.rejects(
      created(sql, { name: "new", team_id: crypto.randomUUID() }),
      /Request validation failed/,
    );
  },
);

testOnEngines("keys are listed newest first, by name, team and status", DATABASE, async (sql) => {
  const store = virtualKeyStore(sql);
  const team = await groupStore(sql, "teams").insert(
    { name: "team", rate_limit: null, budget: null },
    allowGroup("teams"),
  );
  const one = await created(sql, { name: "One", team_id: team.id });
  const two = await created(sql, { name: "two", expires_at: "2020-01-01T00:00:00Z" });
  const three = await created(sql, { name: "three %" });
  await store.revoke(three.record.id);
  const ids = async (query: Partial<Parameters<typeof store.list>[0]>) => {
    const keys = await store.list(query, { limit: 10, offset: 0 });
    assert.equal(await store.count(query), keys.length);
    return keys.map(({ name }) => name);
  };
  assert.deepEqual(await ids({}), ["three %", "two", "One"]);
  assert.deepEqual(await ids({ search: "o" }), ["two", "One"]);
  assert.deepEqual(await ids({ search: "%" }), ["three %"]);
  assert.deepEqual(await ids({ team_id: team.id }), ["One"]);
  assert.deepEqual(await ids({ status: "active" }), ["One"]);
  assert.deepEqual(await ids({ status: "expired" }), ["two"]);
  assert.deepEqual(await ids({ status: "revoked" }), ["three %"]);
  assert.deepEqual([one.record.status, two.record.status], ["active", "expired"]);
});

testOnEngines(
  "groups in use cannot be removed, and a team's keys belong to the team's customer",
  DATABASE,
  async (sql) => {
    const [customers, teams] = [groupStore(sql, "customers"), groupStore(sql, "teams")];
    const acme = await customers.insert(
      { name: "Acme", rate_limit: null, budget: null },
      allowGroup("customers"),
    );
    const other = await customers.insert(
      { name: "Other", rate_limit: null, budget: null },
      allowGroup("customers"),
    );
    await assert.rejects(
      customers.insert({ name: "ACME", rate_limit: null, budget: null }, allowGroup("customers")),
      /Customer already exists/,
    );
    const team = await teams.insert(
      { name: "T", customer_id: acme.id, rate_limit: null, budget: null },
      allowGroup("teams"),
    );
    await assert.rejects(
      created(sql, { team_id: team.id, customer_id: other.id }),
      /Request validation failed/,
    );
    const { record } = await created(sql, { team_id: team.id });
    await assert.rejects(customers.remove(acme.id, allowRemoval("customers")), /in use/);
    await assert.rejects(teams.remove(team.id, allowRemoval("teams")), /in use/);
    await virtualKeyStore(sql).revoke(record.id);
    assert.equal(await teams.remove(team.id, allowRemoval("teams")), true);
    assert.equal((await virtualKeyStore(sql).find(record.id))?.team_id, null);
    assert.equal(await customers.remove(acme.id, allowRemoval("customers")), true);
    assert.equal(await customers.remove(acme.id, allowRemoval("customers")), false);
    assert.deepEqual((await customers.list({}, { limit: 5, offset: 0 })).map(({ name }) => name), ["Other"]);
    assert.equal(await customers.count({ search: "oth" }), 1);
  },
);

testOnEngines("a replica carries every limit of key, team and customer", DATABASE, async (sql) => {
  const customer = await groupStore(sql, "customers").insert({
    name: "Acme",
    rate_limit: { requests_per_minute: null, tokens_per_minute: 9000 },
    budget: { limit_usd: 100, period: "monthly" },
  }, allowGroup("customers"));
  const team = await groupStore(sql, "teams").insert({
    name: "T",
    customer_id: customer.id,
    rate_limit: { requests_per_minute: 50, tokens_per_minute: null },
    budget: null,
  }, allowGroup("teams"));
  const { hash, record } = await created(sql, {
    team_id: team.id,
    budget: { limit_usd: 0.5, period: "daily" },
    may_pass_through: true,
  });
  const replica = await openKeyReplica({ sql, log: LOG });
  const entry = replica.find(hash, Date.now());
  replica.close();
  assert.ok(entry && "caller" in entry);
  const { caller } = entry;
  assert.deepEqual([caller.tenant_id, caller.may_pass_through], [record.id, true]);
  assert.equal(caller.customer_id, customer.id);
  assert.deepEqual(caller.limits.map(({ key, scope }) => [key, scope]), [
    [`team:${team.id}`, "team"],
    [`customer:${customer.id}`, "customer"],
  ]);
  assert.deepEqual(caller.budgets.map(({ key, limit_nano_usd, period }) => [key, limit_nano_usd, period]), [
    [`key:${record.id}`, 500_000_000n, "daily"],
    [`customer:${customer.id}`, 100_000_000_000n, "monthly"],
  ]);
});

testOnEngines("what one process changes reaches another by itself", DATABASE, async (sql) => {
  const store = virtualKeyStore(sql);
  const { hash, record } = await created(sql);
  const replica = await openKeyReplica({ sql, log: LOG, everyMs: 20 });
  const until = async (condition: () => boolean) => {
    // A busy machine may delay a refresh that is due every 20 ms.
    const deadline = Date.now() + 60_000;
    while (!condition()) {
      assert.ok(Date.now() < deadline, "not within a minute");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const finds = (of: string, now = Date.now()) => {
    const entry = replica.find(of, now);
    return entry && "caller" in entry ? "caller" : entry?.refused;
  };
  try {
    assert.equal(finds(hash), "caller");
    const rotated = newSecret();
    await store.rotate(record.id, rotate(rotated, 3600));
    await until(() => finds(rotated.key_hash) === "caller");
    assert.equal(finds(hash), "caller", "the old secret has its grace");
    assert.equal(finds(hash, Date.now() + 3_700_000), "expired");
    const last = newSecret();
    await store.rotate(record.id, rotate(last, 0));
    await until(() => finds(last.key_hash) === "caller");
    assert.equal(finds(hash), undefined);
    assert.equal(finds(rotated.key_hash), undefined);
    await store.update(record.id, { expires_at: "2020-01-01T00:00:00Z" }, allowKey);
    await until(() => finds(last.key_hash) === "expired");
    const revoked = await store.revoke(record.id);
    await until(() => finds(last.key_hash) === "revoked");
    assert.deepEqual((await store.revoke(record.id))?.revoked_at, revoked?.revoked_at);
    await assert.rejects(store.rotate(record.id, rotate(newSecret(), 0)), /revoked/);
    const fresh = await created(sql, { name: "fresh" });
    await until(() => finds(fresh.hash) === "caller");
  } finally {
    replica.close();
  }
});
