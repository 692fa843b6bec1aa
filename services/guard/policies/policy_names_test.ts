import assert from "node:assert/strict";
import { HTTPException } from "hono/http-exception";
import { allowPolicy } from "./policy_names.ts";

Deno.test("a name that another policy has is a 409 that says the name", () => {
  assert.throws(
    () => allowPolicy({ name: "Secrets", nameTaken: true }),
    (error) => error instanceof HTTPException && error.status === 409 && /"Secrets"/.test(error.message),
  );
});

Deno.test("a free name is allowed", () => {
  allowPolicy({ name: "Secrets", nameTaken: false });
});
