import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import assert from "node:assert/strict";
import { jwtVerifier, oidcVerifier, signJwt } from "lib/auth/auth.ts";
import { serveScript, TEST_SECRET } from "lib/testing.ts";

const verify = jwtVerifier({ secret: TEST_SECRET });

async function issuer() {
  let { privateKey, publicKey } = await generateKeyPair("ES256");
  let kid = "one";
  let failure: Response | undefined;
  const server = serveScript(async (_request, { path }) =>
    path === "/keys"
      ? failure?.clone() ??
        Response.json({ keys: [{ ...await exportJWK(publicKey), kid, alg: "ES256", use: "sig" }] })
      : Response.json({ issuer: server.url, jwks_uri: `${server.url}/keys` })
  );
  return {
    url: server.url,
    requests: server.requests,
    /** Sets the answer to requests for its keys; undefined serves the keys again. */
    fail: (response?: Response) => void (failure = response),
    async rotate() {
      ({ privateKey, publicKey } = await generateKeyPair("ES256"));
      kid = "two";
    },
    sign: (claims: JWTPayload, audience = "diwan") =>
      new SignJWT({ sub: "amal", ...claims }).setProtectedHeader({ alg: "ES256", kid }).setIssuer(server.url)
        .setAudience(audience).setIssuedAt().setExpirationTime("5m").sign(privateKey),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

Deno.test("signJwt() makes what jwtVerifier() accepts", async () => {
  const jwt = await signJwt(TEST_SECRET, { sub: "alice", role: "manager" });
  assert.deepEqual(await verify(jwt), { sub: "alice", role: "manager", jwt });
  const service = await signJwt(TEST_SECRET, { sub: "guard", role: "user", service: "guard" });
  assert.equal((await verify(service)).service, "guard");
});

Deno.test("jwtVerifier() refuses tokens without subject, role or end, and of another algorithm", async () => {
  const key = new TextEncoder().encode(TEST_SECRET);
  const token = (claims: JWTPayload, alg = "HS256") =>
    new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
  const exp = Math.floor(Date.now() / 1000) + 60;
  for (
    const claims of [{ role: "user", exp }, { sub: "a", exp }, { sub: "a", role: "root", exp }, {
      sub: "a",
      role: "user",
    }]
  ) {
    await assert.rejects(verify(await token(claims)), { status: 401 }, JSON.stringify(claims));
  }
  await assert.rejects(verify(await token({ sub: "a", role: "user", exp }, "HS512")), { status: 401 });
});

Deno.test("a subject that no database keeps, or that is longer than 512 characters, is refused", async () => {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const token = (sub: string, service?: string) =>
    new SignJWT({ sub, exp, role: "user", ...(service ? { service } : {}) })
      .setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(TEST_SECRET));
  const message = "Token's subject is not text of at most 512 characters";
  for (const sub of ["\0", "sa\0ra", "\ud800", "sara\udc00", "s".repeat(513), "س".repeat(513)]) {
    await assert.rejects(verify(await token(sub)), { status: 401, message }, JSON.stringify(sub));
  }
  for (const sub of ["سارة", "😀".repeat(512), "a b@c"]) {
    assert.equal((await verify(await token(sub))).sub, sub);
  }
  assert.equal((await verify(await token("sara", "gu\0ard"))).service, undefined);
});

Deno.test("an issuer's token is accepted with its role claim, and its keys are fetched once", async () => {
  await using oidc = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "realm_access.roles" });
  const jwt = await oidc.sign({ realm_access: { roles: ["offline", "user", "manager"] } });
  assert.deepEqual(await check(jwt), { sub: "amal", role: "manager", jwt });
  await check(jwt);
  assert.deepEqual(oidc.requests.map(({ path }) => path), ["/.well-known/openid-configuration", "/keys"]);
});

Deno.test("an issuer's own names of roles are mapped, and a claim may have dots in its name", async () => {
  await using oidc = await issuer();
  const roles = new Map([["Operators", "admin"], ["Staff", "user"]] as const);
  const roleClaim = "https://diwan.example/roles";
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim, roles });
  const roleOf = async (claim: unknown) => (await check(await oidc.sign({ [roleClaim]: claim }))).role;
  assert.equal(await roleOf(["Everyone", "Staff"]), "user");
  assert.equal(await roleOf(["Staff", "Operators"]), "admin");
  for (const name of ["Everyone", "admin"]) await assert.rejects(roleOf(name), { status: 401 });
});

