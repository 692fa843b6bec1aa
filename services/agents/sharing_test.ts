import assert from "node:assert/strict";
import {
  callerHeaders,
  checkMatrix,
  checkRights,
  type MatrixCaller,
  type MatrixRow,
  untriedOperations,
} from "lib/sharing/sharing_matrix.ts";
import { testDatabase } from "lib/testing.ts";
import { calls, type Fixture, fixture, SCHEMA } from "./fixture.ts";

const A = "/api/v1/agents/{id}";
const R = `${A}/runs/{run_id}`;
const S = "/api/v1/playground/sessions/{session_id}";

/** An agent that `owner` made and shared with `shared`, with a waiting run and a session of the owner's. */
function made({ request }: Fixture, may = "read"): () => Promise<Record<string, string>> {
  const post = async (path: string, body: unknown, method = "POST") =>
    await (await request(method, path, { body, sub: "owner" })).json();
  return async () => {
    const { id } = await post("agents", {
      name: "Helper",
      tools: ["calculator"],
      needs_approval: ["calculator"],
    });
    await post(`agents/${id}/sharing`, { people: ["shared"], may }, "PUT");
    const run = await post(`agents/${id}/run`, { input: "sum" });
    const { session_id } = await post("playground/chat", { agent_id: id, message: "Hello" });
    return { id, run_id: run.id, session_id };
  };
}

const AGENT: MatrixRow[] = [
  { route: `GET ${A}`, expected: [200, 404, 200, 200, 200] },
  { route: `PUT ${A}`, body: { description: "New" }, expected: [200, 404, 403, 200, 200] },
  { route: `DELETE ${A}`, expected: [204, 404, 403, 204, 204] },
  { route: `GET ${A}/rights`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${A}/sharing`, expected: [200, 404, 403, 200, 200] },
  { route: `PUT ${A}/sharing`, body: {}, expected: [200, 404, 403, 200, 200] },
  { route: `POST ${A}/run`, body: { input: "Hello" }, expected: [201, 404, 201, 201, 201] },
  { route: `GET ${A}/runs`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${A}/traces`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${A}/metrics`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${R}`, expected: [200, 404, 404, 200, 200] },
  { route: `GET ${A}/traces/{run_id}`, expected: [200, 404, 404, 200, 200] },
  { route: `POST ${R}/cancel`, expected: [200, 404, 404, 200, 200] },
  { route: `POST ${R}/approve`, body: {}, expected: [202, 404, 404, 202, 202] },
  { route: `POST ${R}/reject`, body: {}, expected: [202, 404, 404, 202, 202] },
  { route: `GET ${S}`, expected: [200, 404, 404, 200, 200] },
  { route: `DELETE ${S}`, expected: [204, 404, 404, 204, 204] },
];

const script = ({ messages }: { messages: { content: string | null }[] }) =>
  messages.at(-1)?.content === "sum" ? calls("calculator", { expression: "1+1" }) : { content: "Hello." };

Deno.test("each route of agents, runs and sessions answers owner, managers, admins and those shared with", async () => {
  await using database = await testDatabase(SCHEMA.schema, SCHEMA.migrations);
  await using service = await fixture(database.sql, { script });
  assert.deepEqual(await untriedOperations(service.app, AGENT), []);
  for (const may of ["read", "change"] as const) {
    await checkRights(service.app, A, { make: made(service, may), may });
  }
  await checkMatrix(service.app, AGENT, made(service));
  await checkMatrix(service.app, [
    { route: `PUT ${A}`, body: { description: "New" }, expected: [200, 404, 200, 200, 200] },
    { route: `DELETE ${A}`, expected: [204, 404, 403, 204, 204] },
  ], made(service, "change"));
});

Deno.test("lists, chats and agents that ask others know only the agents that the caller may use", async () => {
  await using database = await testDatabase(SCHEMA.schema, SCHEMA.migrations);
  await using service = await fixture(database.sql, { script });
  const { id } = await made(service)();
  const listed = async (caller: MatrixCaller) => {
    const response = await service.app.request("/api/v1/agents", { headers: await callerHeaders(caller) });
    return [(await response.json()).length, response.headers.get("x-total-count")];
  };
  for (const caller of ["owner", "shared", "manager", "admin"] as const) {
    assert.deepEqual(await listed(caller), [1, "1"], caller);
  }
  assert.deepEqual(await listed("other"), [0, "0"]);
  const chat = await service.request("POST", "playground/chat", {
    body: { agent_id: id, message: "Hello" },
    sub: "other",
  });
  assert.equal(chat.status, 404);
});

Deno.test("DEFAULT_SHARING=all lets everyone use agents, and never see others' runs", async () => {
  await using database = await testDatabase(SCHEMA.schema, SCHEMA.migrations);
  await using service = await fixture(database.sql, { script, settings: { DEFAULT_SHARING: "all" } });
  const agent = await service.agent();
  const other = { sub: "other" };
  assert.equal((await service.request("GET", `agents/${agent.id}`, other)).status, 200);
  const run = await service.run(agent.id, "Hello");
  assert.equal((await service.request("GET", `agents/${agent.id}/runs/${run.id}`, other)).status, 404);
});
