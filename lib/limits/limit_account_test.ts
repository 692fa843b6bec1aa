import assert from "node:assert/strict";
import {
  add,
  atRest,
  endLease,
  forgetPast,
  holds,
  ledgerSum,
  openAccount,
  putBack,
  spend,
} from "lib/limits/limit_account.ts";

const MINUTE_MS = 60_000;

function leased(limit: number, { from = 0, until = 10_000, available = 10 } = {}) {
  return Object.assign(openAccount("k", limit), { lease: { from, until, available } });
}

const owedIn = ({ owed }: { owed: Map<number, number> }) =>
  [...owed.values()].reduce((sum, units) => sum + units, 0);

Deno.test("spending moves units from the lease's end to the moment they are spent, so that the corrections sum to zero", () => {
  const account = leased(10);
  assert.equal(spend(account, 3, 500), 500);
  assert.equal(account.lease.available, 7);
  assert.deepEqual([...account.owed].toSorted(([a], [b]) => a - b), [[500, 3], [10_000, -3]]);
  assert.equal(owedIn(account), 0);
});

Deno.test("a small limit is booked to the millisecond, units of a large one that come together as one", () => {
  const [small, large] = [leased(64), leased(65)];
  for (const now of [100, 150, 199]) [small, large].forEach((account) => spend(account, 1, now));
  assert.deepEqual([100, 150, 199].map((at) => small.owed.get(at)), [1, 1, 1]);
  assert.deepEqual([100, 150, 199].map((at) => large.owed.get(at)), [undefined, undefined, 3]);
  assert.equal(spend(large, 1, 300), 300);
  assert.equal(large.owed.get(199), 3);
});

Deno.test("a lease holds its unspent units until its end, and none afterwards", () => {
  const account = leased(10, { available: 2 });
  assert.deepEqual([holds(account, 2, 10_000), holds(account, 3, 0), holds(account, 1, 10_001)], [
    true,
    false,
    false,
  ]);
  endLease(account);
  assert.equal(holds(account, 1, 0), false);
  assert.equal(account.owed.get(10_000), -2);
});

Deno.test("units go back into the lease they came from, never into a later one", () => {
  const account = leased(10);
  const at = spend(account, 4, 100);
  assert.equal(putBack(account, 4, { at, now: 200 }), true);
  assert.equal(account.lease.available, 10);
  assert.equal(account.owed.size, 0);
  account.lease = { from: 5_000, until: 15_000, available: 10 };
  assert.equal(putBack(account, 4, { at, now: 6_000 }), false);
  assert.equal(account.lease.available, 10);
});

Deno.test("an account is at rest without debts, leases, refusals and use within a minute", () => {
  const account = openAccount("k", 10);
  assert.equal(atRest(account, 0), true);
  add(account.owed, 5, 1);
  assert.equal(atRest(account, 0), false);
  forgetPast(account, MINUTE_MS + 5);
  assert.equal(atRest(account, 0), true);
  account.refused = { cost: 1, until: 50 };
  assert.deepEqual([atRest(account, 49), atRest(account, 50)], [false, true]);
  account.lease = { from: 0, until: 100, available: 1 };
  spend(account, 1, 10);
  account.owed.clear();
  account.lease = undefined;
  assert.deepEqual([atRest(account, MINUTE_MS + 9), atRest(account, MINUTE_MS + 10)], [false, true]);
});

Deno.test("a kept sum of a ledger is the one that is counted anew, whenever units expire, a lease ends or the ledger changes", () => {
  const account = openAccount("k", 100);
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const changed = (now: number) => {
    const times = Array.from({ length: random(6) }, () => now - random(2 * MINUTE_MS) + random(10_000));
    account.ledger = [...new Set(times)].sort((a, b) => a - b).map((at) => [at, 1 + random(5)]);
    const [until = now + 1_000] = account.ledger.at(-1) ?? [];
    account.lease = random(2) ? { from: now, until, available: 1 } : undefined;
  };
  let now = 10 * MINUTE_MS;
  for (let step = 0; step < 2_000; step++) {
    now += random(3_000);
    if (random(4) === 0) changed(now);
    if (random(9) === 0) endLease(account);
    const counting = account.ledger.filter(([at]) => at > now - MINUTE_MS);
    const spent = counting.filter(([at]) => at !== account.lease?.until).map(([at]) => at);
    const { units, last } = ledgerSum(account, now);
    assert.deepEqual([units, last], [
      counting.reduce((sum, [, one]) => sum + one, 0),
      Math.max(-Infinity, ...spent),
    ]);
  }
});
