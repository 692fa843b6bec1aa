import assert from "node:assert/strict";
import { type Budgets, createBudgets, type Reservation } from "./budget.ts";
import type { BudgetScope } from "./budget_scope.ts";
import { GatewayError } from "../errors.ts";

const DAY: BudgetScope = { key: "key:k1", scope: "key", id: "k1", limit_nano_usd: 1000n, period: "daily" };

interface World {
  kv: Deno.Kv;
  clock: { now: number };
  recorded: { nano: bigint; down: boolean };
  open: (process: string) => Budgets;
}

async function inWorld(test: (world: World) => Promise<void>) {
  const kv = await Deno.openKv(":memory:");
  const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
  const recorded = { nano: 0n, down: false };
  const opened: Budgets[] = [];
  const open = (process: string) => {
    const budgets = createBudgets({
      kv,
      process,
      recorded: () => recorded.down ? Promise.reject(new Error("away")) : Promise.resolve(recorded.nano),
      now: () => clock.now,
      syncMs: 20,
    });
    opened.push(budgets);
    return budgets;
  };
  try {
    await test({ kv, clock, recorded, open });
  } finally {
    for (const budgets of opened) await budgets.close();
    kv.close();
  }
}

async function tried(budgets: Budgets, amount: bigint, scopes = [DAY]): Promise<Reservation | GatewayError> {
  try {
    return await budgets.reserve(scopes, amount);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function isRefused(answer: Reservation | GatewayError): answer is GatewayError {
  return answer instanceof GatewayError;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("50 concurrent requests on a budget for ten spend ten", () =>
  inWorld(async ({ open }) => {
    const budgets = open("a");
    const answers = await Promise.all(Array.from({ length: 50 }, () => tried(budgets, 100n)));
    assert.equal(answers.filter((answer) => !isRefused(answer)).length, 10);
    for (const answer of answers) if (!isRefused(answer)) answer.settle(100n);
    assert.ok(isRefused(await tried(budgets, 1n)));
  }));

Deno.test("processes that share a KV spend one budget between them", () =>
  inWorld(async ({ open }) => {
    const all = ["a", "b", "c", "d"].map(open);
    let spent = 0n;
    const worker = async (budgets: Budgets) => {
      for (let n = 0; n < 40; n++) {
        const answer = await tried(budgets, 30n);
        if (isRefused(answer)) continue;
        await pause(1);
        answer.settle(25n);
        spent += 25n;
      }
    };
    await Promise.all(all.map(worker));
    assert.ok(spent < 1000n + 30n, `${spent}`);
    // Unused leases of other processes come back within a second; then the budget can be spent completely.
    for (let n = 0; n < 40; n++) {
      await pause(5);
      await worker(all[n % 4] ?? open("e"));
    }
    assert.ok(spent >= 1000n && spent < 1030n, `${spent}`);
  }));

Deno.test("a refusal names the budget and its renewal time", () =>
  inWorld(async ({ open }) => {
    const budgets = open("a");
    const first = await tried(budgets, 5000n);
    assert.ok(!isRefused(first), "a budget with room admits a request of any size");
    const running = await tried(budgets, 1n);
    assert.ok(isRefused(running));
    assert.equal(running.headers["retry-after"], "1");
    first.settle(5000n);
    // The spending is reported with a short delay.
    let refused = await tried(budgets, 1n);
    while (isRefused(refused) && refused.headers["retry-after"] === "1") {
      await pause(5);
      refused = await tried(budgets, 1n);
    }
    assert.ok(isRefused(refused));
    assert.equal(refused.status, 429);
    assert.match(refused.message, /daily budget of key k1, 0\.000001 USD.*2026-11-22T00:00:00\.000Z/);
    assert.equal(refused.headers["retry-after"], String(12 * 3600));
  }));

Deno.test("unused money of a request, and that of a failed one, is available to others", () =>
  inWorld(async ({ open }) => {
    const budgets = open("a");
    const taken = await tried(budgets, 1000n);
    assert.ok(!isRefused(taken));
    assert.ok(isRefused(await tried(budgets, 1n)));
    taken.settle(400n);
    taken.settle(400n);
    taken.release();
    const two = await tried(budgets, 599n);
    assert.ok(!isRefused(two));
    two.release();
    const three = await tried(budgets, 600n);
    assert.ok(!isRefused(three));
    assert.ok(isRefused(await tried(budgets, 1n)));
  }));

Deno.test("a budget starts again with its next period", () =>
  inWorld(async ({ open, clock }) => {
    const budgets = open("a");
    const all = await tried(budgets, 1000n);
    assert.ok(!isRefused(all));
    all.settle(1000n);
    assert.ok(isRefused(await tried(budgets, 1n)));
    clock.now += 86_400_000;
    assert.ok(!isRefused(await tried(budgets, 1n)));
  }));

Deno.test("every budget must allow a request, and one that refuses gives the others back", () =>
  inWorld(async ({ open }) => {
    const budgets = open("a");
    const team: BudgetScope = { ...DAY, key: "team:t1", scope: "team", id: "t1", limit_nano_usd: 50n };
    const first = await tried(budgets, 60n, [DAY, team]);
    assert.ok(!isRefused(first));
    for (let n = 0; n < 5; n++) {
      const refused = await tried(budgets, 60n, [DAY, team]);
      assert.ok(isRefused(refused));
      assert.match(refused.message, /of team t1/);
    }
    first.settle(60n);
    const rest = await Promise.all(Array.from({ length: 60 }, () => tried(budgets, 20n)));
    assert.equal(rest.filter((answer) => !isRefused(answer)).length, 47);
  }));

Deno.test("a changed limit applies from the next request", () =>
  inWorld(async ({ open }) => {
    const budgets = open("a");
    for (let n = 0; n < 5; n++) {
      const answer = await tried(budgets, 100n);
      assert.ok(!isRefused(answer));
      answer.settle(100n);
    }
    assert.ok(isRefused(await tried(budgets, 1n, [{ ...DAY, limit_nano_usd: 500n }])));
    assert.ok(!isRefused(await tried(budgets, 1n, [{ ...DAY, limit_nano_usd: 501n }])));
  }));

Deno.test("a lost KV is rebuilt from the usage records", () =>
  inWorld(async ({ open, recorded }) => {
    recorded.nano = 950n;
    const budgets = open("a");
    assert.ok(!isRefused(await tried(budgets, 100n)));
    assert.ok(isRefused(await tried(budgets, 1n)));
  }));

Deno.test("a budget works while the database is down and is reconciled later", () =>
  inWorld(async ({ open, recorded }) => {
    recorded.down = true;
    recorded.nano = 2000n;
    const budgets = open("a");
    assert.ok(!isRefused(await tried(budgets, 10n)));
    recorded.down = false;
    assert.ok(isRefused(await tried(budgets, 900n)));
  }));

Deno.test("money held by a killed process comes back once its records are stored", () =>
  inWorld(async ({ open, clock, recorded }) => {
    const killed = open("killed");
    assert.ok(!isRefused(await tried(killed, 1000n)));
    await killed.close();
    clock.now += 11_000;
    const next = open("next");
    assert.ok(isRefused(await tried(next, 1n)), "in doubt it counts as spent");
    recorded.nano = 300n;
    clock.now += 31_000;
    assert.ok(!isRefused(await tried(next, 699n)));
    assert.ok(!isRefused(await tried(next, 1n)));
    assert.ok(isRefused(await tried(next, 1n)));
  }));

Deno.test("without a KV a budget refuses requests that it cannot count, with a clear error", async () => {
  const kv = await Deno.openKv(":memory:");
  const budgets = createBudgets({ kv, recorded: () => Promise.resolve(0n) });
  kv.close();
  await assert.rejects(async () => await budgets.reserve([DAY], 1n), { status: 503 });
  await budgets.close();
});
