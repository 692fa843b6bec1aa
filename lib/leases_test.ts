import assert from "node:assert/strict";
import { leaseBook, type Leases, SLOTS, total } from "lib/leases.ts";
import { testKv } from "lib/testing.ts";

const leasesOf = (key: string): Leases => ({ key, leased: new Map(), owed: new Map() });

Deno.test("what is leased at once by many is all there, whoever wrote first", async () => {
  using kv = await testKv();
  const book = leaseBook({ kv, namespace: "limits", slotNow: () => 100 });
  await Promise.all(Array.from({ length: 10 }, () => book(leasesOf("k"), () => 3)));
  const last = leasesOf("k");
  assert.deepEqual(await book(last, (used) => used === 30 ? 1 : 0), { slot: 100, amount: 1 });
  assert.equal(total(last.leased), 31);
});

Deno.test("no more is leased at once than is left of a limit", async () => {
  using kv = await testKv();
  const book = leaseBook({ kv, namespace: "limits", slotNow: () => 100 });
  const taken = await Promise.all(
    Array.from({ length: 12 }, () => book(leasesOf("k"), (used) => Math.min(2, 15 - used))),
  );
  assert.equal(taken.reduce((sum, { amount }) => sum + amount, 0), 15);
});

Deno.test("what is owed is settled once, and a slot that is past counts no more", async () => {
  using kv = await testKv();
  let slot = 100;
  const book = leaseBook({ kv, namespace: "limits", slotNow: () => slot });
  const leases = leasesOf("k");
  await book(leases, () => 10);
  leases.owed.set(100, -4);
  await book(leases, () => 0);
  await book(leases, () => 0);
  assert.deepEqual([total(leases.leased), leases.owed.size], [6, 0]);
  slot += SLOTS;
  const used: number[] = [];
  await book(leases, (units) => (used.push(units), 0));
  assert.deepEqual(used, [0]);
});
