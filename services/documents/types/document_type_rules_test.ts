import assert from "node:assert/strict";
import { allowNewType, allowTypeChange, allowTypeImport, MOST_TYPES } from "./document_type_rules.ts";
import { deliveryNote } from "./document_types_fixture.ts";

const input = await deliveryNote();
const { name } = input;
const added = [{ input, over: undefined }];
const replaced = [{ input, over: 2 }];
const full = new Map(Array.from({ length: MOST_TYPES }, (_, i) => [`type_${i}`, 1]));

Deno.test("allowNewType() refuses an existing name, and a type over the limit", () => {
  allowNewType(new Map([["other", 1]]), added);
  assert.throws(() => allowNewType(new Map([[name, 1]]), added), { status: 409, message: /already exists/ });
  assert.throws(() => allowNewType(full, added), { status: 409, message: /100 types/ });
});

Deno.test("allowTypeChange() refuses to replace a newer version than the one that was read", () => {
  allowTypeChange(new Map([[name, 2]]), replaced);
  assert.throws(() => allowTypeChange(new Map([[name, 3]]), replaced), { status: 409 });
  assert.throws(() => allowTypeChange(new Map(), replaced), { status: 409 });
});

Deno.test("allowTypeImport() refuses stale versions, naming them, and types over the limit", () => {
  allowTypeImport(new Map([[name, 2], ...[...full].slice(1)]), replaced);
  assert.throws(() => allowTypeImport(new Map([[name, 3]]), replaced), {
    status: 409,
    message: new RegExp(`The type ${name} was changed`),
  });
  assert.throws(() => allowTypeImport(full, added), { status: 409, message: /more than 100 types/ });
});
