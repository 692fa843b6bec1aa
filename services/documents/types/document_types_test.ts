import assert from "node:assert/strict";
import { bearer, callMcpTool } from "lib/testing.ts";
import { type TestApp, testApp } from "../testing.ts";
import { ask, deliveryNote, deliveryPdf, readmeYaml } from "./document_types_fixture.ts";

const STEPS = ["ocr", "classify", "extract", "validate"];

/** Uploads a document and runs the first `steps` steps. */
async function taken(test: TestApp, bytes: Uint8Array, steps = 4): Promise<string> {
  const id = await test.upload("note.pdf", bytes, "mona");
  for (const step of STEPS.slice(0, steps)) {
    const { status, body } = await ask(test, ["POST", `/${step}?document_id=${id}`]);
    assert.equal(status, 200, JSON.stringify(body));
  }
  return id;
}

interface Read {
  key: string;
  value: string;
  confidence: number;
  field_type: string;
  page?: number;
  bbox?: number[][];
  reason?: string;
}

const values = (fields: Read[]) => Object.fromEntries(fields.map(({ key, value }) => [key, value]));

Deno.test("the README's type, tried and then imported, extracts English and Arabic delivery notes with boxes", async () => {
  await using test = await testApp();
  const definition = await deliveryNote();
  const english = await taken(test, await deliveryPdf("en"), 1);
  const trial = await ask(test, ["POST", "/types/trial"], { body: { document_id: english, definition } });
  assert.equal(trial.status, 200, JSON.stringify(trial.body));
  assert.equal(trial.body.is_recognised, true);
  assert.deepEqual(trial.body.validation.issues, []);
  assert.deepEqual((await ask(test, ["GET", "/types"])).body.types, [], "a trial saves nothing");
  assert.equal((await ask(test, ["GET", `/documents/${english}`])).body.status, "ocr_completed");

  const imported = await ask(test, ["POST", "/types/import"], { body: { yaml: await readmeYaml() } });
  assert.deepEqual(imported.body, { created: ["delivery_note"], updated: [], unchanged: [], dry_run: false });
  for (const step of STEPS.slice(1)) await ask(test, ["POST", `/${step}?document_id=${english}`]);
  const { body: read } = await ask(test, ["GET", `/documents/${english}`]);
  assert.equal(read.document_type, "delivery_note");
  assert.deepEqual(values(read.extraction.fields), {
    note_number: "DN-004711",
    container: "4006381333931",
    order_date: "2026-03-03",
    delivery_date: "2026-03-09",
    transport: "road",
    goods_value: "1200.00",
    freight: "150.00",
    total: "1350.00",
    currency: "AED",
  });
  const fields: Read[] = read.extraction.fields;
  for (const { key, page, bbox, confidence } of fields.filter(({ key }) => key !== "currency")) {
    assert.deepEqual([key, page, bbox?.length, confidence >= 0.9], [key, 1, 4, true]);
  }
  assert.deepEqual([read.validation.is_valid, read.validation.issues], [true, []]);
  const arabic = await taken(test, await deliveryPdf("ar"));
  const { body: second } = await ask(test, ["GET", `/documents/${arabic}`]);
  assert.equal(second.document_type, "delivery_note");
  const { note_number, delivery_date, transport, total } = values(second.extraction.fields);
  assert.deepEqual([note_number, delivery_date, transport, total], [
    ...["DN-004712", "2026-03-09", "air", "1000.00"],
  ]);
  const list = await ask(test, ["GET", "/documents?document_type=delivery_note"]);
  assert.equal(list.body.total, 2);
});

