import assert from "node:assert/strict";
import { allowRecogniser, allowRename, MOST_RECOGNISERS } from "./recogniser_rules.ts";

Deno.test("allowRecogniser() refuses one recogniser too many, and a name that is taken", () => {
  allowRecogniser({ count: MOST_RECOGNISERS - 1, nameTaken: false }, "staff number");
  assert.throws(() => allowRecogniser({ count: MOST_RECOGNISERS, nameTaken: false }, "staff number"), {
    status: 409,
    message: /20 recognisers already/,
  });
  assert.throws(() => allowRecogniser({ count: 1, nameTaken: true }, "staff number"), {
    status: 409,
    message: /"staff number" already exists/,
  });
});

Deno.test("allowRename() refuses a name that is taken", () => {
  allowRename({ nameTaken: false }, "staff number");
  assert.throws(() => allowRename({ nameTaken: true }, "staff number"), { status: 409 });
});
