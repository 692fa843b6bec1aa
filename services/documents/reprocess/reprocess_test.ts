import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";

async function post(test: TestApp, path: string, body: unknown, sub = "alice"): Promise<Response> {
  return await test.app.request(`/api/v1/docs${path}`, {
    method: "POST",
    headers: { ...await bearer("user", sub), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function begun(test: TestApp, body: unknown) {
  const response = await post(test, "/documents/reprocess", body);
  const reprocessing = await response.json();
  assert.equal(response.status, 202, JSON.stringify(reprocessing));
  return reprocessing;
}

async function progress(test: TestApp, id: string) {
  const response = await test.call("GET", `/reprocessings/${id}`, await bearer("user", "alice"));
  assert.equal(response.status, 200);
  return await response.json();
}

async function ended(test: TestApp, id: string) {
  for (let i = 0; i < 600; i++) {
    const state = await progress(test, id);
    if (state.waiting + state.working === 0) return state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("not ended in time");
}

/** Starts a reprocessing in the store, without waking a worker. */
async function begin(test: TestApp, documents: string[], owner: string): Promise<string> {
  const row = await test.deps.reprocessings.begin(documents, {
    ...{ owner, role: "user", from: "extract" },
    allow: () => {},
  });
  return row.id;
}

async function extracted(test: TestApp, name: string): Promise<string> {
  const id = await test.upload(name, await fixture("contract_en.docx"), "alice");
  for (const step of ["ocr", "classify", "extract", "validate"]) {
    const response = await test.call("POST", `/${step}?document_id=${id}`, await bearer("user", "alice"));
    await response.body?.cancel();
    assert.equal(response.status, 200);
  }
  return id;
}

Deno.test("documents of a filter are reprocessed from the first step, and corrections survive", async () => {
  await using test = await testApp();
  const id = await extracted(test, "a.docx");
  const headers = { ...await bearer("user", "alice"), "content-type": "application/json" };
  const path = `/api/v1/docs/documents/${id}/fields/first_party`;
  const body = JSON.stringify({ value: "Desert Rose FZ-LLC" });
  assert.equal((await test.app.request(path, { method: "PUT", headers, body })).status, 200);
  await test.upload("theirs.docx", await fixture("contract_en.docx"), "bilal");
  // A bad result of an earlier version.
  await test.sql`update documents.documents set ocr_text = 'garbage' where id = ${id}`;
  const { id: reprocessing, total } = await begun(test, { filter: { document_type: "contract" } });
  assert.equal(total, 1);
  const state = await ended(test, reprocessing);
  assert.deepEqual([state.done, state.failed, state.deleted], [1, 0, 0]);
  const detail = await (await test.call("GET", `/documents/${id}`, headers)).json();
  assert.equal(detail.status, "completed");
  assert.match(detail.ocr.text, /SERVICE AGREEMENT/);
  const field = detail.extraction.fields.find(({ key }: { key: string }) => key === "first_party");
  assert.deepEqual([field.value, field.confidence], ["Desert Rose FZ-LLC", 1]);
});

Deno.test("a cancelled reprocessing finishes the current document and leaves the others unchanged", async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      async page(document, index) {
        reached.resolve();
        await gate.promise;
        return await real.page(document, index);
      },
    }),
  });
  const docx = await fixture("contract_en.docx");
  const ids = [await test.upload("a.docx", docx, "alice"), await test.upload("b.docx", docx, "alice")];
  const { id } = await begun(test, { ids });
  await reached.promise;
  assert.equal(
    (await test.call("POST", `/reprocessings/${id}/cancel`, await bearer("user", "bilal"))).status,
    404,
  );
  const canceled = await test.call("POST", `/reprocessings/${id}/cancel`, await bearer("user", "alice"));
  const state = await canceled.json();
  assert.deepEqual([state.working, state.waiting, state.canceled], [1, 0, 1]);
  assert.ok(state.canceled_at);
  gate.resolve();
  assert.deepEqual([(await ended(test, id)).done, (await ended(test, id)).canceled], [1, 1]);
  const rows = await test.sql<{ status: string }[]>`select status from documents.documents order by status`;
  assert.deepEqual(rows.map(({ status }) => status), ["completed", "pending"]);
});

Deno.test("a document of a killed process is continued, and a failing one is reported", async () => {
  await using test = await testApp();
  const good = await extracted(test, "good.docx");
  const unread = await test.upload("unread.docx", await fixture("contract_en.docx"), "alice");
  const { reprocessings, reprocessor } = test.deps;
  const id = await begin(test, [good, unread], "alice");
  const taken = await reprocessings.take("killed");
  assert.equal(taken?.document_id, good);
  reprocessor.wake();
  assert.equal((await progress(test, id)).working >= 1, true);
  await test
    .sql`update documents.reprocessing_items set lease_until = now() - interval '1 second' where document_id = ${good}`;
  reprocessor.wake();
  let state = await progress(test, id);
  while (state.waiting + state.working > 0) {
    reprocessor.wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    state = await progress(test, id);
  }
  assert.deepEqual([state.done, state.failed], [1, 1]);
  assert.deepEqual(state.failures, [{
    document_id: unread,
    failure: "The document is not classified yet: call POST /classify first",
  }]);
});

