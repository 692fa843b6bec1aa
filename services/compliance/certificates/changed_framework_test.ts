import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, served, SHOWN, SYSTEM } from "../compliance_fixture.ts";

testOnEngines(
  "a report on a framework that has changed since earns no certificate",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const assess = async () =>
      (await call("POST", "/assess?framework_ids=ksa-pdpl", { ...SYSTEM, features: SHOWN })).body.id;
    const issue = (report: string) =>
      call("POST", `/certificate?report_id=${report}`, { organization: "o", issued_to: "i" });
    const [report] = await sql<{ id: string }[]>`
      update compliance.reports set report = jsonb_set(report, '{frameworks,0,sha256}', '"of an earlier text"')
      where id = ${await assess()} returning id`;
    const refused = await issue(report?.id ?? "");
    assert.equal(refused.status, 409);
    assert.match(refused.body.error, /ksa-pdpl; assess the system again/);
    assert.equal((await issue(await assess())).status, 201);
  },
);
