import assert from "node:assert/strict";
import { assertRefused } from "../rules_fixture.ts";
import { allowKey, allowOwnKey, rotatedSecrets } from "./virtual_key_rules.ts";

const facts = { nameTaken: false, customer_id: null, customerExists: true, team: null };

Deno.test("allowKey() refuses an existing name and an unknown team or customer", () => {
  allowKey(facts);
  assertRefused(() => allowKey({ ...facts, nameTaken: true }), 409, /Virtual key already exists/);
  assertRefused(() => allowKey({ ...facts, team: "missing" }), 422, /"team_id".*Team not found/);
  assertRefused(
    () => allowKey({ ...facts, customer_id: "a", customerExists: false }),
    422,
    /"customer_id".*Customer not found/,
  );
});

Deno.test("allowKey() keeps a key with the customer of its team", () => {
  allowKey({ ...facts, customer_id: "a", team: { customer_id: "a" } });
  allowKey({ ...facts, customer_id: "a", team: { customer_id: null } });
  allowKey({ ...facts, team: { customer_id: "a" } });
  assertRefused(
    () => allowKey({ ...facts, customer_id: "b", team: { customer_id: "a" } }),
    422,
    /"customer_id".*belongs to another customer/,
  );
});

Deno.test("allowOwnKey() refuses an invalid creator, a key over the limit, and all that allowKey() refuses", () => {
  const own = (maker: { isActive: boolean; activeKeys: number } | undefined, nameTaken = false) => () =>
    allowOwnKey({ ...facts, nameTaken, maker }, 2);
  own({ isActive: true, activeKeys: 1 })();
  assertRefused(own({ isActive: false, activeKeys: 0 }), 409, /revoked or has expired/);
  assertRefused(own(undefined), 409, /revoked or has expired/);
  assertRefused(own({ isActive: true, activeKeys: 2 }), 409, /have 2 active keys/);
  assertRefused(own({ isActive: true, activeKeys: 0 }, true), 409, /already exists/);
});

Deno.test("rotatedSecrets() keeps the old secret for its grace period, and refuses a revoked key", () => {
  const [secret, now] = [{ key_hash: "new", key_hint: "dwn-…" }, Date.parse("2026-01-01T00:00:00Z")];
  const before = { key_hash: "old", revoked_at: null };
  assert.deepEqual(rotatedSecrets(before, secret, { graceSeconds: 60, now }), {
    ...secret,
    previous_hash: "old",
    previous_until: "2026-01-01T00:01:00.000Z",
  });
  assert.deepEqual(rotatedSecrets(before, secret, { graceSeconds: 0, now }), {
    ...secret,
    previous_hash: null,
    previous_until: null,
  });
  assertRefused(
    () => rotatedSecrets({ ...before, revoked_at: "2025-12-31T00:00:00Z" }, secret, { graceSeconds: 0, now }),
    409,
    /The virtual key is revoked/,
  );
});