Deno.test("reprocessing answers 404 for a stranger's document, 422 for neither or both of ids and filter, and changes nothing", async () => {
  await using test = await testApp();
  const docx = await fixture("contract_en.docx");
  const mine = await test.upload("a.docx", docx, "alice");
  const theirs = await test.upload("b.docx", docx, "bilal");
  for (
    const [body, status] of [
      [{ ids: [mine, theirs] }, 404],
      [{}, 422],
      [{ ids: [mine], filter: {} }, 422],
      [{ ids: [] }, 422],
      [{ filter: { owner: "bilal" } }, 422],
      [{ filter: { confidence_below: null } }, 422],
      [{ filter: { confidence_below: "" } }, 422],
      [{ filter: { confidence_below: false } }, 422],
      [{ filter: { confidence_below: "0.5" } }, 422],
      [{ ids: [mine], from: "upload" }, 422],
    ] as const
  ) {
    const response = await post(test, "/documents/reprocess", body);
    await response.body?.cancel();
    assert.equal(response.status, status, JSON.stringify(body));
  }
  const [row] = await test.sql<
    { begun: number }[]
  >`select count(*)::int as begun from documents.reprocessings`;
  assert.equal(row?.begun, 0);
  assert.equal((await post(test, `/reprocessings/${crypto.randomUUID()}/cancel`, {})).status, 404);
});

Deno.test("an id is accepted in upper and lower case, and reprocessed once", async () => {
  await using test = await testApp();
  const id = await test.upload("a.docx", await fixture("contract_en.docx"), "alice");
  const { total } = await begun(test, { ids: [id.toUpperCase(), id] });
  assert.equal(total, 1);
});

Deno.test("people take turns: a single document requested later comes before the rest of a long list", async () => {
  await using test = await testApp();
  const docx = await fixture("contract_en.docx");
  const many = [];
  for (const name of ["a.docx", "b.docx", "c.docx"]) many.push(await test.upload(name, docx, "alice"));
  const one = await test.upload("d.docx", docx, "bilal");
  await begin(test, many, "alice");
  await begin(test, [one], "bilal");
  const taken = [];
  for (let i = 0; i < 4; i++) taken.push(await test.deps.reprocessings.take("worker"));
  assert.deepEqual(taken.map((item) => item?.owner), ["alice", "bilal", "alice", "alice"]);
  assert.equal(new Set(taken.map((item) => item?.document_id)).size, 4);
});

Deno.test("a document whose sharing was revoked before its turn is unchanged and reported as a failure", async () => {
  await using test = await testApp();
  const theirs = await extracted(test, "a.docx");
  const headers = { ...await bearer("user", "alice"), "content-type": "application/json" };
  const share = (sharing: object) =>
    test.app.request(`/api/v1/docs/documents/${theirs}/sharing`, {
      method: "PUT",
      headers,
      body: JSON.stringify(sharing),
    });
  assert.equal((await share({ people: ["bilal"], may: "change" })).status, 200);
  const id = await begin(test, [theirs], "bilal");
  assert.equal((await share({})).status, 200);
  await test.sql`update documents.documents set extraction = null where id = ${theirs}`;
  test.deps.reprocessor.wake();
  await test.deps.reprocessor.stop();
  assert.deepEqual(await test.deps.reprocessings.failures(id, 10), [{
    document_id: theirs,
    failure: "Whoever began this may no longer change the document",
  }]);
  const [row] = await test.sql<{ extraction: unknown }[]>`
    select extraction from documents.documents where id = ${theirs}`;
  assert.equal(row?.extraction, null);
});

Deno.test("a person can run at most ten reprocessings, also with concurrent requests", async () => {
  const gate = Promise.withResolvers<void>();
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      page: async (document, index) => (await gate.promise, await real.page(document, index)),
    }),
  });
  const id = await test.upload("a.docx", await fixture("contract_en.docx"), "alice");
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(test, "/documents/reprocess", { ids: [id] })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(10).fill(202), 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.match(JSON.stringify(await refused?.json()), /10 reprocessings under way/);
  const theirs = await test.upload("b.docx", await fixture("contract_en.docx"), "bilal");
  assert.equal((await post(test, "/documents/reprocess", { ids: [theirs] }, "bilal")).status, 202);
  for (const answer of answers.filter(({ status }) => status === 202)) {
    const { id } = await answer.json();
    await (await post(test, `/reprocessings/${id}/cancel`, {})).body?.cancel();
  }
  gate.resolve();
});
