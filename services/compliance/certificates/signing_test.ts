import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE } from "../compliance_fixture.ts";
import { openSigner } from "./signing.ts";

testOnEngines("the signing key is made once and shared", DATABASE, async (sql) => {
  const signers = await Promise.all([openSigner(sql), openSigner(sql)]);
  assert.deepEqual(signers[0]?.jwks(), signers[1]?.jwks());
  const bytes = new TextEncoder().encode("x");
  assert.equal(await signers[1]?.verifies(await signers[0]?.sign(bytes) ?? "", bytes), true);
});
