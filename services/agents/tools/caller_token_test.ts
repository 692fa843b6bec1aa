import assert from "node:assert/strict";
import { jwtVerifier, signJwt } from "lib/auth/auth.ts";
import { bearer, serveScript, TEST_SECRET, testOnEngines } from "lib/testing.ts";
import { calls, fixture, inTurn, SCHEMA } from "../fixture.ts";

const verify = jwtVerifier({ secret: TEST_SECRET });
const tokenOf = (headers: Headers | undefined) =>
  (headers?.get("authorization") ?? "").replace("Bearer ", "");

testOnEngines(
  "the caller's own token reaches the documents service, and nobody else",
  SCHEMA,
  async (sql) => {
    await using documents = serveScript(() => Response.json({ documents: [] }));
    await using stranger = serveScript((_, { path }) =>
      path === "/mcp" ? new Response("no MCP here", { status: 500 }) : Response.json({})
    );
    await using service = await fixture(sql, {
      script: inTurn(
        calls("search_documents", {}, "1"),
        calls("http_get", { url: `${stranger.url}/page` }, "2"),
      ),
      settings: {
        DOCUMENTS_BASE_URL: documents.url,
        ALLOW_PRIVATE_URLS: "true",
        AGENTS_MCP_SERVERS: JSON.stringify({
          other: { url: `${stranger.url}/mcp`, auth: "caller" },
          open: { url: `${stranger.url}/mcp` },
        }),
      },
    });
    const own = await bearer("user", "amal");
    const send = (path: string, body: unknown) =>
      service.app.request(`/api/v1/${path}`, {
        method: "POST",
        headers: { ...own, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const agent = await (await send("agents", { name: "A", tools: ["search_documents", "http_get"] })).json();
    await service.request("GET", "tools");
    const run = await (await send(`agents/${agent.id}/run`, { input: "?" })).json();
    assert.equal(run.status, "completed");

    const [asked] = documents.requests;
    assert.equal(asked?.headers.get("authorization"), own.authorization);
    const proof = await verify(asked?.headers.get("x-service-token") ?? "");
    assert.deepEqual([proof.sub, proof.role, proof.service], ["agents", "user", "agents"]);

    const page = stranger.requests.filter(({ path }) => path === "/page");
    assert.deepEqual(page.map(({ headers }) => headers.get("authorization")), [null]);
    assert.ok(stranger.requests.some(({ path, headers }) => path === "/mcp" && headers.has("authorization")));
    const secret = own.authorization.slice("Bearer ".length);
    const seen = [...stranger.requests, ...service.model.server.requests]
      .map(({ headers, body }) => JSON.stringify([...headers]) + body).join();
    const [row] = await sql`select (select json_agg(r)::text from agents.runs r) as runs,
    (select json_agg(s)::text from agents.steps s) as steps`;
    for (const place of [seen, row?.runs, row?.steps, service.logs.join()]) {
      assert.ok(place.length > 0);
      assert.ok(!place.includes(secret));
    }
  },
);

testOnEngines(
  "a run without its caller's token, or with one about to expire, asks with one of five minutes",
  SCHEMA,
  async (sql) => {
    await using documents = serveScript(() => Response.json({ documents: [] }));
    await using service = await fixture(sql, {
      script: inTurn(calls("search_documents", {}, "1")),
      settings: { DOCUMENTS_BASE_URL: documents.url },
    });
    const agent = await service.agent({ tools: ["search_documents"], needs_approval: ["search_documents"] });
    const waiting = await service.run(agent.id);
    assert.equal(waiting.status, "awaiting_approval");
    const path = `agents/${agent.id}/runs/${waiting.id}/approve`;
    assert.equal((await service.request("POST", path, { role: "admin", body: {} })).status, 202);
    await service.until(waiting, "completed");

    const hasty = await service.agent({ tools: ["search_documents"] });
    const short = await signJwt(TEST_SECRET, { sub: "user-1", role: "user", expiresInSeconds: 4 });
    const answer = await service.app.request(`/api/v1/agents/${hasty.id}/run`, {
      method: "POST",
      headers: { authorization: `Bearer ${short}`, "content-type": "application/json" },
      body: JSON.stringify({ input: "?" }),
    });
    assert.equal(answer.status, 201);
    assert.equal(documents.requests.length, 2);
    for (const { headers } of documents.requests) {
      const { sub, role, service: name, jwt } = await verify(tokenOf(headers));
      assert.deepEqual([sub, role, name], ["user-1", "user", "agents"]);
      assert.notEqual(jwt, short);
      assert.equal(headers.get("x-service-token"), null);
    }
  },
);
