import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { compactVerify, importJWK } from "jose";
import assert from "node:assert/strict";
import type { Role } from "lib/auth.ts";
import type { Sql } from "lib/db.ts";
import { createLogger } from "lib/log.ts";
import { bearer, testOnEngines, testService } from "lib/testing.ts";
import { createApp } from "./app.ts";
import { openCatalogue } from "./catalogue.ts";
import { openSigner } from "./signing.ts";

const DATABASE = { schema: "compliance", migrations: import.meta.resolve("./migrations/") };
const log = createLogger({ write: () => {} });

async function served(sql: Sql, now: () => number = Date.now) {
  const catalogue = await openCatalogue({ log });
  const app = createApp({
    service: testService(),
    sql,
    catalogue,
    signer: await openSigner(sql),
    thresholds: { certified: 80, frameworkFloor: 70, conditional: 60 },
    corsOrigins: [],
    publicUrl: "https://diwan.example",
    now,
  });
  const call = async (method: string, path: string, body?: unknown, role: Role | null = "manager") => {
    const response = await app.request(path.startsWith("/.") ? path : `/api/v1/comply${path}`, {
      method,
      headers: { ...role ? await bearer(role) : {}, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = response.headers.get("content-type")?.includes("json") ? await response.json() : undefined;
    return { status: response.status, body: text, response };
  };
  return { app, call };
}

const FULL = {
  has_audit_trail: true,
  has_bias_detection: true,
  has_human_oversight: true,
  has_data_encryption: true,
  has_consent_mechanism: true,
  has_explainability: true,
};
const SYSTEM = {
  system_name: "مساعد المتعاملين",
  system_type: "chatbot",
  risk_level: "high",
  data_types: ["personal"],
  deployment_region: "KSA",
  features: { ...FULL, has_explainability: false },
};

testOnEngines(
  "frameworks are listed and read, in English and Arabic, with the disclaimer",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { body } = await call("GET", "/frameworks?lang=ar");
    const ksa = body.find(({ id }: { id: string }) => id === "ksa-pdpl");
    assert.equal(ksa.name, "نظام حماية البيانات الشخصية السعودي");
    assert.equal(ksa.requirement_count, 20);
    assert.match(ksa.disclaimer, /ليس مشورة قانونية/);
    const detail = await call("GET", "/frameworks/ksa-pdpl");
    assert.equal(detail.body.requirements.length, 20);
    assert.match(detail.body.disclaimer, /no legal advice/);
    assert.equal((await call("GET", "/frameworks/nope")).status, 404);
    assert.equal((await call("GET", "/frameworks?lang=fr")).status, 422);
  },
);

testOnEngines(
  "an assessment answers its summary; the report has every requirement, its status and why",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { status, body } = await call(
      "POST",
      "/assess?framework_ids=ksa-pdpl&framework_ids=sdaia-ai-ethics",
      SYSTEM,
    );
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body.framework_scores).sort(), ["ksa-pdpl", "sdaia-ai-ethics"]);
    assert.equal(body.total_requirements, body.met_requirements + body.gap_count);
    const mean = (body.framework_scores["ksa-pdpl"] + body.framework_scores["sdaia-ai-ethics"]) / 2;
    assert.ok(Math.abs(body.overall_score - mean) <= 0.011);
    const report = (await call("GET", `/reports/${body.id}?lang=ar`)).body;
    const [ksa] = report.frameworks;
    assert.equal(ksa.requirements.length, 20);
    const notice = ksa.requirements.find(({ requirement_id }: { requirement_id: string }) =>
      requirement_id === "KSA-12"
    );
    assert.partialDeepStrictEqual(notice, {
      status: "not_met",
      title: "سياسة الخصوصية والإشعار",
      checks: [{ check: "has_explainability", holds: false }],
    });
    assert.match(ksa.sha256, /^[0-9a-f]{64}$/);
    const list = await call(
      "GET",
      `/reports?system=${encodeURIComponent("مساعد المتعاملين")}&framework_id=ksa-pdpl`,
    );
    assert.deepEqual([list.body[0].id, list.response.headers.get("x-total-count")], [body.id, "1"]);
    assert.equal((await call("GET", "/reports?framework_id=om-pdpl")).body.length, 0);
    assert.equal((await call("GET", `/reports/${crypto.randomUUID()}`)).status, 404);
  },
);

