import { assertRefused } from "../rules_fixture.ts";
import { allowGroup, allowRemoval } from "./group_rules.ts";

const facts = { nameTaken: false, customerExists: true };

Deno.test("allowGroup() refuses an existing name, then an unknown customer", () => {
  allowGroup("teams")(facts);
  assertRefused(
    () => allowGroup("customers")({ ...facts, nameTaken: true }),
    409,
    /Customer already exists/,
  );
  assertRefused(
    () => allowGroup("teams")({ nameTaken: true, customerExists: false }),
    409,
    /Team already exists/,
  );
  assertRefused(
    () => allowGroup("teams")({ ...facts, customerExists: false }),
    422,
    /"body","customer_id".*Customer not found/,
  );
});

Deno.test("allowRemoval() refuses while keys or teams belong to it", () => {
  allowRemoval("customers")({ keys: 0, teams: 0 });
  assertRefused(() => allowRemoval("customers")({ keys: 0, teams: 1 }), 409, /customer is in use/);
  assertRefused(() => allowRemoval("teams")({ keys: 1, teams: 0 }), 409, /team is in use/);
});