Deno.test("an issuer's token for another audience, without a role or by another issuer is 401", async () => {
  await using oidc = await issuer();
  await using other = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "role" });
  await assert.rejects(check(await oidc.sign({ role: "user" }, "elsewhere")), { status: 401 });
  await assert.rejects(check(await oidc.sign({})), { status: 401, message: /no role/ });
  await assert.rejects(check(await other.sign({ role: "admin" })), { status: 401 });
});

Deno.test("an issuer that cannot be reached is 503, and asked again next time", async () => {
  const oidc = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "role" });
  const jwt = await oidc.sign({ role: "user" });
  await oidc[Symbol.asyncDispose]();
  await assert.rejects(check(jwt), { status: 503 });
  await assert.rejects(check(jwt), { status: 503 });
});

Deno.test("an issuer whose keys cannot be read is 503, not the caller's fault, and asked again next time", async () => {
  await using oidc = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "role" });
  const jwt = await oidc.sign({ role: "user" });
  for (const response of [new Response("", { status: 500 }), new Response("<html>"), Response.json({})]) {
    oidc.fail(response);
    await assert.rejects(check(jwt), { status: 503 });
  }
  oidc.fail();
  assert.equal((await check(jwt)).sub, "amal");
});

Deno.test("an issuer's public key is no HS256 secret, and a token whose alg or key id was changed is refused", async () => {
  await using oidc = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "role" });
  const jwt = await oidc.sign({ role: "admin" });
  const [, payload, signature] = jwt.split(".");
  const keys: unknown = await (await fetch(`${oidc.url}/keys`)).json();
  const confused = await new SignJWT({ sub: "eve", role: "admin" }).setProtectedHeader({
    alg: "HS256",
    kid: "one",
  })
    .setIssuer(oidc.url).setAudience("diwan").setIssuedAt().setExpirationTime("5m")
    .sign(new TextEncoder().encode(JSON.stringify(keys)));
  const header = (fields: Record<string, string>) =>
    new TextEncoder().encode(JSON.stringify(fields)).toBase64({ alphabet: "base64url", omitPadding: true });
  const forged = [
    confused,
    `${header({ alg: "none" })}.${payload}.`,
    `${header({ alg: "ES256", kid: "two" })}.${payload}.${signature}`,
    `${header({ alg: "ES256", kid: "one", crit: "exp" })}.${payload}.${signature}`,
    `${header({ alg: "ES256", kid: "../../one" })}.${payload}.${signature}`,
  ];
  for (const token of forged) await assert.rejects(check(token), { status: 401 }, token);
});

Deno.test("clocks may differ by half a minute and no more", async () => {
  for (const [expiresInSeconds, good] of [[-20, true], [-40, false]] as const) {
    const jwt = await signJwt(TEST_SECRET, { sub: "a", role: "user", expiresInSeconds });
    const outcome = await verify(jwt).then(() => true, () => false);
    assert.equal(outcome, good, `${expiresInSeconds}`);
  }
});

Deno.test("a subject that is not text is none", async () => {
  await using oidc = await issuer();
  const check = oidcVerifier({ issuer: oidc.url, audience: "diwan", roleClaim: "role" });
  const sub: unknown = JSON.parse("7");
  await assert.rejects(check(await oidc.sign({ role: "user", ...{ sub } as JWTPayload })), { status: 401 });
});

Deno.test("with an issuer, HS256 is for the platform's own services alone", async () => {
  await using oidc = await issuer();
  const both = jwtVerifier({
    secret: TEST_SECRET,
    oidc: { issuer: oidc.url, audience: "diwan", roleClaim: "role" },
  });
  assert.equal((await both(await oidc.sign({ role: "user" }))).sub, "amal");
  assert.equal(
    (await both(await signJwt(TEST_SECRET, { sub: "g", role: "user", service: "guard" }))).service,
    "guard",
  );
  await assert.rejects(both(await signJwt(TEST_SECRET, { sub: "eve", role: "admin" })), { status: 401 });
  await assert.rejects(both(await oidc.sign({ role: "user", service: "guard" })), { status: 401 });
});
