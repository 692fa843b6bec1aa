import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { serveScript } from "lib/testing.ts";
import { scripted, testConsole } from "../console_fixture.ts";

Deno.test("a service gets the caller's credential and none of the browser's own headers", async () => {
  const seen: { search: string; headers: Headers }[] = [];
  const service = scripted((request) => {
    seen.push({ search: new URL(request.url).search, headers: new Headers(request.headers) });
    return Response.json({ ok: true }, { headers: { "set-cookie": "a=b", "x-request-id": "from-service" } });
  });
  {
    await using desk = await testConsole({ addresses: { guard: service.address } });
    const { cookie, csrf } = await desk.signIn("manager", "amal");
    const answer = await desk.request("/api/guard/api/v1/policies?status=on%20hold", {
      cookie,
      method: "POST",
      headers: {
        "x-csrf-token": csrf,
        "x-service-token": "forged",
        "x-forwarded-for": "1.2.3.4",
        "content-type": "application/json",
        "content-length": "2",
      },
      body: "{}",
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("set-cookie"), null);
    assert.equal(answer.headers.get("x-request-id"), "from-service");
    const [request] = seen;
    assert.ok(request);
    assert.equal(request.search, "?status=on%20hold");
    const { sub, role } = decodeJwt(request.headers.get("authorization")?.slice(7) ?? "");
    assert.deepEqual([sub, role], ["amal", "manager"]);
    assert.equal(decodeJwt(request.headers.get("x-service-token") ?? "").service, "console");
    for (const name of ["cookie", "x-csrf-token", "x-forwarded-for", "sec-fetch-site"]) {
      assert.equal(request.headers.get(name), null, name);
    }
  }
  await service.close();
});

Deno.test("a path cannot lead to another host or out of the service's own", async () => {
  const seen: string[] = [];
  const service = scripted((request) => {
    seen.push(new URL(request.url).pathname);
    return new Response("ok");
  });
  {
    await using desk = await testConsole({ addresses: { guard: service.address } });
    const { cookie } = await desk.signIn();
    for (const path of ["//evil.example/x", "/@evil.example/", "/%2e%2e/%2e%2e/x", "/a%2fb"]) {
      const answer = await desk.request(`/api/guard${path}`, { cookie });
      await answer.body?.cancel();
      assert.ok([200, 404].includes(answer.status), `${path}: ${answer.status}`);
    }
    assert.ok(seen.length > 0);
    const before = seen.length;
    for (const name of ["guar%64", "%67uard", "g%75ard"]) {
      assert.equal((await desk.request(`/api/${name}/x`, { cookie })).status, 404, name);
    }
    assert.equal(seen.length, before);
  }
  await service.close();
});

Deno.test("a service that is away is a 502 that names it, and the console answers on", async () => {
  await using desk = await testConsole();
  const { cookie } = await desk.signIn();
  const answer = await desk.request("/api/voice/api/v1/x", { cookie });
  assert.equal(answer.status, 502);
  assert.match((await answer.json()).error, /voice service cannot be reached/);
  assert.equal((await desk.request("/", { cookie })).status, 200);
});

Deno.test("a body without length is refused before a service sees it", async () => {
  await using desk = await testConsole();
  const { cookie, csrf } = await desk.signIn();
  const body = new ReadableStream({ start: (controller) => controller.close() });
  const answer = await desk.request("/api/voice/x", {
    cookie,
    method: "POST",
    headers: { "x-csrf-token": csrf },
    body,
  });
  assert.equal(answer.status, 411);
});

Deno.test("a DELETE without a body goes through", async () => {
  const service = scripted(({ method }) => new Response(null, { status: method === "DELETE" ? 204 : 500 }));
  {
    await using desk = await testConsole({ addresses: { guard: service.address } });
    const front = scripted(desk.app.fetch);
    const { cookie, csrf } = await desk.signIn();
    const headers = { cookie, "x-csrf-token": csrf };
    assert.equal((await fetch(`${front.address}/api/guard/x`, { method: "DELETE", headers })).status, 204);
    await front.close();
  }
  await service.close();
});

Deno.test("an event stream comes event by event and a large JSON answer compressed", async () => {
  const service = scripted((request) => {
    if (request.url.endsWith("/large")) return Response.json({ text: "كلمة ".repeat(2_000) });
    const pieces = ["data: 1\n\n", "data: 2\n\n"];
    const body = new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift();
        // The second event is held back for good: the first one must come without it.
        if (piece === "data: 1\n\n") controller.enqueue(new TextEncoder().encode(piece));
        else return new Promise(() => {});
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  {
    await using desk = await testConsole({ addresses: { agents: service.address } });
    const { cookie } = await desk.signIn();
    const stop = new AbortController();
    const stream = await desk.request("/api/agents/stream", { cookie, signal: stop.signal });
    const reader = stream.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), "data: 1\n\n");
    stop.abort();
    await reader?.cancel().catch(() => {});
    const large = await desk.request("/api/agents/large", {
      cookie,
      headers: { "accept-encoding": "gzip, br" },
    });
    assert.equal(large.headers.get("content-encoding"), "gzip");
    const plain = large.body?.pipeThrough(new DecompressionStream("gzip"));
    assert.equal((await new Response(plain).json()).text.length, 10_000);
  }
  await service.close();
});

Deno.test("a session has only so many requests a minute, and each session its own", async () => {
  await using service = serveScript(() => new Response("ok"));
  const { attempts } = await import("./attempts.ts");
  await using desk = await testConsole({
    addresses: { guard: service.url },
    admit: attempts({ perMinute: 2 }),
  });
  const one = await desk.signIn();
  const other = await desk.signIn();
  const status = async (cookie: string) => {
    const answer = await desk.request("/api/guard/x", { cookie });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.deepEqual([await status(one.cookie), await status(one.cookie), await status(one.cookie)], [
    200,
    200,
    429,
  ]);
  assert.equal(await status(other.cookie), 200);
});
