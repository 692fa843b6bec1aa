import { VERSION } from "lib/version.ts";
import { DISCLAIMER } from "./framework.ts";
import type { Report, ReportedFramework, ReportedRequirement } from "./report.ts";

const OSCAL_VERSION = "1.1.2";

/**
 * A report as OSCAL assessment results (NIST OSCAL 1.1.2): one result a framework, with an observation and a finding
 * for every requirement that could be assessed. Ids follow from the report, so that the same report gives the same file.
 */
export async function oscalResults(
  report: Report,
): Promise<{ "assessment-results": Record<string, unknown> }> {
  const results = [];
  for (const framework of report.frameworks) results.push(await resultOf(report, framework));
  return {
    "assessment-results": {
      uuid: await uuidOf(report.id, "assessment-results"),
      metadata: {
        title: `Assessment of ${report.system_name}`,
        "last-modified": report.assessed_at,
        version: VERSION,
        "oscal-version": OSCAL_VERSION,
        remarks: DISCLAIMER.en,
      },
      // There is no plan document behind a self-assessment; the report itself stands for it.
      "import-ap": { href: `#${report.id}`, remarks: "Self-assessment without a separate assessment plan" },
      results,
    },
  };
}

async function resultOf(report: Report, framework: ReportedFramework) {
  const assessed = framework.requirements.filter(({ credit }) => credit !== null);
  const observations = [];
  const findings = [];
  for (const requirement of assessed) {
    const observation = await uuidOf(
      report.id,
      framework.framework_id,
      requirement.requirement_id,
      "observation",
    );
    observations.push({
      uuid: observation,
      title: requirement.title.en,
      description: requirement.checks.map(({ check, holds }) => `${check}: ${holds ?? "not stated"}`).join(
        "; ",
      ),
      methods: ["EXAMINE"],
      types: ["control-objective"],
      collected: report.assessed_at,
    });
    findings.push(await findingOf(report, framework, requirement, observation));
  }
  return {
    uuid: await uuidOf(report.id, framework.framework_id, "result"),
    title: framework.name.en,
    description: `${framework.framework_id}, ${framework.version}: ${framework.score ?? "no"} score of 100`,
    start: report.assessed_at,
    end: report.assessed_at,
    props: [
      { name: "framework-sha256", value: framework.sha256, ns: "https://diwan.example/oscal" },
      { name: "coverage", value: String(framework.coverage), ns: "https://diwan.example/oscal" },
    ],
    "reviewed-controls": {
      "control-selections": [
        assessed.length > 0
          ? {
            "include-controls": assessed.map(({ requirement_id }) => ({
              "control-id": tokenOf(requirement_id),
            })),
          }
          : { description: "Nothing in this framework applied or could be assessed" },
      ],
    },
    ...observations.length > 0 ? { observations } : {},
    ...findings.length > 0 ? { findings } : {},
  };
}

async function findingOf(
  report: Report,
  framework: ReportedFramework,
  requirement: ReportedRequirement,
  observation: string,
) {
  const satisfied = requirement.status === "met";
  return {
    uuid: await uuidOf(report.id, framework.framework_id, requirement.requirement_id, "finding"),
    title: `${requirement.ref}: ${requirement.title.en}`,
    description: satisfied ? requirement.description.en : requirement.remediation.en,
    target: {
      type: "objective-id",
      "target-id": tokenOf(requirement.requirement_id),
      status: { state: satisfied ? "satisfied" : "not-satisfied", reason: satisfied ? "pass" : "fail" },
      ...requirement.severity ? { remarks: `${requirement.status}, ${requirement.severity}` } : {},
    },
    "related-observations": [{ "observation-uuid": observation }],
  };
}

/** An OSCAL token begins with a letter or an underscore. */
function tokenOf(id: string): string {
  return /^[A-Za-z_]/.test(id) ? id : `_${id}`;
}

/** A UUID that follows from what it stands for, in the form of version 5, which OSCAL asks for, by SHA-256. */
async function uuidOf(...parts: string[]): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(parts.join("\n"))),
  );
  const bytes = digest.slice(0, 16);
  bytes[6] = (bytes[6] ?? 0) & 0x0f | 0x50;
  bytes[8] = (bytes[8] ?? 0) & 0x3f | 0x80;
  const hex = bytes.toHex();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
