import assert from "node:assert/strict";
import { isObject, parsedObject } from "lib/json_object.ts";

Deno.test("isObject() is true only of objects with named fields", () => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) assert.equal(isObject(value), true);
  for (const value of [null, undefined, [], "{}", 1, true]) assert.equal(isObject(value), false);
});

Deno.test("parsedObject() reads only objects", () => {
  assert.deepEqual(parsedObject('{"a":[1]}'), { a: [1] });
  for (const text of ["", "[]", "null", '"a"', "{", "<html>"]) assert.equal(parsedObject(text), undefined);
});