testOnEngines(
  "assess refuses no framework, an unknown one and bad bodies, and keeps nothing",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    assert.equal((await call("POST", "/assess", SYSTEM)).status, 422);
    const unknown = await call("POST", "/assess?framework_ids=ksa-pdpl&framework_ids=nope", SYSTEM);
    assert.deepEqual([unknown.status, unknown.body.error], [404, "Framework nope not found"]);
    for (
      const wrong of [
        { system_name: "" },
        { features: { audit: true } },
        { features: { has_audit_trail: "yes" } },
        { extra: 1 },
        { data_types: "personal" },
      ]
    ) {
      assert.equal(
        (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, ...wrong })).status,
        422,
        JSON.stringify(wrong),
      );
    }
    assert.equal((await call("GET", "/reports")).body.length, 0);
    assert.equal((await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM, null)).status, 401);
  },
);

testOnEngines(
  "gaps come worst first and are filtered; the plan reaches its target with the fewest features",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { body } = await call("POST", "/assess?framework_ids=ksa-pdpl&framework_ids=difc-reg10", {
      ...SYSTEM,
      features: { has_audit_trail: true, has_dpo: false },
    });
    const gaps = (await call("GET", `/gaps?report_id=${body.id}`)).body;
    assert.equal(gaps.length, body.gap_count);
    const order = ["critical", "high", "medium", "low"];
    const ranks = gaps.map(({ severity }: { severity: string }) => order.indexOf(severity));
    assert.deepEqual(ranks, ranks.toSorted((a: number, b: number) => a - b));
    assert.ok(gaps[0].remediation && gaps[0].missing.length > 0);
    const critical =
      (await call("GET", `/gaps?report_id=${body.id}&severity=critical&framework_id=ksa-pdpl`)).body;
    assert.ok(
      critical.length > 0 &&
        critical.every((gap: { severity: string; framework_id: string }) =>
          gap.severity === "critical" && gap.framework_id === "ksa-pdpl"
        ),
    );
    assert.equal((await call("GET", `/gaps?report_id=${crypto.randomUUID()}`)).status, 404);
    assert.equal((await call("GET", `/gaps?report_id=${body.id}&severity=awful`)).status, 422);
    const plan = (await call("GET", `/reports/${body.id}/plan?target=70`)).body;
    assert.ok(plan.score >= 70);
    const smaller = plan.gains.slice(0, plan.features.length - 1).map((
      { feature }: { feature: string },
    ) => [feature, true]);
    const features = { has_audit_trail: true, ...Object.fromEntries(smaller) };
    const tried = await call("POST", "/assess?framework_ids=ksa-pdpl&framework_ids=difc-reg10", {
      ...SYSTEM,
      features,
    });
    assert.ok(tried.body.overall_score < 70);
    assert.equal((await call("GET", `/reports/${body.id}/plan?target=0`)).body.features.length, 0);
  },
);

testOnEngines(
  "a system keeps its trend over assessments, which can be compared, and its evidence",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const before = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
    const after = (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: FULL })).body;
    assert.equal(before.system_id, after.system_id);
    const { body: [system] } = await call("GET", "/systems");
    assert.deepEqual(system.trend.map(({ report_id }: { report_id: string }) => report_id), [
      before.id,
      after.id,
    ]);
    const { body: comparison } = await call("GET", `/reports/${before.id}/compare/${after.id}`);
    assert.ok(comparison.overall_change > 0);
    assert.deepEqual(comparison.changed, [{
      framework_id: "ksa-pdpl",
      requirement_id: "KSA-12",
      from: "not_met",
      to: "met",
    }]);
    const other =
      (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name: "Another" })).body;
    assert.equal((await call("GET", `/reports/${before.id}/compare/${other.id}`)).status, 422);
    const evidence = {
      framework_id: "ksa-pdpl",
      requirement_id: "KSA-12",
      kind: "link",
      reference: "https://intranet.example/notice",
    };
    const added = await call("POST", `/systems/${before.system_id}/evidence`, evidence);
    assert.equal(added.status, 201);
    assert.equal(
      (await call("POST", `/systems/${before.system_id}/evidence`, { ...evidence, requirement_id: "KSA-99" }))
        .status,
      422,
    );
    assert.equal((await call("GET", `/systems/${before.system_id}/evidence`)).body.length, 1);
    assert.equal(
      (await call("DELETE", `/systems/${before.system_id}/evidence/${added.body.id}`)).status,
      204,
    );
    assert.equal((await call("GET", `/systems/${before.system_id}/evidence`)).body.length, 0);
  },
);

