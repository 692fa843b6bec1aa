import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, served, SYSTEM } from "./compliance_fixture.ts";

testOnEngines(
  "frameworks are listed and read, in English and Arabic, with the disclaimer",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { body } = await call("GET", "/frameworks?lang=ar");
    const ksa = body.find(({ id }: { id: string }) => id === "ksa-pdpl");
    assert.equal(ksa.name, "نظام حماية البيانات الشخصية السعودي");
    assert.equal(ksa.requirement_count, 21);
    assert.match(ksa.disclaimer, /ليس مشورة قانونية/);
    const detail = await call("GET", "/frameworks/ksa-pdpl");
    assert.equal(detail.body.requirements.length, 21);
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
    assert.ok(body.overall_score <= mean + 0.011);
    const report = (await call("GET", `/reports/${body.id}?lang=ar`)).body;
    const [ksa] = report.frameworks;
    assert.equal(ksa.requirements.length, 21);
    const notice = ksa.requirements.find(({ requirement_id }: { requirement_id: string }) =>
      requirement_id === "KSA-12"
    );
    assert.partialDeepStrictEqual(notice, {
      status: "not_assessed",
      title: "سياسة الخصوصية والإشعار",
      checks: [{
        check: "has_privacy_notice",
        says: "يُقدَّم عند جمع البيانات إشعار بكل ما يسرده القانون",
        holds: null,
        role: "shows",
      }],
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
  "assess refuses a missing or unknown framework and bad bodies, and stores nothing",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    assert.equal((await call("POST", "/assess", SYSTEM)).status, 422);
    const none = await call("POST", "/assess", SYSTEM);
    assert.equal(none.status, 422);
    assert.deepEqual(none.body.details.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc, msg]), [
      [["query", "framework_ids"], "Name at least one framework"],
    ]);
    const unknown = await call("POST", "/assess?framework_ids=ksa-pdpl&framework_ids=nope", SYSTEM);
    assert.deepEqual([unknown.status, unknown.body.error], [404, "Framework nope not found"]);
    for (
      const wrong of [
        { system_name: "" },
        { features: { audit: true } },
        { features: { has_audit_trail: "yes" } },
        { extra: 1 },
        { data_types: "personal" },
        { features: Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`has_e${i}`, true])) },
        { risk_level: "spicy" },
        { risk_level: "مقبول" },
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
  "browsers may call from the origins of the setting and from no other",
  DATABASE,
  async (sql) => {
    const { app } = await served(sql);
    const allowed = async (origin: string) => {
      const response = await app.request("/api/v1/comply/frameworks", {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        },
      });
      return [
        response.headers.get("access-control-allow-origin"),
        response.headers.get("access-control-allow-headers"),
      ];
    };
    assert.deepEqual(await allowed("https://portal.example"), [
      "https://portal.example",
      "authorization,content-type",
    ]);
    assert.equal((await allowed("https://evil.example"))[0], null);
  },
);

testOnEngines(
  "NUL and malformed ids are refused or unknown, never a server error",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const { id } = (await call("POST", "/assess?framework_ids=ksa-pdpl", SYSTEM)).body;
    for (
      const [path, status] of [
        ["/reports?framework_id=%00", 422],
        ["/reports?system=a%00", 422],
        ["/systems?name=%00", 422],
        ["/frameworks/%00", 422],
        ["/frameworks/..%2F..%2Fetc", 404],
        ["/frameworks/__proto__", 404],
        [`/gaps?report_id=${id}&framework_id=%00`, 422],
        ["/reports/not-a-uuid", 422],
        [`/reports/${id}/plan?target=101`, 422],
        [`/reports/${id}/plan?target=x`, 422],
        ["/certificates/1/verify", 422],
      ] as const
    ) {
      assert.equal((await call("GET", path)).status, status, path);
    }
    const nul = await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, system_name: "a\u0000" });
    assert.deepEqual([nul.status, nul.body.details[0].loc], [422, ["body", "system_name"]]);
  },
);