Deno.test("a wrong format, check digit, sum or order and a missing field are all flagged", async () => {
  await using test = await testApp();
  await ask(test, ["POST", "/types"], { body: await deliveryNote() });
  const id = await taken(
    test,
    await deliveryPdf("en", {
      "Note number": "4711",
      "Container barcode": "4006381333932",
      "Order date": "10 March 2026",
      "Transport": "By road / by air",
      "Total value": "AED 1,400.00",
      "Delivery date": "9 March 2026",
    }),
  );
  const { body } = await ask(test, ["GET", `/documents/${id}`]);
  const fields: Read[] = body.extraction.fields;
  const field = (key: string) => fields.find((one) => one.key === key);
  assert.deepEqual([field("note_number")?.value, field("note_number")?.confidence], ["4711", 0.45]);
  assert.match(field("note_number")?.reason ?? "", /not the shape of the field Note number/);
  assert.match(field("container")?.reason ?? "", /check digit is wrong/);
  assert.match(field("transport")?.reason ?? "", /Several of its values/);
  const issues: { field: string; issue: string; severity: string }[] = body.validation.issues;
  const text = issues.map(({ field, issue, severity }) => `${severity} ${field}: ${issue}`);
  assert.ok(text.includes("error delivery_date: delivery_date is before order_date"), text.join("\n"));
  assert.ok(text.includes("error total: goods_value + freight is 1350, not 1400"), text.join("\n"));
  assert.equal(body.validation.is_valid, false);
  const bare = await taken(test, await deliveryPdf("en", { "Note number": null, "Delivery date": null }));
  const { body: other } = await ask(test, ["GET", `/documents/${bare}`]);
  assert.match(JSON.stringify(other.validation.issues), /Required field is missing: note_number/);
});

Deno.test("an identifier without a label is found by its pattern, as uncertain unless its check digit is valid", async () => {
  await using test = await testApp();
  await ask(test, ["POST", "/types"], { body: await deliveryNote() });
  const id = await taken(
    test,
    await deliveryPdf("en", {
      "Note number": null,
      "Container barcode": null,
      "Transport": "By road, our DN-123456, box 4006381333931",
    }),
  );
  const { body } = await ask(test, ["GET", `/documents/${id}`]);
  const fields: Read[] = body.extraction.fields;
  const sure = (key: string) =>
    fields.filter((one) => one.key === key).map((one) => [one.value, one.confidence >= 0.8]);
  assert.deepEqual(sure("note_number"), [["DN-123456", false]]);
  assert.deepEqual(sure("container"), [["4006381333931", true]]);
});

