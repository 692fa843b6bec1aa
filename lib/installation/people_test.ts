import assert from "node:assert/strict";
import { jwtVerifier, signJwt } from "lib/auth/auth.ts";
import { notingPeople, openPeople } from "lib/installation/people.ts";
import { TEST_SECRET, testKv } from "lib/testing.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-11-22T06:00:00Z");

Deno.test("people are listed with each role they had, newest first, services are none, and whom a service calls for is one", async () => {
  using kv = await testKv();
  let now = START;
  const people = openPeople({ kv, name: "guard", log: { warn: assert.fail }, now: () => now });
  people.saw({ sub: "amal", role: "user", jwt: "" });
  now += HOUR_MS;
  people.saw({ sub: "badr", role: "manager", jwt: "" });
  now += HOUR_MS;
  people.saw({ sub: "amal", role: "admin", jwt: "" });
  people.saw({ sub: "console", role: "user", jwt: "", service: "console" });
  now += HOUR_MS;
  people.saw({ sub: "salem", role: "user", jwt: "", service: "agents" });
  assert.deepEqual(
    (await people.list(10)).people.map(({ sub, role }) => `${sub} ${role}`),
    ["salem user", "amal admin", "badr manager", "amal user"],
  );
  const { people: two, more } = await people.list(2);
  assert.deepEqual([two.length, more], [2, true]);
});

Deno.test("a person is written once an hour, keeps when they first came, and survives a restart", async () => {
  using kv = await testKv();
  let now = START;
  let writes = 0;
  const counted = {
    get: kv.get.bind(kv),
    list: kv.list.bind(kv),
    set: (...args: Parameters<Deno.Kv["set"]>) => {
      writes++;
      return kv.set(...args);
    },
  };
  const open = () => openPeople({ kv: counted, name: "guard", log: { warn: assert.fail }, now: () => now });
  const people = open();
  const verify = notingPeople(jwtVerifier({ secret: TEST_SECRET }), people);
  // 512 characters of four bytes each are longer than a key of the store may be.
  const sub = "😀".repeat(512);
  const jwt = await signJwt(TEST_SECRET, { sub, role: "manager" });
  assert.equal((await verify(jwt)).sub, sub);
  await verify(jwt);
  await assert.rejects(verify("nonsense"));
  await people.settled();
  assert.equal(writes, 1);
  now += HOUR_MS;
  await verify(jwt);
  const again = open();
  await people.settled();
  assert.deepEqual((await again.list(10)).people, [{
    sub,
    role: "manager",
    first_seen: "2026-11-22T06:00:00.000Z",
    last_seen: "2026-11-22T07:00:00.000Z",
  }]);
  assert.equal(writes, 2);
});

Deno.test("a store that is away is told of and does not stop anybody; the next call notes them", async () => {
  using kv = await testKv();
  let isAway = true;
  const warnings: string[] = [];
  const flaky = {
    get: kv.get.bind(kv),
    list: kv.list.bind(kv),
    set: (...args: Parameters<Deno.Kv["set"]>) =>
      isAway ? Promise.reject(new Error("away")) : kv.set(...args),
  };
  const log = { warn: (text: string) => void warnings.push(text) };
  const people = openPeople({ kv: flaky, name: "guard", log });
  people.saw({ sub: "amal", role: "user", jwt: "" });
  await people.settled();
  assert.deepEqual(warnings, ["a caller could not be recorded"]);
  isAway = false;
  people.saw({ sub: "amal", role: "user", jwt: "" });
  assert.equal((await people.list(10)).people.length, 1);
});
