import { HTTPException } from "hono/http-exception";
import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture, testApp } from "../testing.ts";
import { receivingFailure } from "./multipart.ts";
import { readableName } from "./upload.ts";

const UPLOAD = "/api/v1/docs/upload";

async function refusal(response: Response): Promise<[number, string]> {
  const body = await response.json();
  return [response.status, body.details?.[0]?.msg ?? body.error];
}

Deno.test("POST /upload stores every supported type as a pending document", async () => {
  await using test = await testApp();
  for (
    const name of [
      "invoice_en.pdf",
      "letter_ar.png",
      "letter_en_cmyk.jpg",
      "fax_g4.tif",
      "receipt_en.bmp",
      "contract_en.docx",
    ]
  ) {
    const id = await test.upload(name);
    const detail = await test.json("GET", `/documents/${id}`);
    assert.equal(detail.status, "pending");
    assert.equal(detail.filename, name);
  }
});

Deno.test("POST /upload stores equal files once and serves them for both documents", async () => {
  await using test = await testApp();
  const first = await test.upload("invoice_en.pdf");
  const second = await test.upload("again.pdf", await fixture("invoice_en.pdf"));
  assert.notEqual(first, second);
  const stored = [];
  for await (const entry of Deno.readDir(`${test.folder}/blobs`)) stored.push(entry.name);
  assert.equal(stored.length, 1);
  assert.equal((await test.call("DELETE", `/documents/${first}`)).status, 204);
  const file = await test.call("GET", `/documents/${second}/file`);
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), await fixture("invoice_en.pdf"));
  assert.equal((await test.call("DELETE", `/documents/${second}`)).status, 204);
  const left = [];
  for await (const entry of Deno.readDir(`${test.folder}/blobs/${stored[0]}`)) left.push(entry.name);
  assert.deepEqual(left, []);
});

Deno.test("POST /upload detects the type by content and refuses a wrong extension", async () => {
  await using test = await testApp();
  const send = async (name: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes)], name));
    return await refusal(
      await test.app.request(UPLOAD, { method: "POST", body: form, headers: await bearer() }),
    );
  };
  const program = new TextEncoder().encode("MZ this program cannot be run in DOS mode");
  assert.match((await send("invoice.pdf", program)).join(), /^422,.*no document/);
  assert.match(
    (await send("invoice.png", await fixture("invoice_en.pdf"))).join(),
    /^422,The name says png but the content is pdf/,
  );
  assert.match(
    (await send("notes.txt", await fixture("invoice_en.pdf"))).join(),
    /^422,\.txt files are not supported/,
  );
  assert.match((await send("empty.pdf", new Uint8Array())).join(), /^422,The file is empty/);
  assert.equal(
    (await test.deps.documents.list({ viewer: { sub: "a", role: "admin" }, limit: 10, offset: 0 })).total,
    0,
  );
  const left = [];
  for await (const entry of Deno.readDir(`${test.folder}/incoming`)) left.push(entry.name);
  assert.deepEqual(left, [], "spooled files are removed");
});

Deno.test("POST /upload answers 413 above the limit, 422 without a file, 415 and 400 for other bodies", async () => {
  await using test = await testApp({ maxFileBytes: 30_000 });
  const headers = await bearer();
  const form = new FormData();
  form.set("file", new File([new Uint8Array(await fixture("invoice_en.pdf"))], "a.pdf"));
  const large = await test.app.request(UPLOAD, { method: "POST", body: form, headers });
  assert.equal(large.status, 413);
  const none = new FormData();
  none.set("other", "x");
  const missing = await test.app.request(UPLOAD, { method: "POST", body: none, headers });
  assert.equal(missing.status, 422);
  assert.deepEqual((await missing.json()).details[0].loc, ["body", "file"]);
  const json = { ...headers, "content-type": "application/json" };
  assert.equal((await test.app.request(UPLOAD, { method: "POST", body: "{}", headers: json })).status, 415);
  const cut = { ...headers, "content-type": "multipart/form-data; boundary=x" };
  const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 cut';
  assert.equal((await test.app.request(UPLOAD, { method: "POST", body, headers: cut })).status, 400);
});

Deno.test("readableName() keeps Arabic and removes unsafe characters", () => {
  assert.equal(readableName("فاتورة مارس ٢٠٢٦.pdf"), "فاتورة مارس ٢٠٢٦.pdf");
  assert.equal(readableName("../../etc/passwd"), "passwd");
  assert.equal(readableName("C:\\temp\\a<b>.pdf"), "ab.pdf");
  assert.equal(readableName("\u202efdp.exe"), "fdp.exe");
  assert.equal(readableName("..."), "document");
  assert.equal(readableName("a\u0000b\n.pdf"), "ab.pdf");
  assert.equal([...readableName("ع".repeat(500) + ".pdf")].length, 200);
  assert.ok(readableName("ع".repeat(500) + ".pdf").endsWith(".pdf"));
  const latin = String.fromCharCode(...new TextEncoder().encode("عقد.pdf"));
  assert.equal(readableName(latin), "عقد.pdf");
});

Deno.test("a full disk during an upload is not reported as a malformed body", () => {
  const full = Object.assign(new Error("No space left on device (os error 28)"), { code: "ENOSPC" });
  assert.equal(receivingFailure(full), full);
  const cut = receivingFailure(new Error("Unexpected end of multipart data"));
  assert.ok(cut instanceof HTTPException && cut.status === 400, String(cut));
});
