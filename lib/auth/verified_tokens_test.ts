import assert from "node:assert/strict";
import { rememberingVerifier } from "lib/auth/verified_tokens.ts";

/** A verifier that counts its calls, for tokens that are valid until `until`. */
function counted({ until, entries }: { until: number; entries?: number }) {
  const asked: string[] = [];
  let time = 0;
  const verify = rememberingVerifier((jwt) => {
    asked.push(jwt);
    if (jwt === "bad") return Promise.reject(new Error("Invalid token"));
    return Promise.resolve({ user: { sub: jwt, role: "user" as const, jwt }, until });
  }, { now: () => time, ...(entries ? { entries } : {}) });
  return { verify, asked, at: (moment: number) => time = moment };
}

Deno.test("a token's signature is checked once until the token ends, and then again", async () => {
  const { verify, asked, at } = counted({ until: 100 });
  assert.equal((await verify("a")).sub, "a");
  assert.equal((await verify("a")).sub, "a");
  assert.equal(asked.length, 1);
  at(100);
  await verify("a");
  assert.equal(asked.length, 2);
});

Deno.test("a token that is not valid is checked each time", async () => {
  const { verify, asked } = counted({ until: 100 });
  await assert.rejects(verify("bad"));
  await assert.rejects(verify("bad"));
  assert.equal(asked.length, 2);
});

Deno.test("the cache is bounded and holds no long tokens", async () => {
  const { verify, asked } = counted({ until: 100, entries: 2 });
  const long = "x".repeat(4097);
  for (const jwt of ["a", "b", "c", "c", "a", long, long]) await verify(jwt);
  assert.deepEqual(asked, ["a", "b", "c", "a", long, long]);
});

Deno.test("nobody can change the holder of a cached token", async () => {
  const { verify } = counted({ until: 100 });
  const user = await verify("a");
  assert.throws(() => Object.assign(user, { role: "admin" }));
});
