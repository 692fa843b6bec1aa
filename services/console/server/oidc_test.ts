import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { oidcVerifier } from "lib/auth/auth.ts";
import { cookiesOf, scripted, testConsole } from "../console_fixture.ts";
import { holderOf } from "./credential.ts";

/** A small issuer whose people agree at once; `tamper` changes what it signs. */
async function issuer(tamper: (claims: Record<string, unknown>) => void = () => {}) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...await exportJWK(publicKey), kid: "1", alg: "ES256" };
  const codes = new Map<string, { challenge: string; nonce: string }>();
  const server = scripted(async (request) => {
    const url = new URL(request.url);
    if (url.pathname === "/.well-known/openid-configuration") {
      return Response.json({
        issuer: url.origin,
        authorization_endpoint: `${url.origin}/authorize`,
        token_endpoint: `${url.origin}/token`,
        jwks_uri: `${url.origin}/jwks`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
      });
    }
    if (url.pathname === "/jwks") return Response.json({ keys: [jwk] });
    if (url.pathname === "/authorize") {
      const code = crypto.randomUUID();
      const { code_challenge = "", nonce = "", state, redirect_uri } = Object.fromEntries(url.searchParams);
      codes.set(code, { challenge: code_challenge, nonce });
      return Response.redirect(`${redirect_uri}?code=${code}&state=${state}`);
    }
    const form = new URLSearchParams(await request.text());
    const code = form.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(form.get("code_verifier") ?? ""),
    );
    const challenge = new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true });
    if (!known || known.challenge !== challenge) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const claims = { sub: "amal", role: "manager", nonce: known.nonce };
    tamper(claims);
    const id_token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "1" }).setIssuer(
      url.origin,
    )
      .setAudience("diwan").setIssuedAt().setExpirationTime("1h").sign(privateKey);
    return Response.json({ access_token: "opaque", token_type: "bearer", id_token, expires_in: 3600 });
  });
  return server;
}

async function consoleOf(address: string) {
  const verify = oidcVerifier({ issuer: address, audience: "diwan", roleClaim: "role" });
  return await testConsole({
    oidc: { issuer: address, clientId: "diwan", scope: "openid" },
    holderOf: holderOf({ verify, gateway: address, hours: 1 }),
  });
}

/** From the console to the issuer and back to the callback's path; and the cookie of the journey. */
async function journey(desk: Awaited<ReturnType<typeof consoleOf>>, back = "/guard?view=alerts") {
  const start = await desk.request(`/auth/start?back=${encodeURIComponent(back)}`);
  assert.equal(start.status, 302);
  const [cookie = ""] = start.headers.getSetCookie();
  assert.match(cookie, /HttpOnly; SameSite=Lax/);
  const agreed = await fetch(start.headers.get("location") ?? "", { redirect: "manual" });
  const { pathname, search } = new URL(agreed.headers.get("location") ?? "");
  return { path: pathname + search, cookie: cookiesOf(start) };
}

// The issuer's return is a cross-site navigation.
const FROM_ISSUER = { "sec-fetch-site": "cross-site" };

Deno.test("the issuer's return signs in and goes on to the page that was asked for, by a request of this site", async () => {
  const server = await issuer();
  {
    await using desk = await consoleOf(server.address);
    const { path, cookie } = await journey(desk);
    const answer = await desk.request(path, { cookie, headers: FROM_ISSUER });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /url=http:\/\/localhost\/guard\?view=alerts/);
    const { user } = await (await desk.request("/me", { cookie: cookiesOf(answer) })).json();
    assert.deepEqual(user, { sub: "amal", role: "manager", kind: "token" });
    const again = await desk.request(path, { cookie, headers: FROM_ISSUER });
    assert.equal(again.status, 401);
  }
  await server.close();
});

Deno.test("another browser's journey, a changed state and a wrong nonce are refused", async () => {
  const server = await issuer();
  const lying = await issuer((claims) => claims.nonce = "another's");
  {
    await using desk = await consoleOf(server.address);
    const { path, cookie } = await journey(desk);
    const refused = [
      await desk.request(path, { headers: FROM_ISSUER }),
      await desk.request(path.replace(/state=[^&]+/, "state=other"), { cookie, headers: FROM_ISSUER }),
    ];
    assert.deepEqual(refused.map(({ status }) => status), [401, 401]);
    await using other = await consoleOf(lying.address);
    const theirs = await journey(other);
    const answer = await other.request(theirs.path, { cookie: theirs.cookie, headers: FROM_ISSUER });
    assert.equal(answer.status, 401);
  }
  await server.close();
  await lying.close();
});

Deno.test("a sign-in leads back to this console only", async () => {
  const server = await issuer();
  {
    await using desk = await consoleOf(server.address);
    const tricks = [
      "/.//evil.example/x",
      "/a/../..//evil.example/x",
      "http://console.invalid//evil.example/x",
    ];
    for (const back of ["https://evil.example/x", "//evil.example/x", ...tricks]) {
      const { path, cookie } = await journey(desk, back);
      const html = await (await desk.request(path, { cookie, headers: FROM_ISSUER })).text();
      assert.doesNotMatch(html, /\/\/evil/);
    }
  }
  await server.close();
});
