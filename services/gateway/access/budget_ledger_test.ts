import assert from "node:assert/strict";
import fc from "fast-check";
import {
  committed,
  emptyLedger,
  exchange,
  LEASE_MS,
  type Ledger,
  reconciled,
  windowOf,
} from "./budget_ledger.ts";

const ASK = { process: "a", limit: 100n, spent: 0n, reserved: 0n, available: 0n, cushion: 0n, now: 0 };

Deno.test("exchange() leases a request's estimated cost, and more if the budget allows", () => {
  const { ledger, available, admitted } = exchange(emptyLedger(), { ...ASK, want: 10n, cushion: 20n });
  assert.equal(admitted, true);
  assert.equal(available, 30n);
  assert.equal(ledger.leases.a?.amount, 30n);
});

Deno.test("exchange() admits the request that crosses the limit and none after it", () => {
  const first = exchange({ ...emptyLedger(), spent: 95n }, { ...ASK, want: 10n });
  assert.equal(first.admitted, true);
  const second = exchange(first.ledger, { ...ASK, process: "b", want: 1n });
  assert.equal(second.admitted, false);
});

Deno.test("exchange() takes back unused money", () => {
  const first = exchange(emptyLedger(), { ...ASK, want: 10n, cushion: 20n });
  const back = exchange(first.ledger, { ...ASK, spent: 8n, available: 22n });
  assert.equal(back.available, 0n);
  assert.equal(back.ledger.leases.a, undefined);
  assert.equal(committed(back.ledger), 8n);
});

Deno.test("money held by a vanished process counts as spent until the records are read", () => {
  const first = exchange(emptyLedger(), { ...ASK, want: 40n });
  const later = exchange(first.ledger, { ...ASK, process: "b", want: 1n, now: LEASE_MS + 1 });
  assert.equal(later.ledger.doubtful, 40n);
  assert.equal(committed(later.ledger), 41n);
  const known = reconciled(later.ledger, 15n);
  assert.equal(committed(known), 16n);
  assert.equal(reconciled({ ...known, spent: 20n }, 15n).spent, 20n);
});

Deno.test("windowOf() returns days, weeks from Monday, and months", () => {
  const sunday = Date.parse("2026-03-01T13:00:00Z");
  assert.deepEqual(windowOf("daily", sunday), {
    start: "2026-03-01T00:00:00.000Z",
    end: "2026-03-02T00:00:00.000Z",
  });
  assert.deepEqual(windowOf("weekly", sunday), {
    start: "2026-02-23T00:00:00.000Z",
    end: "2026-03-02T00:00:00.000Z",
  });
  assert.deepEqual(windowOf("monthly", sunday), {
    start: "2026-03-01T00:00:00.000Z",
    end: "2026-04-01T00:00:00.000Z",
  });
});

Deno.test("for any interleaving of processes at most one request over the limit is spent", () => {
  const action = fc.record({
    process: fc.constantFrom("a", "b", "c"),
    what: fc.constantFrom("reserve", "reserve", "settle", "sync"),
    cost: fc.bigInt({ min: 1n, max: 30n }),
    cushion: fc.bigInt({ min: 0n, max: 50n }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (acts) => {
      const limit = 100n;
      let ledger: Ledger = emptyLedger();
      const local = new Map(
        ["a", "b", "c"].map((name) => [name, { available: 0n, spent: 0n, running: new Array<bigint>() }]),
      );
      let total = 0n;
      for (const { process, what, cost, cushion } of acts) {
        const mine = local.get(process);
        assert.ok(mine);
        const reserved = mine.running.reduce((sum, each) => sum + each, 0n);
        const trade = (want?: bigint) => {
          const done = exchange(ledger, {
            process,
            limit,
            spent: mine.spent,
            reserved,
            available: mine.available,
            cushion,
            now: 0,
            ...(want === undefined ? {} : { want }),
          });
          ledger = done.ledger;
          mine.available = done.available;
          mine.spent = 0n;
          return done.admitted;
        };
        if (what === "sync") trade();
        if (what === "settle") {
          const ended = mine.running.shift() ?? 0n;
          // A request costs at most its reservation.
          const actual = ended === 0n ? 0n : 1n + cost % ended;
          mine.available += ended - actual;
          mine.spent += actual;
          total += actual;
        }
        if (what === "reserve" && (mine.available >= cost || trade(cost))) {
          mine.available -= cost;
          mine.running.push(cost);
        }
        const open = [...local.values()].flatMap(({ running }) => running).reduce(
          (sum, each) => sum + each,
          0n,
        );
        assert.ok(total + open < limit + 30n, `${total} spent and ${open} promised of ${limit}`);
      }
    }),
    { numRuns: 500 },
  );
});
