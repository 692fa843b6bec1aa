import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { migrate } from "lib/database/migrations.ts";
import { uuidv7 } from "lib/ids.ts";
import { testOnEngines } from "lib/testing.ts";
import type { UsageRecord } from "../usage.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { EXAMINED, rarestLead } from "./audit_lead.ts";
import { auditStore } from "./audit_store.ts";
import { auditOutcomeOf } from "./audit_trail.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import { START, usageRecord } from "./usage_fixture.ts";
import { usageStore } from "./usage_store.ts";

const DATABASE = { schema: "gateway", migrations: MIGRATIONS };

/** Calls a second apart: `of` tells how the one of a number differs. */
async function called(sql: Sql, count: number, of: (n: number) => Partial<UsageRecord>) {
  const records = Array.from({ length: count }, (_, n) => {
    const time = START + n * 1_000;
    const record = usageRecord({ id: uuidv7(time), timestamp: new Date(time).toISOString(), ...of(n) });
    return { ...record, tenant_id: record.actor?.replace("key:", "") ?? "t1" };
  });
  const store = usageStore(sql);
  for (let from = 0; from < count; from += 1_000) {
    await store.insert(JSON.stringify(records.slice(from, from + 1_000)));
  }
  return records;
}

/** Calls of which some paths, models, actors and outcomes are rare. */
function mixed(n: number): Partial<UsageRecord> {
  return {
    actor: n % 97 === 5 ? "key:نادر" : `key:k${n % 2}`,
    model: n % 61 === 7 ? "نموذج نادر" : n % 3 ? "small" : "large",
    provider: n % 41 === 3 ? "groq" : "openai",
    resource: n % 53 === 0 ? "/v1/embeddings" : n % 31 === 0 ? "/v1/messages" : "/v1/chat/completions",
    outcome: n % 29 === 0
      ? "error"
      : n % 43 === 0
      ? "cut"
      : n % 37 === 0
      ? "blocked"
      : n % 5
      ? "ok"
      : "cached",
  };
}

const VALUES = {
  actor: ["key:نادر", "key:k1", "key:nobody"],
  model: ["نموذج نادر", "small"],
  provider: ["groq", "openai"],
  resource: ["/v1/embeddings", "/v1/chat/completions", "/v1/rerank"],
  outcome: ["failure", "blocked", "success"],
} as const;

/** Filters of two and of three fields. */
function filters(): AuditFilter[] {
  const single = Object.entries(VALUES).flatMap(([name, values]) =>
    values.map((value): AuditFilter => ({ [name]: value }))
  );
  const wider = (some: AuditFilter[]) =>
    some.flatMap((filter) =>
      single.filter((other) => Object.keys(other).every((name) => name > (Object.keys(filter).at(-1) ?? "")))
        .map((other) => ({ ...filter, ...other }))
    );
  const pairs = wider(single);
  return [...pairs, ...wider(pairs)];
}

testOnEngines(
  "any two or three filters of calls find those that match, newest first",
  DATABASE,
  async (sql) => {
    const records = await called(sql, 700, mixed);
    const store = auditStore(sql);
    for (const filter of filters()) {
      const expected = records.filter((record) =>
        (["actor", "model", "provider", "resource"] as const).every((name) =>
          filter[name] === undefined || filter[name] === record[name]
        ) && (filter.outcome === undefined || filter.outcome === auditOutcomeOf(record.outcome))
      ).map(({ id }) => id).reverse();
      const label = JSON.stringify(filter);
      const ids = (await store.list(filter, { limit: 30, offset: 2 })).map(({ id }) => id);
      assert.deepEqual(ids, expected.slice(2, 32), label);
      assert.deepEqual(await store.total(filter), { total: expected.length, capped: false }, label);
    }
  },
);

testOnEngines("calls are read by the field that leads to the fewest", DATABASE, async (sql) => {
  const retiring = EXAMINED + 300;
  // One model's calls end before those of the other begin; an actor makes few, a path has few.
  await called(sql, 2 * retiring, (n) => ({
    actor: n % 200 === 1 ? "key:few" : "key:many",
    model: n < retiring ? "متقاعد" : "small",
    resource: n % 300 === 2 ? "/v1/embeddings" : n % 3 ? "/v1/messages" : "/v1/chat/completions",
    outcome: n % 500 ? "ok" : "error",
  }));
  const lead = (filter: AuditFilter) => rarestLead(sql, filter);
  assert.equal(await lead({ actor: "key:few", model: "small" }), "actor");
  assert.equal(await lead({ actor: "key:many", resource: "/v1/embeddings" }), "resource");
  assert.equal(await lead({ actor: "key:few", resource: "/v1/messages" }), "actor");
  // Both have many; that of which they end long ago can match no newer call.
  assert.equal(await lead({ actor: "key:many", model: "متقاعد" }), "model");
  // The usual path has no index.
  assert.equal(await lead({ provider: "openai", resource: "/v1/chat/completions" }), "provider");
  assert.equal(await lead({ outcome: "failure" }), undefined);
  const store = auditStore(sql);
  // All calls of the path are looked at, though its actor has more than that.
  assert.deepEqual(await store.total({ actor: "key:many", resource: "/v1/embeddings" }), {
    total: Math.ceil((2 * retiring - 2) / 300),
    capped: false,
  });
  assert.deepEqual(await store.total({ actor: "key:many", model: "متقاعد", outcome: "failure" }), {
    total: Math.ceil(retiring / 500),
    capped: false,
  });
  assert.equal((await store.total({ actor: "key:many", model: "متقاعد" })).capped, true);
});

testOnEngines(
  "the calls of a database of the version before are found after its upgrade",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0023");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    await called(sql, 400, mixed);
    const store = auditStore(sql);
    const pages = () =>
      Promise.all(filters().slice(0, 40).map((filter) => store.list(filter, { limit: 20, offset: 0 })));
    const old = await pages();
    assert.ok((await migrate(sql, "gateway", MIGRATIONS)).includes("0023_event_pairs.sql"));
    assert.deepEqual(await pages(), old);
    // A month that begins later has the indexes, too.
    await sql`select gateway.add_month('usage_records', '2031-01-01'::date)`;
    const indexes = await sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes where schemaname = 'gateway' and tablename = 'usage_records_2031_01'`;
    for (const name of ["tenant_id", "model", "provider", "resource"]) {
      const partial = `(${name}, "timestamp", id) WHERE `;
      assert.ok(
        indexes.some(({ indexdef }) => indexdef.includes(partial) && indexdef.includes("outcome")),
        name,
      );
    }
  },
);
