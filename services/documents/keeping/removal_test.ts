import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import { bearer, serveScript } from "lib/testing.ts";
import type { Role } from "lib/auth/user.ts";
import { s3Blobs } from "../storage/s3_blobs.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";
import { createRemoval } from "./removal.ts";

async function files(folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    names.push(...isDirectory ? await files(`${folder}/${name}`) : [name]);
  }
  return names;
}

async function remove(test: TestApp, id: string, role: Role = "user", sub = "alice"): Promise<number> {
  return (await test.call("DELETE", `/documents/${id}`, await bearer(role, sub))).status;
}

async function keep(test: TestApp, id: string, body: unknown, role: Role = "user"): Promise<Response> {
  return await test.app.request(`/api/v1/docs/documents/${id}/retention`, {
    method: "PUT",
    headers: { ...await bearer(role, "alice"), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function rowsLeft(test: TestApp): Promise<number> {
  const [row] = await test.sql<{ left: number }[]>`
    select (select count(*) from documents.documents)::int + (select count(*) from documents.pages)::int
      + (select count(*) from documents.corrections)::int + (select count(*) from documents.doomed_files)::int as left`;
  return row?.left ?? -1;
}

Deno.test("deleting removes pages and corrections, and the file with the last document that has it", async () => {
  await using test = await testApp();
  const docx = await fixture("contract_en.docx");
  const first = await test.upload("a.docx", docx, "alice");
  const second = await test.upload("b.docx", docx, "bilal");
  assert.equal(
    (await test.call("POST", `/ocr?document_id=${first}`, await bearer("user", "alice"))).status,
    200,
  );
  assert.equal(await remove(test, first), 204);
  assert.equal((await files(`${test.folder}/blobs`)).length, 1);
  assert.equal(await remove(test, second, "user", "bilal"), 204);
  assert.deepEqual(await files(test.folder), []);
  assert.equal(await rowsLeft(test), 0);
  const list = await test.call("GET", "/deletions", await bearer("manager", "mona"));
  const { deletions, total } = await list.json();
  assert.equal(total, 2);
  assert.deepEqual(
    deletions.map((one: Record<string, unknown>) => [one.document_id, one.owner, one.reason, one.deleted_by]),
    [[second, "bilal", "asked", "bilal"], [first, "alice", "asked", "alice"]],
  );
  assert.equal((await test.call("GET", "/deletions", await bearer("user", "alice"))).status, 403);
});

Deno.test("a legal hold, set only by managers and admins, prevents deletion and the sweep until it is lifted", async () => {
  await using test = await testApp({ retentionDays: 30 });
  const id = await test.upload("a.docx", await fixture("contract_en.docx"), "alice");
  await test.sql`update documents.documents set created_at = '2026-01-01'`;
  assert.equal((await keep(test, id, { legal_hold: true })).status, 403);
  const held = await keep(test, id, { legal_hold: true }, "manager");
  assert.deepEqual(await held.json(), { keep_until: null, legal_hold: true, kept_until: null });
  assert.equal(await remove(test, id), 409);
  assert.equal(await remove(test, id, "admin"), 409);
  await test.deps.removal.sweep();
  assert.equal((await test.call("GET", `/documents/${id}`, await bearer("manager"))).status, 200);
  const lifted = await keep(test, id, { legal_hold: false }, "admin");
  assert.deepEqual(await lifted.json(), { keep_until: null, legal_hold: false, kept_until: "2026-01-31" });
  await test.deps.removal.sweep();
  assert.deepEqual(await files(test.folder), []);
  assert.equal(await rowsLeft(test), 0);
});

Deno.test("the sweep prefers a document's own date to the setting, and keeps documents on their last day and in processing", async () => {
  await using test = await testApp({ retentionDays: 30 });
  const docx = await fixture("contract_en.docx");
  const id = async (name: string, created: string) => {
    const made = await test.upload(name, docx, "alice");
    await test.sql`update documents.documents set created_at = ${created} where id = ${made}`;
    return made;
  };
  const over = await id("over.docx", "2026-03-01T23:00:00Z");
  const lastDay = await id("last day.docx", "2026-03-02T01:00:00Z");
  const longer = await id("longer.docx", "2025-01-01");
  const shorter = await id("shorter.docx", "2026-03-31");
  const working = await id("working.docx", "2025-01-01");
  assert.equal((await keep(test, longer, { keep_until: "2026-04-01" })).status, 200);
  assert.equal((await keep(test, shorter, { keep_until: "2026-03-31" })).status, 200);
  assert.equal((await keep(test, shorter, { keep_until: "31/03/2026" })).status, 422);
  assert.ok(await test.deps.documents.claim(working, "ocr", "another process"));
  await test.deps.removal.sweep();
  const left = await test.sql<{ id: string }[]>`select id from documents.documents`;
  assert.deepEqual(left.map((row) => row.id).sort(), [lastDay, longer, working].sort());
  const gone = await test.sql<{ document_id: string; reason: string }[]>`
    select document_id, reason from documents.deletions`;
  assert.deepEqual(
    new Map(gone.map((row) => [row.document_id, row.reason])),
    new Map([[over, "retention"], [shorter, "keep_until"]]),
  );
  assert.equal((await files(`${test.folder}/blobs`)).length, 1);
});

Deno.test("files in a bucket that could not be deleted are deleted by the next sweep", async () => {
  await using test = await testApp();
  let broken = true;
  const objects = new Set<string>();
  await using server = serveScript((request, { path }) => {
    if (request.method === "PUT") objects.add(path);
    if (request.method === "DELETE" && broken) return new Response(null, { status: 500 });
    if (request.method === "DELETE") objects.delete(path);
    return new Response(null, { status: request.method === "HEAD" && !objects.has(path) ? 404 : 204 });
  });
  const blobs = s3Blobs({
    address: "s3://papers",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "secret",
    region: "us-east-1",
    endpoint: server.url,
  });
  const { removals, service } = test.deps;
  const removal = createRemoval({
    removals,
    blobs,
    log: service.log,
    days: undefined,
    today: () => "2026-04-01",
  });
  await blobs.put("ab12", { read: () => Promise.resolve(new Blob([]).stream()) });
  const { id } = await test.deps.documents.insert({
    filename: "a.pdf",
    file_type: "pdf",
    kind: "pdf",
    size: 0,
    sha256: "ab12",
    uploaded_by: "alice",
  });
  assert.equal(await removal.remove(id, "alice"), true);
  assert.equal(objects.size, 1);
  broken = false;
  await removal.sweep();
  assert.equal(objects.size, 0);
  assert.equal(await rowsLeft(test), 0);
  assert.equal(await removal.remove(id, "alice"), false);
});

Deno.test("a date in the year 0, which databases refuse, is a 422 and changes nothing", async () => {
  await using test = await testApp();
  const id = await test.upload("a.docx", await fixture("contract_en.docx"), "alice");
  assert.equal((await keep(test, id, { keep_until: "2031-12-31" })).status, 200);
  const refused = await keep(test, id, { keep_until: "0000-01-01" });
  assert.equal(refused.status, 422);
  assert.deepEqual((await refused.json()).details[0].loc, ["body", "keep_until"]);
  const state = await test.call("GET", `/documents/${id}/retention`, await bearer("user", "alice"));
  assert.equal((await state.json()).keep_until, "2031-12-31");
});

Deno.test("the sweep deletes files of interrupted uploads after an hour, unless they were uploaded again", async () => {
  await using test = await testApp();
  const { removals, removal, documents } = test.deps;
  const { insert } = documents;
  documents.insert = () => Promise.reject(new Error("the process is gone"));
  const docx = await fixture("contract_en.docx");
  const pdf = await fixture("invoice_en.pdf");
  for (const [name, bytes] of [["a.docx", docx], ["b.pdf", pdf]] as const) {
    await assert.rejects(test.upload(name, bytes, "alice"));
  }
  documents.insert = insert;
  assert.equal((await files(`${test.folder}/blobs`)).length, 2);
  // A partial file of a crashed process.
  const first = createHash("sha256").update(docx).digest("hex");
  const partial = `${test.folder}/blobs/${first.slice(0, 2)}/${first}.half`;
  await Deno.writeTextFile(partial, "half");
  await Deno.utime(partial, new Date(0), new Date(0));
  await test.upload("b.pdf", pdf, "alice");
  await removal.sweep();
  assert.equal((await files(`${test.folder}/blobs`)).length, 3, "they may still be on their way");
  await test.sql`update documents.arriving_files set since = now() - interval '61 minutes'`;
  await removal.sweep();
  assert.equal((await files(`${test.folder}/blobs`)).length, 1);
  const [row] = await test.sql<{ sha256: string }[]>`select sha256 from documents.documents`;
  assert.deepEqual(await files(`${test.folder}/blobs`), [row?.sha256]);
  assert.deepEqual(await removals.doomed(10), []);
});
