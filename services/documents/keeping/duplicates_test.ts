import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { textHash } from "../storage/text_hash.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";

async function upload(test: TestApp, name: string, bytes: Uint8Array, sub: string) {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], name));
  const headers = await bearer("user", sub);
  const response = await test.app.request("/api/v1/docs/upload", { method: "POST", body: form, headers });
  assert.equal(response.status, 201);
  return await response.json();
}

Deno.test("an upload lists my own documents with the same bytes; documents with the same text are found after reading", async () => {
  await using test = await testApp();
  const docx = await fixture("contract_en.docx");
  const theirs = await upload(test, "theirs.docx", docx, "bilal");
  const first = await upload(test, "first.docx", docx, "alice");
  assert.equal(first.duplicates, undefined);
  const second = await upload(test, "second.docx", docx, "alice");
  assert.deepEqual(second.duplicates.map(({ id }: { id: string }) => id), [first.id]);
  assert.equal(second.duplicates[0].filename, "first.docx");
  // The same archive with a trailing byte: other bytes, same text.
  const padded = new Uint8Array([...docx, 0x21]);
  padded[docx.length - 2] = 1;
  const other = await upload(test, "other.docx", padded, "alice");
  assert.equal(other.duplicates, undefined);
  const ask = async (id: string, sub = "alice") => {
    const response = await test.call("GET", `/documents/${id}/duplicates`, await bearer("user", sub));
    assert.equal(response.status, 200);
    const { same_file, same_text } = await response.json();
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    return { file: ids(same_file), text: ids(same_text) };
  };
  assert.deepEqual(await ask(other.id), { file: [], text: [] });
  for (const [id, sub] of [[first.id, "alice"], [other.id, "alice"], [theirs.id, "bilal"]]) {
    const read = await test.call("POST", `/ocr?document_id=${id}`, await bearer("user", sub));
    assert.equal(read.status, 200, await read.text());
  }
  assert.deepEqual(await ask(other.id), { file: [], text: [first.id] });
  assert.deepEqual(await ask(first.id), { file: [second.id], text: [other.id] });
  assert.deepEqual(await ask(theirs.id, "bilal"), { file: [], text: [] });
});

Deno.test("texts are compared without spaces and spelling variants, and short ones never match", () => {
  const text = "تم تسليم البضاعة في مستودع الشركة بمدينة الرياض يوم الأحد الماضي";
  assert.equal(textHash(text), textHash(text.replaceAll(" ", "\n").replaceAll("أ", "ا")));
  assert.notEqual(textHash(text), textHash(`${text} 2`));
  assert.equal(textHash("Total 12"), null);
});