testOnEngines(
  "a report is exported as JSON, PDF, and CSV that a spreadsheet reads as text",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { body } = await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM);
    const { response } = await call("GET", `/reports/${body.id}/export?lang=ar`);
    const csv = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.bytes());
    assert.ok(csv.startsWith("\ufeffframework_id,version,"));
    assert.equal(csv.trim().split("\r\n").length, 21);
    const json = await call("GET", `/reports/${body.id}/export?format=json`);
    assert.equal(json.body.id, body.id);
    const pdf = await call("GET", `/reports/${body.id}/export?format=pdf&lang=ar`);
    assert.equal(new TextDecoder().decode((await pdf.response.bytes()).slice(0, 5)), "%PDF-");
    assert.equal((await call("GET", `/reports/${body.id}/export?format=xml`)).status, 422);
  },
);

testOnEngines(
  "a certificate is signed, verified by anyone, refused when altered, expired or revoked",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-11-21T00:00:00Z");
    const { call } = await served(sql, () => now);
    const poor = (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: {} })).body;
    const request = { organization: "هيئة المدينة", issued_to: "الإدارة", valid_months: 3 };
    const refused = await call("POST", `/certificate?report_id=${poor.id}`, request);
    assert.equal(refused.status, 409);
    assert.match(refused.body.error, /below 60/);
    const good = (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: FULL })).body;
    assert.equal((await call("POST", `/certificate?report_id=${good.id}`, request, "user")).status, 403);
    assert.equal(
      (await call("POST", `/certificate?report_id=${good.id}`, { ...request, valid_months: 0 })).status,
      422,
    );
    const { status, body: certificate } = await call("POST", `/certificate?report_id=${good.id}`, request);
    assert.equal(status, 201);
    assert.partialDeepStrictEqual(certificate, {
      level: "certified",
      frameworks: ["ksa-pdpl"],
      valid_until: "2027-02-21T00:00:00.000Z",
    });
    assert.match(certificate.declaration, /not an accredited certification/);
    const { keys: [key] } = (await call("GET", "/.well-known/jwks.json", undefined, null)).body;
    assert.equal(key.d, undefined);
    await compactVerify(certificate.signature, await importJWK(key, "EdDSA"));
    const verify = (changes = {}) =>
      call("POST", "/certificate/verify", { ...certificate, ...changes }, null);
    assert.deepEqual([(await verify()).body.valid, (await verify()).body.reason], [true, null]);
    assert.deepEqual((await verify({ overall_score: 100, organization: "Other" })).body.reason, "altered");
    assert.deepEqual(
      (await verify({ signature: certificate.signature.slice(0, -4) + "AAAA" })).body.reason,
      "altered",
    );
    const byNumber = () => call("GET", `/certificates/${certificate.certificate_id}/verify`, undefined, null);
    assert.equal((await byNumber()).body.valid, true);
    const pdf = await call("GET", `/certificates/${certificate.certificate_id}/pdf`);
    assert.equal(pdf.response.headers.get("content-type"), "application/pdf");
    now = Date.parse("2027-03-01T00:00:00Z");
    assert.equal((await byNumber()).body.reason, "expired");
    now = Date.parse("2026-12-01T00:00:00Z");
    const revoked = await call("POST", `/certificates/${certificate.certificate_id}/revoke`, {
      reason: "changed",
    });
    assert.equal(revoked.body.reason, "revoked");
    assert.equal((await byNumber()).body.valid, false);
    assert.equal(
      (await call("GET", `/certificates/${crypto.randomUUID()}/verify`, undefined, null)).body.reason,
      "unknown",
    );
  },
);

testOnEngines("the signing key is made once and shared", DATABASE, async (sql) => {
  const signers = await Promise.all([openSigner(sql), openSigner(sql)]);
  assert.deepEqual(signers[0]?.jwks(), signers[1]?.jwks());
  const bytes = new TextEncoder().encode("x");
  assert.equal(await signers[1]?.verifies(await signers[0]?.sign(bytes) ?? "", bytes), true);
});

testOnEngines("an MCP client lists frameworks, assesses, finds gaps and plans", DATABASE, async (sql) => {
  const { app } = await served(sql);
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  const client = new Client({ name: "test", version: "1" });
  const address = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
  );
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [first] = Array.isArray(content) ? content : [];
    const text = first?.type === "text" ? first.text : "";
    return { isError, value: isError ? text : JSON.parse(text) };
  };
  const { value: summary } = await call("assess_system", { framework_ids: ["ksa-pdpl"], system: SYSTEM });
  assert.equal((await call("find_gaps", { report_id: summary.id })).value.length, summary.gap_count);
  assert.ok((await call("plan", { report_id: summary.id, target: 80 })).value.current > 0);
  const verdict = await call("verify_certificate", { certificate_id: crypto.randomUUID() });
  assert.equal(verdict.value.reason, "unknown");
  assert.deepEqual(await call("get_framework", { id: "nope" }), {
    isError: true,
    value: "Framework not found",
  });
  await client.close();
});
