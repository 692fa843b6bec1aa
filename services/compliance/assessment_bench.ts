import { assess, situate } from "./assessment.ts";
import { readFrameworks } from "./framework_files.ts";
import { assessed, gapsOf, type Report } from "./report.ts";

const { frameworks } = await readFrameworks([new URL("./frameworks/", import.meta.url)]);
const input = {
  system_name: "bench",
  system_type: "rag assistant",
  risk_level: "high",
  data_types: ["health", "financial", "children"],
  deployment_region: "AE",
  features: { has_audit_trail: true, has_dpo: false },
};
const pinned = assessed(input, frameworks);
const report: Report = { ...pinned, id: "r", system_id: "s", assessed_at: "", assessed_by: "" };
const gaps = pinned.frameworks.flatMap(({ requirements }) => requirements)
  .filter(({ severity }) => severity !== null);
// 300 requirements, every one of them a gap.
const [first] = pinned.frameworks;
const requirements = Array.from({ length: 300 }, (_, index) => gaps.slice(index % gaps.length)[0] ?? [])
  .flat();
const large: Report = { ...report, frameworks: first ? [{ ...first, requirements }] : [] };

for (const group of ["assessment against all frameworks", "gaps of a report with 300 requirements"]) {
  Deno.bench("the limit: 5 ms", { group, baseline: true }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

Deno.bench("assess", { group: "assessment against all frameworks" }, () => {
  const system = situate(input);
  for (const framework of frameworks) assess(framework, system);
});

Deno.bench("assessed, as it is kept", { group: "assessment against all frameworks" }, () => {
  assessed(input, frameworks);
});

Deno.bench("gapsOf", { group: "gaps of a report with 300 requirements" }, () => {
  gapsOf(large);
});