Deno.test("types have versions with author and time; a change of an outdated version is 409 and changes nothing", async () => {
  await using test = await testApp();
  const definition = await deliveryNote();
  assert.equal((await ask(test, ["POST", "/types"], { body: definition })).status, 201);
  assert.equal((await ask(test, ["POST", "/types"], { body: definition })).status, 409);
  const changed = { ...definition, checks: [] };
  const put = ["PUT", "/types/delivery_note?over=1"] satisfies [string, string];
  const answers = await Promise.all(
    [1, 2].map(() => ask(test, put, { body: changed, sub: "amal", role: "admin" })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  assert.equal(
    (await ask(test, ["PUT", "/types/delivery_note"], { body: { ...changed, name: "other_name" } })).status,
    409,
  );
  assert.equal((await ask(test, ["PUT", "/types/invoice"], { body: changed })).status, 404);
  assert.equal((await ask(test, ["DELETE", "/types/delivery_note"])).status, 204);
  assert.equal((await ask(test, ["DELETE", "/types/delivery_note"])).status, 404);
  const again = await ask(test, ["POST", "/types"], { body: definition });
  assert.deepEqual([again.status, again.body.version], [201, 4]);
  const { body } = await ask(test, ["GET", "/types/delivery_note/versions"], { role: "user", sub: "alice" });
  const seen: { version: number; act: string; by: string; definition: unknown }[] = body.versions;
  assert.deepEqual(seen.map(({ version, act, by }) => [version, act, by]), [
    [4, "created", "mona"],
    [3, "deleted", "mona"],
    [2, "changed", "amal"],
    [1, "created", "mona"],
  ]);
  assert.deepEqual([seen[1]?.definition, seen[3]?.definition], [
    null,
    JSON.parse(JSON.stringify(definition)),
  ]);
});

Deno.test("only managers and admins create, change, try and import types, also over MCP; everybody can read them", async () => {
  await using test = await testApp();
  const definition = await deliveryNote();
  const id = await taken(test, await deliveryPdf("en"), 1);
  const user = { role: "user" as const, sub: "alice" };
  const tries: [string, string, unknown][] = [
    ["POST", "/types", definition],
    ["PUT", "/types/delivery_note", definition],
    ["DELETE", "/types/delivery_note", undefined],
    ["POST", "/types/trial", { document_id: id, definition }],
    ["POST", "/types/import", { yaml: await readmeYaml() }],
  ];
  for (const [method, path, body] of tries) {
    assert.equal((await ask(test, [method, path], { body, ...user })).status, 403, path);
  }
  const tool = (name: string, input: Record<string, unknown>, headers: Record<string, string>) =>
    callMcpTool(test.app, name, input, headers);
  const mine = await bearer("user", "alice");
  assert.equal((await tool("try_document_type", { document_id: id, definition }, mine)).isError, true);
  const tried = await tool(
    "try_document_type",
    { document_id: id, definition },
    await bearer("manager", "mona"),
  );
  assert.equal(JSON.parse(tried.text).is_recognised, true);
  await ask(test, ["POST", "/types"], { body: definition });
  assert.equal((await ask(test, ["GET", "/types/delivery_note"], user)).status, 200);
  assert.match((await tool("list_document_types", {}, mine)).text, /delivery_note/);
  const yaml = await ask(test, ["GET", "/types/export"], user);
  const again = await ask(test, ["POST", "/types/import"], { body: { yaml: yaml.body } });
  assert.deepEqual(again.body.unchanged, ["delivery_note"], "what was exported comes back the same");
});

Deno.test("an invalid definition is a 422 that names the field, and saves nothing", async () => {
  await using test = await testApp();
  const definition = await deliveryNote();
  const [first, ...rest] = definition.fields;
  const field = (more: object) => ({ ...definition, fields: [{ ...first, ...more }, ...rest] });
  const manyChoices = Array.from({ length: 10 }, (_, i) => ({
    ...{ key: `choice_${i}`, names: { en: `Choice ${i}`, ar: `خيار ${i}` }, shape: "one_of" },
    options: Array.from({ length: 50 }, (_, n) => ({ value: `v${n}`, words: Array(20).fill(`words ${n}`) })),
  }));
  const cases: [unknown, string][] = [
    [{ ...definition, name: "invoice" }, "name"],
    [{ ...definition, name: "Delivery Note" }, "name"],
    [{ ...definition, names: { en: "Delivery note" } }, "ar"],
    [field({ pattern: "(DN" }), "pattern"],
    [field({ pattern: "[0-9]{900}" }), "pattern"],
    [field({ pattern: "(((a{100}){100}){100})" }), "pattern"],
    [field({ pattern: "X*" }), "pattern"],
    [field({ pattern: undefined }), "pattern"],
    [field({ shape: "text" }), "pattern"],
    [field({ labels: ["a . . . . b"] }), "labels"],
    [field({ key: "order_date" }), "key"],
    [field({ key: "__proto__" }), "key"],
    [field({ names: { en: "No\u0000te", ar: "رقم" } }), "en"],
    [
      { ...definition, checks: [{ kind: "sum", parts: ["goods_value", "transport"], total: "total" }] },
      "parts",
    ],
    [{ ...definition, checks: [{ kind: "order", earlier: "nothing", later: "delivery_date" }] }, "earlier"],
    [{ ...definition, extra: true }, ""],
    [{ ...definition, fields: [...definition.fields, ...manyChoices] }, "letters of options"],
  ];
  for (const [body, place] of cases) {
    const answer = await ask(test, ["POST", "/types"], { body });
    assert.equal(answer.status, 422, JSON.stringify(body).slice(0, 300));
    assert.ok(JSON.stringify(answer.body.details).includes(place), JSON.stringify(answer.body));
  }
  const twice = `${await readmeYaml()}${(await readmeYaml()).split("types:\n")[1]}`;
  for (const yaml of [twice, "types: [", "format: diwan document types 1\ntypes: &a [*a]", "a: 1"]) {
    assert.equal(
      (await ask(test, ["POST", "/types/import"], { body: { yaml } })).status,
      422,
      yaml.slice(0, 60),
    );
  }
  assert.deepEqual((await ask(test, ["GET", "/types"])).body.types, []);
});

Deno.test("a correction of a custom type's field is checked for its format; a deleted type leaves a warning", async () => {
  await using test = await testApp();
  await ask(test, ["POST", "/types"], { body: await deliveryNote() });
  const id = await taken(test, await deliveryPdf("en"));
  const put = (value: string) =>
    ask(test, ["PUT", `/documents/${id}/fields/note_number`], { body: { value } });
  assert.equal((await put("4711")).status, 422);
  assert.equal((await put("DN-000001")).status, 200);
  await ask(test, ["DELETE", "/types/delivery_note"]);
  const { body } = await ask(test, ["POST", `/validate?document_id=${id}`]);
  assert.match(JSON.stringify(body.issues), /delivery_note is no longer defined/);
});
