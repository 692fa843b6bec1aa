import assert from "node:assert/strict";
import { oidcVerifier } from "lib/auth/auth.ts";
import { cookiesOf, testConsole } from "../console_fixture.ts";
import { holderOf } from "./credential.ts";
import { issuer } from "./issuer_fixture.ts";

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
