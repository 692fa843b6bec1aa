import { compactVerify, importJWK } from "jose";
import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, FULL, served, SYSTEM } from "./compliance_fixture.ts";

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
    assert.deepEqual((await verify({ accredited_by: "NIST" })).body.reason, "altered");
    assert.equal((await verify({ overall_score: "100" })).status, 422);
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

testOnEngines(
  "certificates are listed, newest first, and read with their signature",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql, () => Date.parse("2027-01-31T10:00:00Z"));
    const report = (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: FULL })).body;
    const issue = async (organization: string) =>
      (await call("POST", `/certificate?report_id=${report.id}`, {
        organization,
        issued_to: "الإدارة",
        valid_months: 1,
      })).body;
    const first = await issue("First");
    assert.equal(first.valid_until, "2027-02-28T10:00:00.000Z");
    await issue("Second");
    const list = await call("GET", `/certificates?report_id=${report.id}&limit=1`);
    assert.deepEqual([list.body.length, list.response.headers.get("x-total-count")], [1, "2"]);
    assert.equal((await call("GET", `/certificates?report_id=${crypto.randomUUID()}`)).body.length, 0);
    const read = await call("GET", `/certificates/${first.certificate_id}`);
    assert.deepEqual(read.body, { ...first, revoked_at: null, revoked_reason: null });
    assert.equal((await call("GET", `/certificates/${crypto.randomUUID()}`)).status, 404);
    assert.equal((await call("GET", "/certificates", undefined, null)).status, 401);
  },
);

testOnEngines("the thresholds of certificates are settings", DATABASE, async (sql) => {
  const request = { organization: "o", issued_to: "i" };
  const level = async (certified: number, conditional: number) => {
    const { call } = await served(sql, Date.now, { certified, frameworkFloor: 0, conditional });
    const report = (await call("POST", "/assess?framework_ids=oecd-ai", {
      ...SYSTEM,
      risk_level: "minimal",
      features: { ...FULL, has_bias_detection: false },
    })).body;
    const { status, body } = await call("POST", `/certificate?report_id=${report.id}`, request);
    return status === 201 ? body.level : status;
  };
  assert.equal(await level(80, 60), "certified");
  assert.equal(await level(90, 60), "conditional");
  assert.equal(await level(99, 95), 409);
});
