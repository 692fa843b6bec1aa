import { z } from "zod";
import { Bilingual, Label } from "./bilingual.ts";
import { EVIDENCE, FeatureKey, FLAGS, RISK_CONDITION } from "./evidence.ts";

export const CATEGORIES = [
  "governance",
  "risk_management",
  "data_governance",
  "privacy",
  "transparency",
  "human_oversight",
  "fairness",
  "security",
  "accountability",
  "monitoring",
  "third_party",
  "societal",
] as const;

/** Situations that a requirement may depend on; see `applies` in assessment.ts. */
export const SITUATIONS = [
  "personal_data",
  "sensitive_data",
  "children_data",
  "health_data",
  "financial_data",
  "limited_risk",
  "high_risk",
  "language_model",
  "retrieval",
  "marketing",
  "generates_content",
] as const;
export type Situation = typeof SITUATIONS[number];

/** Whether all checks of a list must hold, or any one. */
function some<S extends z.ZodType>(item: S) {
  const list = z.array(item).min(1).max(6).refine(
    (all) => new Set(all).size === all.length,
    "names one twice",
  );
  return z.union([z.strictObject({ all: list }), z.strictObject({ any: list })]);
}

const Evidence = some(FeatureKey);
export type Evidence = z.output<typeof Evidence>;

const Situations = z.array(z.union([z.enum(SITUATIONS), z.array(z.enum(SITUATIONS)).min(2)]));

const Requirement = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/),
  ref: Label,
  /** Whether the reference is not verified against the official text. */
  unverified: z.boolean().default(false),
  title: Bilingual,
  description: Bilingual,
  remediation: Bilingual,
  category: z.enum(CATEGORIES),
  weight: z.int().min(1).max(5),
  /** Evidence that states exactly this duty. */
  shown_by: Evidence,
  /** Switches related to the duty that do not show it: they only claim it. */
  claimed_by: some(z.union([z.enum(FLAGS), z.literal(RISK_CONDITION)])).optional(),
  /** Situations that must all hold; of a nested list any one must. */
  applies_when: Situations.default([]),
});
export type Requirement = z.output<typeof Requirement>;

export const Framework = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/),
  version: Label,
  name: Bilingual,
  region: z.string().regex(
    /^([A-Z]{2}(-[A-Z]{2,4})?|GCC|global)$/,
    "must be a code such as AE, AE-DU or global",
  ),
  nature: z.enum([
    "binding_law",
    "binding_regulation",
    "binding_controls",
    "certifiable_standard",
    "voluntary_framework",
    "voluntary_principles",
    "voluntary_guidance",
    "awareness_list",
  ]),
  effective: z.array(z.strictObject({ date: z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/), what: Bilingual }))
    .default([]),
  status: Bilingual.optional(),
  sources: z.array(z.string().min(1)).min(1),
  /** Sentences of evidence keys of its own; those of the built-in frameworks are known. */
  evidence: z.record(FeatureKey, Bilingual).default({}),
  requirements: z.array(Requirement).min(1).max(2_000),
}).superRefine(({ requirements, evidence }, context) => {
  const seen = new Set<string>();
  requirements.forEach(({ id, shown_by }, index) => {
    const fault = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: ["requirements", index, field], message });
    if (seen.has(id)) fault("id", `${id} is there twice`);
    seen.add(id);
    const unsaid = keysOf(shown_by).find((key) => !EVIDENCE.has(key) && !Object.hasOwn(evidence, key));
    if (unsaid) fault("shown_by", `${unsaid}: "evidence" must say what it states, in both languages`);
  });
});
export type Framework = z.output<typeof Framework>;

/** The keys that evidence names. */
export function keysOf(evidence: { all: string[] } | { any: string[] }): string[] {
  return "all" in evidence ? evidence.all : evidence.any;
}

/** The sentence of a key of `framework`. */
export function sentenceOf({ evidence }: Pick<Framework, "evidence">, key: string): Bilingual {
  return evidence[key] ?? EVIDENCE.get(key) ?? { en: key, ar: key };
}

/** A loaded framework with the hash of its file, which reports record. */
export type LoadedFramework = Framework & { sha256: string; file: string };

export const DISCLAIMER: Bilingual = {
  en:
    "A summary in our own words for self-assessment; it is no legal advice and does not replace the official text. A switch states that a control is said to exist, not that it works; a requirement that switches only bear on is claimed, not met.",
  ar:
    "ملخص بصياغتنا لأغراض التقييم الذاتي؛ وهو ليس مشورة قانونية ولا يغني عن النص الرسمي. وكل مؤشر يفيد بأن الضابط موجود بحسب المُصرِّح، لا بأنه فعّال؛ والمتطلب الذي تتصل به المؤشرات فحسب مُدّعى لا مستوفى.",
};
