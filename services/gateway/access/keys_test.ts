import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { jwtVerifier, oidcVerifier, signJwt } from "lib/auth/auth.ts";
import { serveScript, TEST_SECRET } from "lib/testing.ts";
import { type Caller, type Keyring, tenantOf } from "./caller.ts";
import { GatewayError } from "../errors.ts";
import { hashOf, newSecret, sameHash } from "./key_secret.ts";
import { createKeyring, type KeyringOptions } from "./keys.ts";

const ADMIN_KEY = "dwn-admin-0123456789abcdef";

function keyring(options: Partial<KeyringOptions> = {}): Keyring {
  return createKeyring({
    replica: { find: () => undefined },
    adminKey: ADMIN_KEY,
    verify: jwtVerifier({ secret: TEST_SECRET }),
    oidc: false,
    required: true,
    ...options,
  });
}

function request(authorization?: string): Request {
  return new Request("http://gateway/v1/models", { headers: authorization ? { authorization } : {} });
}

async function answer(
  keys: Keyring,
  authorization?: string,
): Promise<Caller | { type: string; status: number }> {
  try {
    return await keys.authenticate(request(authorization));
  } catch (error) {
    if (error instanceof GatewayError) return { type: error.type, status: error.status };
    throw error;
  }
}

const DENIED = { type: "rbac_denied", status: 401 };

Deno.test("authenticate() accepts the admin key synchronously and refuses requests without a credential", async () => {
  const keys = keyring();
  const caller = keys.authenticate(request(`Bearer ${ADMIN_KEY}`));
  assert.ok(!(caller instanceof Promise));
  assert.equal(caller.kind, "admin");
  assert.deepEqual([caller.may_skip_guardrails, caller.may_pass_through], [true, true]);
  for (
    const header of [
      undefined,
      "",
      "Bearer ",
      "Basic abc",
      `Bearer ${ADMIN_KEY}x`,
      "Bearer dwn-unknown",
      ADMIN_KEY,
    ]
  ) {
    assert.deepEqual(await answer(keys, header), DENIED, header);
  }
});

Deno.test("authenticate() accepts platform tokens, caches them, and refuses invalid ones", async () => {
  let verifications = 0;
  const inner = jwtVerifier({ secret: TEST_SECRET });
  const keys = keyring({ verify: (jwt) => (verifications++, inner(jwt)) });
  const jwt = await signJwt(TEST_SECRET, { sub: "alice", role: "manager" });
  const caller = await answer(keys, `Bearer ${jwt}`);
  assert.ok("actor" in caller);
  assert.equal(caller.may_pass_through, false);
  assert.deepEqual([caller.actor, caller.role, caller.tenant_id], ["user:alice", "manager", "user:alice"]);
  const again = keys.authenticate(request(`bearer ${jwt}`));
  assert.ok(!(again instanceof Promise));
  assert.equal(verifications, 1);
  const service = await answer(
    keys,
    `Bearer ${await signJwt(TEST_SECRET, { sub: "guard", role: "admin", service: "guard" })}`,
  );
  assert.ok("actor" in service);
  assert.equal(service.actor, "service:guard");
  assert.equal(service.may_skip_guardrails, false);
  const expired = await signJwt(TEST_SECRET, { sub: "alice", role: "user", expiresInSeconds: -60 });
  assert.deepEqual(await answer(keys, `Bearer ${expired}`), DENIED);
  const forged = await signJwt("another secret of 32 characters!!", { sub: "alice", role: "admin" });
  assert.deepEqual(await answer(keys, `Bearer ${forged}`), DENIED);
  assert.deepEqual(await answer(keys, "Bearer a.b.c"), DENIED);
});

Deno.test("tenantOf() returns the tenant of every kind of caller", async () => {
  const admin = await answer(keyring(), `Bearer ${ADMIN_KEY}`);
  const person = await answer(
    keyring(),
    `Bearer ${await signJwt(TEST_SECRET, { sub: "key:1", role: "user" })}`,
  );
  const service = await answer(
    keyring(),
    `Bearer ${await signJwt(TEST_SECRET, { sub: "guard", role: "admin", service: "guard" })}`,
  );
  const anybody = await answer(keyring({ required: false }));
  for (const caller of [admin, person, service, anybody]) {
    assert.ok("actor" in caller);
    assert.equal(tenantOf(caller.actor), caller.tenant_id, caller.actor);
  }
  assert.equal(tenantOf("key:01a1ffb1"), "01a1ffb1");
});

