import assert from "node:assert/strict";
import { ServiceError } from "lib/errors.ts";

/** Asserts that a rule throws a failure of `status` whose message or details match `text`. */
export function assertRefused(rule: () => unknown, status: number, text: RegExp): void {
  assert.throws(rule, (error) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.status, status);
    assert.match(JSON.stringify([error.message, error.details]), text);
    return true;
  });
}
