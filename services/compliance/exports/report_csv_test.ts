import assert from "node:assert/strict";
import { situatedReport } from "../compliance_fixture.ts";
import { reportCsv } from "./report_csv.ts";

Deno.test("a report's CSV has a line for each requirement, no formula among its cells", () => {
  const report = situatedReport("ksa-pdpl");
  const [framework] = report.frameworks;
  const [first] = framework?.requirements ?? [];
  assert.ok(framework && first);
  first.title = { en: "=HYPERLINK(1)", ar: "نص" };
  first.remediation = { en: 'say "no", twice\nat least', ar: "نص" };
  const csv = reportCsv(report, "en");
  assert.ok(csv.startsWith("\ufeffframework_id,version,"));
  const [, row = ""] = csv.split("\r\n");
  assert.ok(row.includes(",'=HYPERLINK(1),"), row);
  assert.ok(row.endsWith(',"say ""no"", twice\nat least"'), row);
  assert.equal(csv.split("\r\n").length, framework.requirements.length + 2);
  assert.match(csv, /Art\. 31,Records of processing/);
});
