import { REGULATIONS } from "lib/regulations.ts";
import { assess } from "../assessment/assessment.ts";
import { situate } from "../assessment/situation.ts";
import { readFrameworks } from "../catalogue/framework_files.ts";
import { situatedReport } from "../compliance_fixture.ts";
import { gapsOf } from "./gaps.ts";
import { assessmentReport } from "./report.ts";

const { frameworks } = await readFrameworks([REGULATIONS]);
const input = {
  system_name: "bench",
  system_type: "rag assistant",
  risk_level: "high",
  data_types: ["health", "financial", "children"],
  deployment_region: "AE",
  features: { has_audit_trail: true, has_dpo: false },
};
const report = situatedReport(frameworks.map(({ id }) => id), input);
const gaps = report.frameworks.flatMap(({ requirements }) => requirements)
  .filter(({ severity }) => severity !== null);
// 300 requirements, all of which are gaps.
const [first] = report.frameworks;
const requirements = Array.from({ length: 300 }, (_, index) => gaps.slice(index % gaps.length)[0] ?? [])
  .flat();
const large = { frameworks: first ? [{ ...first, requirements }] : [] };

for (const group of ["assessment against all frameworks", "gaps of a report with 300 requirements"]) {
  Deno.bench("the limit: 5 ms", { group, baseline: true }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

Deno.bench("assess", { group: "assessment against all frameworks" }, () => {
  assess(frameworks, situate(input));
});

Deno.bench("assessed, as it is kept", { group: "assessment against all frameworks" }, () => {
  assessmentReport(input, frameworks);
});

Deno.bench("gapsOf", { group: "gaps of a report with 300 requirements" }, () => {
  gapsOf(large);
});
