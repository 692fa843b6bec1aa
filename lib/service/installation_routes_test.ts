import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { example } from "lib/service/service_fixture.ts";
import type { Installation } from "lib/service/installation.ts";
import { openPeople } from "lib/installation/people.ts";
import { TEST_SECRET, testKv } from "lib/testing.ts";

Deno.test("settings and people are for admins alone", async () => {
  using kv = await testKv();
  const people = openPeople({ kv, name: "example", log: { warn: assert.fail } });
  people.saw({ sub: "amal", role: "user", jwt: "" });
  const read: Installation["read"] = () =>
    Promise.resolve({
      ...{ service: "example", version: "1", runtime: { deno: "2", system: "x" }, database: null },
      ...{ settings: [], backups: null },
    });
  const app = example({ installation: { read, people } });
  for (const path of ["settings", "people"]) {
    const asked = async (role?: "admin" | "manager" | "user") => {
      const headers: Record<string, string> = role
        ? { authorization: `Bearer ${await signJwt(TEST_SECRET, { sub: "x", role })}` }
        : {};
      return await app.request(`/api/v1/${path}`, { headers });
    };
    assert.equal((await asked()).status, 401);
    assert.equal((await asked("user")).status, 403);
    assert.equal((await asked("manager")).status, 403);
    const answer = await asked("admin");
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const body = await answer.json();
    if (path === "settings") assert.equal(body.service, "example");
    else assert.deepEqual([body.people.length, body.people[0].sub, body.more], [1, "amal", false]);
  }
  const token = await signJwt(TEST_SECRET, { sub: "x", role: "admin" });
  const far = await app.request("/api/v1/people?limit=0", { headers: { authorization: `Bearer ${token}` } });
  assert.equal(far.status, 422);
});
