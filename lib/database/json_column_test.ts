import assert from "node:assert/strict";
import { jsonColumn } from "lib/database/json_column.ts";

Deno.test("jsonColumn() drops undefined fields, writes dates as text, and shares nothing with the given object", () => {
  const given = { at: new Date(0), none: undefined, list: [1, { deep: null }] };
  const column = jsonColumn(given);
  assert.deepEqual(column, { at: "1970-01-01T00:00:00.000Z", list: [1, { deep: null }] });
  given.list.push(2);
  assert.deepEqual(column, { at: "1970-01-01T00:00:00.000Z", list: [1, { deep: null }] });
});
