import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "./procurement_fixture.ts";

testOnEngines("a report pins tender, matrices and hash, and downloads as a PDF", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  assert.equal((await call("POST", `/reports/tender/${tender}`)).status, 409);
  const bid = await offered(call, tender, await registered(call, "A-1"), 500);
  const evaluation = (await call("POST", `/tenders/${tender}/evaluate-all`)).body;
  const { status, body } = await call("POST", `/reports/tender/${tender}?language=both`);
  assert.equal(status, 201);
  assert.equal(body.report_type, "bid_evaluation");
  assert.equal(body.content.inputs_sha256, evaluation.inputs_sha256);
  assert.equal(body.content.scores[0].bid_id, bid.id);
  assert.deepEqual(body.content.compliance[0].by_bid, { [bid.id]: "met" });
  assert.ok(body.content.method.en && body.content.method.ar);
  const list = await call("GET", "/reports");
  assert.deepEqual([list.body[0].id, list.response.headers.get("x-total-count")], [body.id, "1"]);
  const download = await call("GET", `/reports/${body.id}/download`);
  assert.equal(download.response.headers.get("content-type"), "application/pdf");
  assert.match(
    download.response.headers.get("content-disposition") ?? "",
    /^attachment; filename="evaluation-/,
  );
  assert.equal(new TextDecoder().decode((await download.response.bytes()).slice(0, 5)), "%PDF-");
  assert.equal((await call("GET", `/reports/${crypto.randomUUID()}/download`)).status, 404);
});
