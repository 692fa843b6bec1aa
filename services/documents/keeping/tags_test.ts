import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";

async function change(test: TestApp, id: string, body: unknown, sub = "alice"): Promise<Response> {
  return await test.app.request(`/api/v1/docs/documents/${id}/tags`, {
    method: "PATCH",
    headers: { ...await bearer("user", sub), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function get(test: TestApp, path: string, sub = "alice") {
  const response = await test.call("GET", path, await bearer("user", sub));
  assert.equal(response.status, 200);
  return await response.json();
}

Deno.test("tags are added, removed, counted and used as a filter, over each person's own documents only", async () => {
  await using test = await testApp();
  const docx = await fixture("contract_en.docx");
  const first = await test.upload("a.docx", docx, "alice");
  const second = await test.upload("b.docx", docx, "alice");
  const theirs = await test.upload("c.docx", docx, "bilal");
  const changed = await change(test, first, { add: ["عقود", " 2026 ", "2026"] });
  assert.deepEqual(await changed.json(), { tags: ["2026", "عقود"] });
  await (await change(test, second, { add: ["عقود", "inbox"] })).body?.cancel();
  await (await change(test, theirs, { add: ["عقود"] }, "bilal")).body?.cancel();
  assert.deepEqual(await (await change(test, second, { remove: ["inbox", "none"] })).json(), {
    tags: ["عقود"],
  });
  assert.deepEqual(await get(test, "/tags"), {
    tags: [{ tag: "عقود", documents: 2 }, { tag: "2026", documents: 1 }],
  });
  const list = await get(test, `/documents?tag=${encodeURIComponent("عقود")}`);
  assert.deepEqual(list.documents.map(({ id }: { id: string }) => id), [second, first]);
  assert.equal(list.total, 2);
  assert.deepEqual((await get(test, `/documents/${first}`)).tags, ["2026", "عقود"]);
});

Deno.test("a blank tag, an unknown field and the 51st tag are 422 and change nothing", async () => {
  await using test = await testApp();
  const id = await test.upload("a.docx", await fixture("contract_en.docx"), "alice");
  const fifty = Array.from({ length: 50 }, (_, i) => `t${i}`);
  assert.equal((await change(test, id, { add: fifty })).status, 200);
  for (const body of [{ add: ["one more"] }, { add: ["  "] }, { tags: [] }, { add: ["x".repeat(61)] }]) {
    const response = await change(test, id, body);
    await response.body?.cancel();
    assert.equal(response.status, 422, JSON.stringify(body));
  }
  assert.equal((await get(test, `/documents/${id}`)).tags.length, 50);
});
