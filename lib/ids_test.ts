import assert from "node:assert/strict";
import { uuidv7 } from "lib/ids.ts";

Deno.test("uuidv7() has version 7, its variant and the time it was made", () => {
  const id = uuidv7(Date.UTC(2030, 0, 1));
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(parseInt(id.replaceAll("-", "").slice(0, 12), 16), Date.UTC(2030, 0, 1));
});

Deno.test("uuidv7() strictly ascends, also within a millisecond and when the clock steps back", () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => uuidv7(Date.UTC(2031, 0, 1) - i % 3));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});
