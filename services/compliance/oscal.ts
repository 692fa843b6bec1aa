import { VERSION } from "lib/version.ts";
import { DISCLAIMER, inLanguage } from "./framework.ts";
import type { Report, ReportedFramework, ReportedRequirement } from "./report.ts";

const OSCAL_VERSION = "1.1.2";
const NAMESPACE = "https://diwan.example/ns/oscal";

type Lang = "en" | "ar";

/**
 * A report as OSCAL assessment results (NIST OSCAL 1.1.2): one result a framework, with an observation and a finding
 * for every requirement that could be assessed. Ids follow from the report, so that the same report gives the same file.
 */
export async function oscalResults(
  report: Report,
  lang: Lang = "en",
): Promise<{ "assessment-results": Record<string, unknown> }> {
  const results = [];
  for (const framework of report.frameworks) results.push(await resultOf(report, framework, lang));
  const self = await uuidOf(report.id, "report");
  return {
    "assessment-results": {
      uuid: await uuidOf(report.id, "assessment-results"),
      metadata: {
        title: line(`${WORDS[lang].assessment}: ${report.system_name}`),
        "last-modified": report.assessed_at,
        version: VERSION,
        "oscal-version": OSCAL_VERSION,
        remarks: DISCLAIMER[lang],
      },
      // There is no plan document behind a self-assessment; the report itself stands for it.
      "import-ap": { href: `#${self}`, remarks: WORDS[lang].noPlan },
      results,
      "back-matter": {
        resources: [{
          uuid: self,
          title: line(report.system_name),
          description: WORDS[lang].noPlan,
          "document-ids": [{ identifier: report.id }],
        }],
      },
    },
  };
}

const WORDS = {
  en: {
    assessment: "Assessment",
    noPlan: "Self-assessment without a separate assessment plan",
    score: "score of 100",
    noScore: "no score: nothing applied or could be assessed",
  },
  ar: {
    assessment: "تقييم",
    noPlan: "تقييم ذاتي دون خطة تقييم مستقلة",
    score: "الدرجة من 100",
    noScore: "لا درجة: لم ينطبق شيء أو تعذّر التقييم",
  },
};

async function resultOf(report: Report, framework: ReportedFramework, lang: Lang) {
  const { framework_id, requirements } = framework;
  const observations = [];
  const findings = [];
  for (const requirement of requirements.filter(({ credit }) => credit !== null)) {
    const observation = await observationOf(report, framework_id, requirement, lang);
    observations.push(observation);
    findings.push(
      await findingOf(report, framework_id, requirement, { lang, observation: observation.uuid }),
    );
  }
  const { score } = framework;
  const version = inLanguage(framework.version, lang);
  return {
    uuid: await uuidOf(report.id, framework_id, "result"),
    title: line(framework.name[lang]),
    description: `${framework_id}, ${version}: ${
      score === null ? WORDS[lang].noScore : `${score}, ${WORDS[lang].score}`
    }`,
    start: report.assessed_at,
    end: report.assessed_at,
    props: [
      { name: "framework-id", value: framework_id, ns: NAMESPACE },
      { name: "framework-sha256", value: framework.sha256, ns: NAMESPACE },
      { name: "coverage", value: String(framework.coverage), ns: NAMESPACE },
      ...score === null ? [] : [{ name: "score", value: String(score), ns: NAMESPACE }],
    ],
    "reviewed-controls": reviewed(requirements),
    ...observations.length > 0 ? { observations } : {},
    ...findings.length > 0 ? { findings } : {},
  };
}

/** All requirements of the framework, less those that did not apply or could not be assessed. */
function reviewed(requirements: ReportedRequirement[]) {
  const control = ({ requirement_id }: ReportedRequirement) => ({ "control-id": tokenOf(requirement_id) });
  const left = requirements.filter(({ credit }) => credit === null);
  return {
    "control-selections": [{
      "include-controls": requirements.map(control),
      ...left.length > 0 ? { "exclude-controls": left.map(control) } : {},
    }],
  };
}

async function observationOf(
  report: Report,
  framework: string,
  { requirement_id, title, checks }: ReportedRequirement,
  lang: Lang,
) {
  return {
    uuid: await uuidOf(report.id, framework, requirement_id, "observation"),
    title: line(title[lang]),
    description: checks.map(({ check, holds }) => `${check}: ${holds ?? "not stated"}`).join("; "),
    methods: ["EXAMINE"],
    types: ["control-objective"],
    collected: report.assessed_at,
  };
}

async function findingOf(
  report: Report,
  framework: string,
  requirement: ReportedRequirement,
  { lang, observation }: { lang: Lang; observation: string },
) {
  const satisfied = requirement.status === "met";
  return {
    uuid: await uuidOf(report.id, framework, requirement.requirement_id, "finding"),
    title: line(`${inLanguage(requirement.ref, lang)}: ${requirement.title[lang]}`),
    description: requirement.description[lang],
    ...satisfied ? {} : { remarks: requirement.remediation[lang] },
    target: {
      type: "objective-id",
      "target-id": tokenOf(requirement.requirement_id),
      status: { state: satisfied ? "satisfied" : "not-satisfied", reason: satisfied ? "pass" : "fail" },
      ...requirement.severity
        ? {
          props: [
            { name: "status", value: requirement.status, ns: NAMESPACE },
            { name: "severity", value: requirement.severity, ns: NAMESPACE },
          ],
        }
        : {},
    },
    "related-observations": [{ "observation-uuid": observation }],
  };
}

/** One line, as titles have to be. */
function line(text: string): string {
  return text.replace(/\s+/g, " ").trim() || "—";
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
