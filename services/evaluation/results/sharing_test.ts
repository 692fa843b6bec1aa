import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { Sharing } from "lib/sharing/sharing.ts";
import {
  checkMatrix,
  checkRights,
  type MatrixCaller,
  type MatrixRow,
  untriedOperations,
} from "lib/sharing/sharing_matrix.ts";
import { callerHeaders } from "lib/sharing/sharing_matrix.ts";
import { callMcpTool, serveScript } from "lib/testing.ts";
import { answer, play, type Stage } from "../testing.ts";

const R = "/api/v1/results/{id}";
const READS = [
  `GET ${R}`,
  `GET ${R}?limit=0`,
  `GET ${R}/export`,
  `GET ${R}/compare/{other_id}`,
  `GET ${R}/labels`,
];
const reads = (other: number): MatrixRow[] =>
  READS.map((route) => ({ route, expected: [200, other, 200, 200, 200] }));
const labels = (other: number): MatrixRow[] => [
  {
    route: `PUT ${R}/labels`,
    body: { question_id: "none", label: "right" },
    expected: [422, other, 422, 422, 422],
  },
  { route: `DELETE ${R}/labels?question_id=none`, expected: [404, 404, 404, 404, 404] },
];
const changes = (other: number, shared: (done: number) => number): MatrixRow[] => [
  { route: `POST ${R}/cancel`, expected: [409, other, shared(409), 409, 409] },
  { route: `POST ${R}/retry`, expected: [200, other, shared(200), 200, 200] },
  { route: `POST ${R}/rescore`, expected: [200, other, shared(200), 200, 200] },
];
const owners = (other: number): MatrixRow[] => [
  { route: `GET ${R}/rights`, expected: [200, other === 403 ? 200 : other, 200, 200, 200] },
  { route: `GET ${R}/sharing`, expected: [200, other, 403, 200, 200] },
  { route: `PUT ${R}/sharing`, body: {}, expected: [200, other, 403, 200, 200] },
];

/** A result that `owner` made, copied for each request of a matrix, which never runs again. */
async function made(
  scene: Stage,
  sql: Sql,
): Promise<(sharing: unknown) => Promise<{ id: string; other_id: string }>> {
  const [first = ""] = await scene.run({ benchmark_ids: ["sums"] });
  await sql`update evaluation.evaluations set created_by = 'owner' where id = ${first}`;
  return async (sharing) => {
    const [copy] = await sql<{ id: string }[]>`
      insert into evaluation.evaluations
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'status', 'completed'))).*
      from evaluation.evaluations e where id = ${first} returning id`;
    assert.ok(copy);
    if (sharing) await scene.evaluations.share(copy.id, Sharing.parse(sharing));
    return { id: copy.id, other_id: copy.id };
  };
}

play("each route of a result answers its maker, managers and admins, and those it is shared with", {
  sums: { questions: 2 },
}, async (make, _kv, sql) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  await using scene = make({ provider: provider.url });
  const copy = await made(scene, sql);
  const reading = [...reads(404), ...labels(404), ...changes(404, () => 403), ...owners(404)];
  const untried = await untriedOperations(scene.app, reading);
  // Benchmarks are nobody's own: managers write them, everybody reads their description.
  assert.deepEqual(untried, [
    "GET /api/v1/benchmarks/{id}",
    "PUT /api/v1/benchmarks/{id}",
    "DELETE /api/v1/benchmarks/{id}",
    "GET /api/v1/benchmarks/{id}/content",
  ]);
  for (const may of ["read", "change"] as const) {
    await checkRights(scene.app, R, { make: () => copy({ people: ["shared"], may }), may });
  }
  await checkMatrix(scene.app, reading, () => copy({ people: ["shared"] }));
  await checkMatrix(
    scene.app,
    changes(404, (done) => done),
    () => copy({ people: ["shared"], may: "change" }),
  );
});

play("DEFAULT_SHARING=all lets everybody read the results that nobody has shared, and change none", {
  sums: { questions: 2 },
}, async (make, _kv, sql) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  await using scene = make({ provider: provider.url, defaultSharing: "all" });
  const copy = await made(scene, sql);
  await checkMatrix(
    scene.app,
    [...reads(200), ...labels(422), ...changes(403, () => 403), ...owners(403)],
    () => copy(null),
  );
});

play("lists and tools know only the results that the caller may read; the leaderboard counts all", {
  sums: { questions: 2 },
}, async (make, _kv, sql) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  await using scene = make({ provider: provider.url });
  const copy = await made(scene, sql);
  const { id } = await copy({ people: ["shared"] });
  const listed = async (caller: MatrixCaller) => {
    const headers = await callerHeaders(caller);
    const response = await scene.app.request("/api/v1/results?model_id=m", { headers });
    const rows: unknown[] = await response.json();
    assert.equal(response.headers.get("x-total-count"), String(rows.length));
    const { text } = await callMcpTool(scene.app, "list_results", {}, headers);
    assert.equal(JSON.parse(text).length, rows.length);
    return rows.length;
  };
  assert.deepEqual([await listed("owner"), await listed("other"), await listed("shared")], [2, 0, 1]);
  assert.equal(await listed("manager"), 2);
  for (const [tool, input] of [["get_result", { id }], ["compare_results", { id, other_id: id }]] as const) {
    const other = await callMcpTool(scene.app, tool, input, await callerHeaders("other"));
    assert.match(other.text, /^Result not found/);
    const shared = await callMcpTool(scene.app, tool, input, await callerHeaders("shared"));
    assert.equal(shared.isError, false);
  }
  const board = await scene.app.request("/api/v1/leaderboard", { headers: await callerHeaders("other") });
  assert.deepEqual((await board.json()).map((entry: { model_id: string }) => entry.model_id), ["m"]);
});

play(
  "a result is read in pages, and without its questions by whoever polls",
  { sums: { questions: 5 } },
  async (make) => {
    await using provider = serveScript((_request, { body }) => answer(body));
    await using scene = make({ provider: provider.url });
    const [id] = await scene.run({ benchmark_ids: ["sums"] });
    const read = async (query: string) => await (await scene.call("GET", `/results/${id}${query}`)).json();
    const whole = await read("");
    const ids = (part: { results: { question_id: string }[] }) =>
      part.results.map(({ question_id }) => question_id);
    assert.equal(whole.results.length, 5);
    assert.deepEqual(ids(await read("?skip=1&limit=2")), ids(whole).slice(1, 3));
    assert.deepEqual(await read("?limit=0"), { ...whole, results: [] });
    assert.equal((await scene.call("GET", `/results/${id}?limit=-1`)).status, 422);
  },
);
