import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { AREAS_OF } from "./areas.ts";
import { frameworks } from "./frameworks.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const PATH = "/compliance/reports";

testOnEngines("reports are made from what was recorded, listed, read and exported", options, async (sql) => {
  const { ask, clock } = await testGuard(sql);
  const { body: listed } = await ask("GET", `${PATH}/frameworks`, undefined, { role: "user" });
  const ids = frameworks().map(({ id }) => id);
  for (const id of ["eu-ai-act", "gdpr", "nist-ai-rmf", "uae-pdpl", "ksa-pdpl"]) assert.ok(ids.includes(id));
  assert.equal(listed.length, ids.length);
  await ask("POST", "/policies", {
    name: "p",
    rule_type: "keyword",
    rule_config: '{"keywords":["bad"]}',
    action: "block",
  });
  await ask("POST", "/governance/evaluate", { content: "bad ali@example.com" });
  await ask("POST", "/telemetry/ingest", { events: [{ product: "a", model: "m" }] });
  const made = await ask("POST", `${PATH}/generate`, { framework_id: "gdpr", days: 7 }, { role: "manager" });
  assert.equal(made.status, 201);
  const { summary, sections } = made.body;
  assert.deepEqual(
    [made.body.framework_id, made.body.days, made.body.period_end, made.body.generated_by],
    ["gdpr", 7, "2026-11-21T10:00:00.000Z", "manager-1"],
  );
  const section = (id: string) =>
    Array.from({ length: Number(sections?.length) }, (_, i) => sections?.[i]).find((section) =>
      String(section?.id) === id
    );
  assert.equal(section("GDPR-5-2")?.status, "evidenced");
  assert.equal(section("GDPR-25")?.status, "evidenced");
  assert.equal(section("GDPR-22")?.status, "no_evidence");
  assert.equal(section("GDPR-32")?.status, "partly_evidenced");
  assert.deepEqual([summary?.evidenced, summary?.partly_evidenced, summary?.no_evidence, summary?.score], [
    4,
    1,
    2,
    64.29,
  ]);
  const evidence = section("GDPR-25")?.evidence;
  assert.deepEqual(evidence?.[1], {
    area: "privacy",
    source: "pii_detections",
    description: "texts in which personal data was found",
    count: 1,
  });
  const arabic = await ask("GET", `${PATH}/${made.body.id}?lang=ar`);
  assert.deepEqual({ ...arabic.body, sections: [], framework_name: "", disclaimer: "" }, {
    ...{ ...made.body, sections: [], framework_name: "", disclaimer: "" },
  });
  const words = Array.from({ length: Number(sections?.length) }, (_, i) => arabic.body.sections?.[i]);
  for (
    const text of [
      arabic.body.framework_name,
      arabic.body.disclaimer,
      ...words.map((section) => section?.title),
    ]
  ) {
    assert.match(String(text), /\p{Script=Arabic}/u);
  }
  clock.now += 1_000;
  await ask("POST", `${PATH}/generate?framework_id=eu-ai-act`);
  const list = await ask("GET", PATH);
  assert.deepEqual([list.headers.get("x-total-count"), list.body[0]?.framework_id, list.body[0]?.days], [
    "2",
    "eu-ai-act",
    30,
  ]);
  assert.equal(list.body[0]?.sections, undefined);
  assert.equal((await ask("GET", `${PATH}?framework_id=gdpr&limit=1`)).headers.get("x-total-count"), "1");
  assert.deepEqual((await ask("GET", `${PATH}/${made.body.id}`)).body, made.body);
  const exported = await ask("GET", `${PATH}/${made.body.id}/export`);
  assert.deepEqual([exported.body.format, exported.body.report], ["diwan-compliance-report/1", made.body]);
  assert.match(exported.headers.get("content-disposition") ?? "", /attachment; filename="gdpr-/);
});

testOnEngines("a diff tells what changed between two reports of one framework", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const generate = async (framework_id: string) =>
    (await ask("POST", `${PATH}/generate`, { framework_id })).body;
  const before = await generate("gdpr");
  await ask("POST", "/pii/detect", { text: "ali@example.com" });
  const after = await generate("gdpr");
  const { status, body } = await ask("GET", `${PATH}/${before.id}/diff/${after.id}`);
  assert.equal(status, 200);
  assert.deepEqual([body.framework_id, body.improved, body.worsened], ["gdpr", 5, 0]);
  const sections = Array.from({ length: Number(body.sections?.length) }, (_, i) => body.sections?.[i]);
  const privacy = sections.find((section) => String(section?.id) === "GDPR-5bc");
  assert.deepEqual([privacy?.status_a, privacy?.status_b, privacy?.change], [
    "no_evidence",
    "evidenced",
    "improved",
  ]);
  assert.deepEqual(privacy?.evidence?.[1], {
    area: "privacy",
    source: "pii_detections",
    count_a: 0,
    count_b: 1,
    change: 1,
  });
  const backwards = await ask("GET", `${PATH}/${after.id}/diff/${before.id}`);
  assert.equal(backwards.body.worsened, 5);
  const other = await generate("uae-pdpl");
  assert.equal((await ask("GET", `${PATH}/${before.id}/diff/${other.id}`)).status, 422);
  assert.equal((await ask("GET", `${PATH}/${before.id}/diff/none`)).status, 404);
});

testOnEngines("reports refuse unknown frameworks, days out of bounds, and users", options, async (sql) => {
  const { ask } = await testGuard(sql);
  assert.equal((await ask("POST", `${PATH}/generate`, { framework_id: "none" })).status, 404);
  for (
    const body of [{}, { framework_id: "gdpr", days: 0 }, { framework_id: "gdpr", days: 366 }, {
      framework_id: "gdpr",
      days: "x",
    }]
  ) {
    assert.equal((await ask("POST", `${PATH}/generate`, body)).status, 422, JSON.stringify(body));
  }
  assert.equal((await ask("POST", `${PATH}/generate`, { framework_id: "gdpr", days: 365 })).status, 201);
  for (const path of [PATH, `${PATH}/x`]) {
    assert.equal((await ask("GET", path, undefined, { role: "user" })).status, 403);
  }
  for (const path of [`${PATH}/none`, `${PATH}/none/export`]) {
    assert.equal((await ask("GET", path)).status, 404);
  }
});

Deno.test("every area of evidence belongs to a requirement of the shared texts", () => {
  for (const { id, sections } of frameworks()) {
    assert.deepEqual(
      sections.map((section) => section.id).sort(),
      Object.keys(AREAS_OF[id] ?? {}).sort(),
      id,
    );
  }
  const ksa = frameworks().find(({ id }) => id === "ksa-pdpl");
  const records = ksa?.sections.find(({ id }) => id === "KSA-31");
  assert.deepEqual([records?.ref, records?.evidence], ["Art. 31", ["audit"]]);
});
