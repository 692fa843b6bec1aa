import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { ADDRESS, cookiesOf, everywhere, scripted, SECRET, testConsole } from "./console_fixture.ts";
import { attempts } from "./server/attempts.ts";

const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });

Deno.test("the start's code signs an admin in once", async () => {
  await using desk = await testConsole();
  const code = desk.deps.codes.issue();
  const answer = await desk.request("/sign-in", post({ code }));
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { sub: "admin", role: "admin" });
  for (const cookie of answer.headers.getSetCookie()) assert.match(cookie, /; HttpOnly; SameSite=Strict/);
  const me = await (await desk.request("/me", { cookie: cookiesOf(answer) })).json();
  assert.deepEqual(me.user, { sub: "admin", role: "admin", kind: "token" });
  const again = await desk.request("/sign-in", post({ code }));
  assert.equal(again.status, 401);
  assert.deepEqual(again.headers.getSetCookie(), []);
});

Deno.test("a code that is wrong or superseded signs nobody in", async () => {
  await using desk = await testConsole();
  const old = desk.deps.codes.issue();
  desk.deps.codes.issue();
  for (const code of [old, "x", `${old}x`]) {
    assert.equal((await desk.request("/sign-in", post({ code }))).status, 401, code);
  }
});

Deno.test("POST /sign-in refuses invalid tokens, services' own tokens and malformed bodies", async () => {
  await using desk = await testConsole();
  const service = await signJwt(SECRET, { sub: "guard", role: "user", service: "guard" });
  const foreign = await signJwt("another secret of 32 characters or so", { sub: "mallory", role: "admin" });
  for (const token of [service, foreign, "nonsense"]) {
    assert.equal((await desk.request("/sign-in", post({ token }))).status, 401);
  }
  for (const body of [{}, { token: "with a blank" }, { token: "ok", code: "ok" }, [], "text"]) {
    assert.equal((await desk.request("/sign-in", post(body))).status, 422, JSON.stringify(body));
  }
  const long = await desk.request("/sign-in", { method: "POST", body: "x".repeat(20_000) });
  assert.equal(long.status, 413);
});

Deno.test("sign-in attempts per address and minute are bounded", async () => {
  await using desk = await testConsole();
  const statuses = [];
  for (let i = 0; i < 21; i++) statuses.push((await desk.request("/sign-in", post({ code: "x" }))).status);
  assert.deepEqual([statuses[19], statuses[20]], [401, 429]);
});

Deno.test("a long token is kept in several cookies and read from them again", async () => {
  await using desk = await testConsole();
  const token = await signJwt(SECRET, { sub: "س".repeat(500), role: "user" });
  const answer = await desk.request("/sign-in", post({ token }));
  const cookie = cookiesOf(answer);
  assert.ok(cookie.split("; ").length > 1);
  const { user } = await (await desk.request("/me", { cookie })).json();
  assert.equal(user.sub, "س".repeat(500));
});

Deno.test("signing out ends every copy of the session's cookie", async () => {
  await using desk = await testConsole();
  const { cookie, csrf } = await desk.signIn("user");
  const out = await desk.request("/sign-out", { method: "POST", cookie, headers: { "x-csrf-token": csrf } });
  assert.equal(out.status, 204);
  assert.equal(cookiesOf(out), "");
  assert.deepEqual(await (await desk.request("/me", { cookie })).json(), { user: null });
});

Deno.test("a cookie that was changed, truncated or sealed by another secret is not accepted", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn("admin");
  for (
    const bad of [
      `${cookie}x`,
      cookie.slice(0, -3),
      cookie.replace("=ey", "=fy"),
      "diwan_0=",
      "diwan_0=a.b.c.d.e",
    ]
  ) {
    assert.deepEqual(
      await (await desk.request("/me", { cookie: bad })).json(),
      { user: null },
      bad.slice(0, 30),
    );
  }
});

Deno.test("an unsafe request needs the session's own CSRF token", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn("admin");
  const { csrf: other } = await desk.signIn("admin");
  const brought: Record<string, string>[] = [{}, { "x-csrf-token": other }, { "x-csrf-token": "" }];
  for (const headers of brought) {
    const answer = await desk.request("/api/guard/api/v1/policies", { method: "POST", cookie, headers });
    assert.equal(answer.status, 403);
    assert.match((await answer.json()).detail, /CSRF/);
  }
});

