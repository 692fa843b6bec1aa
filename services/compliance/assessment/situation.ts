/** A request in the terms that requirements are checked in. */
import type { Bilingual } from "../catalogue/bilingual.ts";
import { RISK_CONDITION } from "../catalogue/evidence.ts";
import { type Situation, SITUATIONS } from "../catalogue/framework.ts";
import type { AssessmentInput } from "./assessment_input.ts";
import { type NamedUse, namedUse } from "./named_use.ts";
import { answeredRisk } from "./screening.ts";
import { dataTypes, regionCode, RISK_LEVELS, type RiskLevel, riskLevel, usesOf } from "./vocabulary.ts";

export interface Situated {
  /** The stated level, or that of a use which the description names where it is graver. */
  risk: RiskLevel;
  situations: Set<Situation>;
  region: string | undefined;
  features: Record<string, boolean>;
  /** Unknown words, and their interpretation. */
  notes: Bilingual[];
}

/** Translates a request into the frameworks' terms. */
export function situate(input: AssessmentInput): Situated {
  // The schema refuses words outside the closed set.
  const stated = riskLevel(input.risk_level) ?? "unacceptable";
  const named = gravestUse(input);
  const described = named && graver(named.risk, stated) ? named.risk : stated;
  const answered = answeredRisk(input.screening);
  const risk = answered && graver(answered, described) ? answered : described;
  const { values, unknown } = dataTypes(input.data_types);
  const { uses, known } = usesOf(input.system_type);
  const region = regionCode(input.deployment_region);
  const situations = new Set<Situation>(uses);
  if (values.has("personal")) situations.add("personal_data");
  if (values.has("sensitive")) situations.add("sensitive_data");
  if (values.has("children")) situations.add("children_data");
  if (values.has("health")) situations.add("health_data");
  if (values.has("financial") || values.has("credit")) situations.add("financial_data");
  if (risk !== "minimal") situations.add("limited_risk");
  if (risk === "high" || risk === "unacceptable") situations.add("high_risk");
  const notes = [
    ...named && described !== stated ? [raisedNote(named, stated)] : [],
    ...risk === described ? [] : [{
      en: `answers of the screening make it ${risk} risk, though ${described} was stated`,
      ar: `تجعل إجابات الفحص المخاطر ${RISK_AR[risk]} مع أن المذكور ${RISK_AR[described]}`,
    }],
    ...input.data_types.length > 0 ? [] : [UNSTATED_DATA],
    ...unknown.map((text) => ({
      en: `data type "${text}" is not known: taken as every kind, children and health among them`,
      ar: `نوع البيانات «${text}» غير معروف، فعُدّ شاملًا لكل الأنواع ومنها بيانات الأطفال والصحة`,
    })),
    ...known ? [] : [{
      en: `system_type "${input.system_type}" is not known: requirements of every type apply`,
      ar: `نوع النظام «${input.system_type}» غير معروف، فتنطبق متطلبات الأنواع جميعها`,
    }],
    ...region ? [] : [{
      en: `deployment_region "${input.deployment_region}" is not known: every framework is taken to apply`,
      ar: `منطقة التشغيل «${input.deployment_region}» غير معروفة، فعُدّت الأطر جميعها منطبقة`,
    }],
  ];
  return { risk, situations, region, features: input.features, notes };
}

const UNSTATED_DATA: Bilingual = {
  en:
    "data_types names no kind of data: taken to hold no personal data, and certified only once a kind is named",
  ar:
    "لا تذكر data_types أي نوع من البيانات: فعُدّ النظام خاليًا من البيانات الشخصية، ولا تصدر له شهادة حتى يُذكر نوع",
};

/** The gravest use that the type or the name of a system states. A name makes no system high-risk by itself. */
function gravestUse({ system_type, system_name }: AssessmentInput): NamedUse | undefined {
  const byName = namedUse(system_name);
  return byName?.risk === "unacceptable" ? byName : namedUse(system_type);
}

function graver(level: RiskLevel, other: RiskLevel): boolean {
  return RISK_LEVELS.indexOf(level) > RISK_LEVELS.indexOf(other);
}

function raisedNote({ risk, use }: NamedUse, stated: RiskLevel): Bilingual {
  return {
    en: `the description names ${use.en}: taken as ${risk} risk, though ${stated} was stated`,
    ar: `يذكر الوصف ${use.ar}: فعُدّت المخاطر ${RISK_AR[risk]} مع أن المذكور ${RISK_AR[stated]}`,
  };
}

const RISK_AR: Record<RiskLevel, string> = {
  minimal: "منخفضة",
  limited: "محدودة",
  high: "عالية",
  unacceptable: "غير مقبولة",
};

/** Whether a check holds; null for evidence about which the request says nothing. */
export function checkHolds(check: string, { risk, features }: Situated): boolean | null {
  return check === RISK_CONDITION ? risk !== "unacceptable" : features[check] ?? null;
}

/** Situations that a situation implies. */
const IMPLIED: Partial<Record<Situation, Situation[]>> = {
  sensitive_data: ["personal_data"],
  children_data: ["personal_data"],
  health_data: ["personal_data", "sensitive_data"],
  financial_data: ["personal_data"],
  high_risk: ["limited_risk"],
};
const IMPLIED_MASKS = SITUATIONS.flatMap((situation) => {
  const implied = IMPLIED[situation];
  return implied ? [{ bit: maskOf([situation]), implied: maskOf(implied) }] : [];
});

/** Situations as the bits of a number. */
export function maskOf(situations: Iterable<Situation>): number {
  let mask = 0;
  for (const situation of situations) mask |= 1 << SITUATIONS.indexOf(situation);
  return mask;
}

/** `mask` and every easier situation: with less data, lower risk or fewer uses. */
export function easierMasks(mask: number): number[] {
  const masks: number[] = [];
  for (let part = mask;; part = (part - 1) & mask) {
    const whole = IMPLIED_MASKS.every(({ bit, implied }) => !(part & bit) || (part & implied) === implied);
    if (whole) masks.push(part);
    if (part === 0) return masks;
  }
}
