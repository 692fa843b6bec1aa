import assert from "node:assert/strict";
import { testApp } from "./testing.ts";

Deno.test("GET /ready is 503 with the reason while no document can be read", async () => {
  let works = false;
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      ready: () => works ? Promise.resolve() : Promise.reject(new Error("no memory")),
    }),
  });
  const away = await test.app.request("/ready");
  assert.equal(away.status, 503);
  const { reasons } = await away.json();
  assert.deepEqual(reasons, [{
    what: "reading",
    detail: "no reading worker starts: documents cannot be read",
  }]);
  works = true;
  // Readiness is cached for half a second.
  for (let tries = 0; tries < 100; tries++) {
    const response = await test.app.request("/ready");
    await response.body?.cancel();
    if (response.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("the service did not become ready");
});
