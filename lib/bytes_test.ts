import assert from "node:assert/strict";
import { joined } from "lib/bytes.ts";

Deno.test("joined() puts the pieces one after another into memory of their own", () => {
  const first = Uint8Array.of(1, 2);
  const whole = joined([first, new Uint8Array(), Uint8Array.of(3)]);
  first[0] = 9;
  assert.deepEqual(whole, Uint8Array.of(1, 2, 3));
  assert.equal(joined([]).length, 0);
});
