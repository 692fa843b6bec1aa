import { assess, situate } from "./assessment.ts";
import { readFrameworks } from "./framework_files.ts";
import { assessed, gapsOf } from "./report.ts";

const { frameworks } = await readFrameworks([new URL("./frameworks/", import.meta.url)]);
const input = {
  system_name: "bench",
  system_type: "rag assistant",
  risk_level: "high",
  data_types: ["health", "financial", "children"],
  deployment_region: "AE",
  features: { has_audit_trail: true, has_dpo: false },
};
const report = { ...assessed(input, frameworks), id: "r", system_id: "s", assessed_at: "", assessed_by: "" };

for (const group of ["assessment against all frameworks", "gaps of a report of all frameworks"]) {
  Deno.bench("the limit: 5 ms", { group, baseline: true }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

Deno.bench("assess", { group: "assessment against all frameworks" }, () => {
  const system = situate(input);
  for (const framework of frameworks) assess(framework, system);
});

Deno.bench("gapsOf", { group: "gaps of a report of all frameworks" }, () => {
  gapsOf(report);
});
