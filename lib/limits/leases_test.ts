import assert from "node:assert/strict";
import { leaseBook, type Leases } from "lib/limits/leases.ts";
import { unitsAt, WINDOW_MS } from "lib/limits/ledger.ts";
import { testKv } from "lib/testing.ts";

const NOW = 1_000_000;
const leasesOf = (key: string): Leases => ({ key, ledger: [], owed: new Map() });

Deno.test("concurrent leases are all in the ledger, whoever wrote first", async () => {
  using kv = await testKv();
  const change = leaseBook({ kv, namespace: "limits", now: () => NOW });
  await Promise.all(
    Array.from({ length: 10 }, () => change(leasesOf("k"), { grow: () => 3, lifeMs: 5_000 })),
  );
  const last = leasesOf("k");
  const lease = await change(last, { grow: (used) => used === 30 ? 1 : 0, lifeMs: 5_000 });
  assert.deepEqual(lease, { units: 1, until: NOW + 5_000 });
  assert.equal(unitsAt(last.ledger, NOW), 31);
});

Deno.test("concurrent leases never exceed the rest of a limit", async () => {
  using kv = await testKv();
  const change = leaseBook({ kv, namespace: "limits", now: () => NOW });
  const taken = await Promise.all(
    Array.from(
      { length: 12 },
      () => change(leasesOf("k"), { grow: (used) => Math.min(2, 15 - used), lifeMs: 0 }),
    ),
  );
  assert.equal(taken.reduce((sum, { units }) => sum + units, 0), 15);
});

Deno.test("corrections owed are written once, and a past minute no longer counts", async () => {
  using kv = await testKv();
  let now = NOW;
  const change = leaseBook({ kv, namespace: "limits", now: () => now });
  const leases = leasesOf("k");
  const { until } = await change(leases, { grow: () => 10, lifeMs: 5_000 });
  leases.owed.set(until, -4);
  await change(leases);
  await change(leases);
  assert.deepEqual([unitsAt(leases.ledger, now), leases.owed.size], [6, 0]);
  now = until + WINDOW_MS;
  const used: number[] = [];
  await change(leases, { grow: (units) => (used.push(units), 0), lifeMs: 0 });
  assert.deepEqual(used, [0]);
});

Deno.test("after a failed commit no units are given back twice, and spent units are still written", async () => {
  using kv = await testKv();
  let broken = false;
  const atomic = () => {
    const operation = kv.atomic();
    if (broken) operation.commit = () => Promise.reject(new Error("away"));
    return operation;
  };
  const get = (key: Deno.KvKey) => kv.get<number[]>(key);
  const change = leaseBook({
    kv: Object.assign(Object.create(kv), { atomic, get }),
    namespace: "limits",
    now: () => NOW,
  });
  const leases = leasesOf("k");
  const { until } = await change(leases, { grow: () => 10, lifeMs: 5_000 });
  leases.owed.set(until, -10).set(NOW, 3);
  broken = true;
  await assert.rejects(change(leases), /away/);
  assert.deepEqual([...leases.owed], [[NOW, 3]]);
  broken = false;
  await change(leases);
  assert.equal(unitsAt(leases.ledger, NOW), 13);
});