Deno.test("a token is not cached beyond its expiry", async () => {
  const clock = { now: Date.now() };
  const keys = keyring({ now: () => clock.now });
  const jwt = await signJwt(TEST_SECRET, { sub: "alice", role: "user", expiresInSeconds: 20 });
  await keys.authenticate(request(`Bearer ${jwt}`));
  assert.ok(!(keys.authenticate(request(`Bearer ${jwt}`)) instanceof Promise));
  clock.now += 21_000;
  assert.ok(keys.authenticate(request(`Bearer ${jwt}`)) instanceof Promise);
});

Deno.test("with GATEWAY_RBAC=off anybody may call, and a valid key is still recognised", async () => {
  const off = keyring({ required: false });
  for (const header of [undefined, "Bearer sk-anything", "Bearer a.b.c"]) {
    const caller = await answer(off, header);
    assert.ok("kind" in caller, header);
    assert.equal(caller.kind, "anonymous");
  }
  const admin = await answer(off, `Bearer ${ADMIN_KEY}`);
  assert.ok("kind" in admin && admin.kind === "admin");
  const revoked = keyring({ required: false, replica: { find: () => ({ refused: "revoked" }) } });
  assert.deepEqual(await answer(revoked, "Bearer dwn-old"), DENIED);
  const issuer = keyring({ required: false, oidc: true });
  assert.deepEqual(await answer(issuer), DENIED);
});

Deno.test("an issuer's tokens are verified with its published keys, also after a rotation", async () => {
  let pair = await generateKeyPair("ES256");
  let kid = "one";
  await using issuer = serveScript(async (incoming) => {
    const { origin, pathname } = new URL(incoming.url);
    if (pathname === "/.well-known/openid-configuration") {
      return Response.json({ issuer: origin, jwks_uri: `${origin}/keys` });
    }
    return Response.json({ keys: [{ ...await exportJWK(pair.publicKey), kid, alg: "ES256", use: "sig" }] });
  });
  const sign = (claims: Record<string, unknown>, { audience = "diwan", ends = "5m", by = issuer.url } = {}) =>
    new SignJWT({ realm: { roles: ["staff", "manager"] }, ...claims })
      .setProtectedHeader({ alg: "ES256", kid }).setSubject("bob").setIssuer(by).setAudience(audience)
      .setIssuedAt().setExpirationTime(ends).sign(pair.privateKey);
  const open = () => {
    const verify = oidcVerifier({ issuer: issuer.url, audience: "diwan", roleClaim: "realm.roles" });
    return keyring({ oidc: true, verify });
  };
  const keys = open();
  const caller = await answer(keys, `Bearer ${await sign({})}`);
  assert.ok("actor" in caller);
  assert.deepEqual([caller.actor, caller.role], ["user:bob", "manager"]);
  const wrong = { type: "oidc_auth_error", status: 401 };
  assert.deepEqual(await answer(keys, `Bearer ${await sign({}, { audience: "other" })}`), wrong);
  assert.deepEqual(await answer(keys, `Bearer ${await sign({}, { by: "https://elsewhere" })}`), wrong);
  assert.deepEqual(await answer(keys, `Bearer ${await sign({}, { ends: "-2m" })}`), wrong);
  assert.deepEqual(await answer(keys, `Bearer ${await sign({ realm: {} })}`), wrong);
  assert.ok(
    "actor" in await answer(keys, `Bearer ${await sign({}, { ends: "-5s" })}`),
    "clocks may differ a little",
  );
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"bob","role":"admin"}')}.x`.replaceAll("=", "");
  assert.deepEqual(await answer(keys, `Bearer ${unsigned}`), wrong);
  const stolen = await sign({});
  pair = await generateKeyPair("ES256");
  kid = "two";
  assert.ok("actor" in await answer(open(), `Bearer ${await sign({})}`), "the new key is found");
  assert.deepEqual(await answer(open(), `Bearer ${stolen}`), wrong);
});

Deno.test("a new secret has 256 random bits, and only its hash is stored", () => {
  const { key, key_hash, key_hint } = newSecret();
  assert.match(key, /^dwn-[\w-]{43}$/);
  assert.equal(hashOf(key), key_hash);
  assert.ok(!key_hash.includes(key.slice(4, 20)));
  assert.ok(key_hint.length < 16);
  assert.notEqual(newSecret().key, key);
  assert.equal(sameHash(key_hash, hashOf(key)), true);
  assert.equal(sameHash(key_hash, hashOf("x")), false);
  assert.equal(sameHash(key_hash, ""), false);
});