Deno.test("pages of other sites and ports reach neither services nor live updates, by any name of this machine", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn("admin");
  const refused: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://localhost:9999" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { host: "rebound.example" },
  ];
  for (const headers of refused) {
    for (const path of ["/api/guard/health", "/live"]) {
      const answer = await desk.request(path, { cookie, headers });
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
    }
  }
  const page = await desk.request("/", { headers: { host: "rebound.example" } });
  assert.equal(page.status, 403);
  for (const host of ["127.0.0.1:8080", "[::1]:8080", "localhost:8080", "192.168.1.5"]) {
    assert.equal((await desk.request("/", { headers: { host } })).status, 200, host);
  }
});

Deno.test("nobody who is not signed in reaches a service", async () => {
  await using desk = await testConsole();
  for (const path of ["/api/guard/health", "/live", "/api/gateway/costs"]) {
    assert.equal((await desk.request(path)).status, 401, path);
  }
});

Deno.test("unknown services, pages and files are 404, with the request's id", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn("admin");
  for (
    const path of ["/api/nothing/x", "/nothing", "/app/main.ts", "/app/../env.ts", "/app/server/session.ts"]
  ) {
    const answer = await desk.request(path, { cookie });
    assert.equal(answer.status, 404, path);
  }
});

Deno.test("the page has a policy without inline code, and its embedded facts cannot break out of their element", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn("user", "</script><script>alert(1)</script>");
  const answer = await desk.request("/", {
    cookie,
    headers: { cookie, "accept-language": "ar-SA,ar;q=0.9" },
  });
  const html = await answer.text();
  assert.match(html, /<html lang="ar" dir="rtl"/);
  assert.doesNotMatch(html, /<script>alert/);
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.doesNotMatch(policy, /unsafe/);
  const [, map = ""] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(map)))
    .toBase64();
  assert.ok(policy.includes(`'sha256-${hash}'`));
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

Deno.test("a page knows the gateway's port, for the calls that it shows as code", async () => {
  for (const [gateway, port] of [["http://127.0.0.1:9000", 9000], ["https://models.example", 443]] as const) {
    await using desk = await testConsole({ addresses: { gateway } });
    const html = await (await desk.request("/")).text();
    const [, boot = ""] = /id="boot">(.*?)<\/script>/.exec(html) ?? [];
    assert.equal(JSON.parse(boot).gatewayPort, port);
  }
});

Deno.test("every file that the page names exists, without type syntax, and may be cached for ever", async () => {
  await using desk = await testConsole();
  const html = await (await desk.request("/")).text();
  const named = [...html.matchAll(/(?:href|src)="(\/(?:app|npm)\/[^"]+)"/g)].map(([, address = ""]) =>
    address
  );
  assert.ok(named.length > 10);
  for (const address of named) {
    const answer = await desk.app.request(`${ADDRESS}${address}`, { headers: { "accept-encoding": "br" } });
    assert.equal(answer.status, 200, address);
    assert.match(answer.headers.get("cache-control") ?? "", /immutable/);
    await answer.body?.cancel();
  }
  const other = named.find((address) => address.startsWith("/app/browser"))?.replace(/v=\w+/, "v=00000000");
  assert.equal((await desk.app.request(`${ADDRESS}${other}`)).status, 404);
});

Deno.test("anyone reads through the console what its public pages show, and nothing else", async () => {
  const seen: (string | null)[] = [];
  const service = scripted((request) => {
    seen.push(request.headers.get("authorization"));
    return Response.json({ valid: true });
  });
  await using desk = await testConsole({ addresses: everywhere(service.address) });
  const id = crypto.randomUUID();
  const verify = `/api/compliance/api/v1/comply/certificates/${id}/verify`;
  for (const path of [verify, "/api/procurement/api/v1/public/tenders?search=x"]) {
    assert.equal((await desk.request(path)).status, 200, path);
  }
  assert.deepEqual(seen, [null, null]);
  const closed = [
    `/api/compliance/api/v1/comply/certificates/${id}`,
    `/api/compliance/api/v1/comply/certificates/${id}/verify/..`,
    `/api/guard/api/v1/comply/certificates/${id}/verify`,
    "/api/procurement/api/v1/tenders",
    "/api/procurement/api/v1/public/tenders/x",
  ];
  for (const path of closed) assert.equal((await desk.request(path)).status, 401, path);
  assert.equal((await desk.request(verify, { method: "POST", body: "{}" })).status, 401);
  assert.equal(seen.length, 2);
  await service.close();
});

Deno.test("what anyone reads through the console is counted by address", async () => {
  const service = scripted(() => Response.json({}));
  await using desk = await testConsole({
    addresses: everywhere(service.address),
    admit: attempts({ perMinute: 2 }),
  });
  const path = "/api/procurement/api/v1/public/tenders";
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await desk.request(path)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  await service.close();
});
