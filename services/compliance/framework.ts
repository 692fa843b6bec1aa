import { z } from "zod";

/** The six feature flags of an assessment request. */
export const FLAGS = [
  "has_audit_trail",
  "has_bias_detection",
  "has_human_oversight",
  "has_data_encryption",
  "has_consent_mechanism",
  "has_explainability",
] as const;
export type Flag = typeof FLAGS[number];

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

/** Conditions that a request decides by itself. */
export const CONDITIONS = ["not_unacceptable"] as const;

/** What a requirement may depend on; see `applies` in assessment.ts. */
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

/** A text in both languages; neither may be missing. */
const Bilingual = z.strictObject({
  en: z.string().trim().min(1),
  ar: z.string().trim().min(1).regex(/\p{Script=Arabic}/u),
});
export type Bilingual = z.output<typeof Bilingual>;

/** A text in both languages, or one string that reads the same in both, such as the number of a control. */
const Label = z.preprocess(
  (value) => typeof value === "string" ? { en: value, ar: value } : value,
  z.strictObject({ en: z.string().trim().min(1), ar: z.string().trim().min(1) }).refine(
    ({ en, ar }) => en === ar || /\p{Script=Arabic}/u.test(ar),
    { path: ["ar"], message: "is not in Arabic" },
  ),
);

/** `text` in one language; reports of earlier versions keep some texts in English only. */
export function inLanguage(text: string | Bilingual, lang: "en" | "ar"): string {
  return typeof text === "string" ? text : text[lang];
}

/** A flag, a condition, or `x:name` for the extra evidence key `has_name`. */
const Check = z.union([z.enum(FLAGS), z.enum(CONDITIONS), z.string().regex(/^x:[a-z][a-z0-9_]{0,60}$/)]);
const Checks = z.union([
  z.strictObject({ all: z.array(Check).min(1).max(6) }),
  z.strictObject({ any: z.array(Check).min(1).max(6) }),
]);
export type Checks = z.output<typeof Checks>;

const Situations = z.array(z.union([z.enum(SITUATIONS), z.array(z.enum(SITUATIONS)).min(2)]));

const Requirement = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/),
  ref: Label,
  /** The reference was not checked against the official text. */
  unverified: z.boolean().default(false),
  title: Bilingual,
  description: Bilingual,
  remediation: Bilingual,
  category: z.enum(CATEGORIES),
  weight: z.int().min(1).max(5),
  checks: Checks,
  /** Situations that must all hold; a list within is one of which any must. */
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
  requirements: z.array(Requirement).min(1).max(2_000),
}).superRefine(({ requirements }, context) => {
  const seen = new Set<string>();
  requirements.forEach(({ id, checks }, index) => {
    if (seen.has(id)) {
      context.addIssue({
        code: "custom",
        path: ["requirements", index, "id"],
        message: `${id} is there twice`,
      });
    }
    seen.add(id);
    const list = "all" in checks ? checks.all : checks.any;
    if (new Set(list).size !== list.length) {
      context.addIssue({
        code: "custom",
        path: ["requirements", index, "checks"],
        message: "names a check twice",
      });
    }
  });
});
export type Framework = z.output<typeof Framework>;

/** A framework as it is in use: with the hash of its file, which reports pin. */
export type LoadedFramework = Framework & { sha256: string; file: string };

export const DISCLAIMER: Bilingual = {
  en:
    "A summary in our own words for self-assessment; it is no legal advice and does not replace the official text. A flag states that a control is said to exist, not that it works.",
  ar:
    "ملخص بصياغتنا لأغراض التقييم الذاتي؛ وهو ليس مشورة قانونية ولا يغني عن النص الرسمي. وكل مؤشر يفيد بأن الضابط موجود بحسب المُصرِّح، لا بأنه فعّال.",
};
