import { VERSION } from "lib/service/version.ts";
import type { FrameworkResult, RequirementResult } from "../assessment/result.ts";
import { inLanguage, type Lang } from "../catalogue/bilingual.ts";
import { DISCLAIMER } from "../catalogue/framework.ts";
import type { Report } from "../reports/report.ts";

const OSCAL_VERSION = "1.1.2";
const NAMESPACE = "https://diwan.example/ns/oscal";

/**
 * A report as OSCAL assessment results (NIST OSCAL 1.1.2): one result a framework, with an observation and a finding
 * for every requirement that applies. Ids follow from the report, so that the same report gives the same file.
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
    noScore: "no score: nothing applied",
    coverage: "share decided by evidence",
    claimed: "Claimed only: switches bear on it and no evidence shows it. Evidence that would show it",
    unknown: "Not assessed: the request says nothing that decides it. Evidence that would show it",
    open: "Evidence that would show it",
    yes: "stated",
    no: "denied",
    none: "not stated",
    shows: "shows it",
    claims: "claims it",
  },
  ar: {
    assessment: "تقييم",
    noPlan: "تقييم ذاتي دون خطة تقييم مستقلة",
    score: "الدرجة من 100",
    noScore: "لا درجة: لم ينطبق شيء",
    coverage: "نسبة ما حسمته الأدلة",
    claimed: "مُدّعى فقط: تتصل به المؤشرات ولا دليل يثبته. الدليل الذي يثبته",
    unknown: "لم يُقيَّم: ليس في الطلب ما يحسمه. الدليل الذي يثبته",
    open: "الدليل الذي يثبته",
    yes: "مصرّح به",
    no: "منفي",
    none: "غير مذكور",
    shows: "يثبته",
    claims: "يدّعيه",
  },
};

async function resultOf(report: Report, framework: FrameworkResult, lang: Lang) {
  const { framework_id, requirements } = framework;
  const observations = [];
  const findings = [];
  for (const requirement of requirements.filter(({ status }) => status !== "not_applicable")) {
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
    }${framework.coverage === null ? "" : `; ${framework.coverage}, ${WORDS[lang].coverage}`}`,
    start: report.assessed_at,
    end: report.assessed_at,
    props: [
      { name: "framework-id", value: framework_id, ns: NAMESPACE },
      { name: "framework-sha256", value: framework.sha256, ns: NAMESPACE },
      ...framework.coverage === null
        ? []
        : [{ name: "coverage", value: String(framework.coverage), ns: NAMESPACE }],
      ...score === null ? [] : [{ name: "score", value: String(score), ns: NAMESPACE }],
    ],
    "reviewed-controls": reviewed(requirements),
    ...observations.length > 0 ? { observations } : {},
    ...findings.length > 0 ? { findings } : {},
  };
}

/** All requirements of the framework, less those that did not apply. */
function reviewed(requirements: RequirementResult[]) {
  const control = ({ requirement_id }: RequirementResult) => ({ "control-id": tokenOf(requirement_id) });
  const left = requirements.filter(({ status }) => status === "not_applicable");
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
  { requirement_id, title, checks }: RequirementResult,
  lang: Lang,
) {
  return {
    uuid: await uuidOf(report.id, framework, requirement_id, "observation"),
    title: line(title[lang]),
    description: checks.map(({ check, says, role, holds }) => {
      const words = WORDS[lang];
      const stated = holds === null ? words.none : holds ? words.yes : words.no;
      return `${says ? inLanguage(says, lang) : check} [${check}, ${words[role]}]: ${stated}`;
    }).join("; "),
    methods: ["EXAMINE"],
    types: ["control-objective"],
    collected: report.assessed_at,
  };
}

async function findingOf(
  report: Report,
  framework: string,
  requirement: RequirementResult,
  { lang, observation }: { lang: Lang; observation: string },
) {
  const { status, severity } = requirement;
  const satisfied = status === "met";
  // No evidence decided it, so it neither passes nor fails.
  const undecided = status === "claimed" || status === "not_assessed";
  return {
    uuid: await uuidOf(report.id, framework, requirement.requirement_id, "finding"),
    title: line(`${inLanguage(requirement.ref, lang)}: ${requirement.title[lang]}`),
    description: requirement.description[lang],
    ...satisfied ? {} : { remarks: remarksOf(requirement, lang) },
    target: {
      type: "objective-id",
      "target-id": tokenOf(requirement.requirement_id),
      status: {
        state: satisfied ? "satisfied" : "not-satisfied",
        reason: satisfied ? "pass" : undecided ? "other" : "fail",
      },
      props: [
        { name: "status", value: status, ns: NAMESPACE },
        ...severity ? [{ name: "severity", value: severity, ns: NAMESPACE }] : [],
      ],
    },
    "related-observations": [{ "observation-uuid": observation }],
  };
}

/** Why a requirement is open, the evidence that would show it, and the remedy. */
function remarksOf({ status, checks, remediation }: RequirementResult, lang: Lang): string {
  const words = WORDS[lang];
  const missing = checks.filter(({ role, holds }) => role === "shows" && holds !== true)
    .map(({ check, says }) => `${says ? inLanguage(says, lang) : check} [${check}]`).join("; ");
  const why = status === "claimed" ? words.claimed : status === "not_assessed" ? words.unknown : words.open;
  return `${why}: ${missing}. ${remediation[lang]}`;
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
