import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type Account, spend } from "lib/limits/limit_account.ts";
import { limitAccounts } from "lib/limits/limit_accounts.ts";

const MINUTE_MS = 60_000;

/** Accounts with their own clock, whose changes are written at once. */
function kept() {
  mock.timers.enable({ apis: ["setTimeout"] });
  let time = 0;
  const written: string[] = [];
  const change = (account: Account) => {
    written.push(account.key);
    account.owed.clear();
    return Promise.resolve({ units: 0, until: time });
  };
  return {
    written,
    now: () => time,
    accounts: limitAccounts({ change, now: () => time, maxKeys: 100_000 }),
    async passes(ms: number) {
      for (const end = time + ms; time < end;) {
        time += 100;
        mock.timers.tick(100);
        await setImmediate();
      }
    },
    [Symbol.dispose]: () => mock.timers.reset(),
  };
}

/** Spends one unit of a lease of a second. */
function use({ accounts, now }: ReturnType<typeof kept>, account: Account): void {
  account.lease = { from: now(), until: now() + 1_000, available: 5 };
  spend(account, 1, now());
  accounts.settleIn(account, 1_000);
}

Deno.test("an account unused for a minute is dropped after its corrections are written", async () => {
  using book = kept();
  const account = book.accounts.of("k", 10);
  use(book, account);
  await book.passes(MINUTE_MS / 2);
  assert.equal(book.accounts.known("k"), account);
  assert.deepEqual(book.written, ["k"]);
  await book.passes(MINUTE_MS);
  assert.equal(book.accounts.known("k"), undefined);
});

Deno.test("a caller whom another limit refuses leaves no account behind", async () => {
  using book = kept();
  for (let i = 0; i < 50; i++) book.accounts.of(`address ${i}`, 10);
  await book.passes(2 * MINUTE_MS);
  for (let i = 0; i < 50; i++) assert.equal(book.accounts.known(`address ${i}`), undefined);
  assert.deepEqual(book.written, []);
});

Deno.test("an account stays while callers wait for it or return within the minute, or while it refuses", async () => {
  using book = kept();
  const waited = book.accounts.of("waited for", 10);
  waited.waiters.push({ cost: 1, answer: () => {}, fail: () => {} });
  const refuses = book.accounts.of("refuses", 10);
  refuses.refused = { cost: 1, until: 4 * MINUTE_MS };
  const busy = book.accounts.of("busy", 10);
  for (let half = 0; half < 6; half++) {
    use(book, busy);
    await book.passes(MINUTE_MS / 2);
  }
  assert.deepEqual(["waited for", "refuses", "busy"].map(book.accounts.known), [waited, refuses, busy]);
});
