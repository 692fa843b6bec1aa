import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import { EVIDENCE, FeatureKey, FLAGS } from "../catalogue/evidence.ts";
import { ScreeningInput } from "./screening.ts";
import { RISK_LEVELS, riskLevel } from "./vocabulary.ts";

const MAX_FEATURES = 2_000;

const Features = z.object(
  Object.fromEntries(
    FLAGS.map((flag) => [flag, z.boolean().default(false).meta({ description: EVIDENCE.get(flag)?.en })]),
  ),
).catchall(z.boolean().meta({ description: "Whether this evidence exists" })).refine(
  (features) => Object.keys(features).length <= MAX_FEATURES,
  `must be ${MAX_FEATURES} keys or fewer`,
).refine(
  (features) => Object.keys(features).every((key) => FeatureKey.safeParse(key).success),
  "keys must be has_<name>: the six switches, or evidence",
).meta({
  description: "The six switches, off where missing, and evidence as the frameworks name it: true where it " +
    "is there, false where it is not, left out where nobody knows",
});

/** The owner's description of a system. */
export const AssessmentInput = z.strictObject({
  system_name: textOf({ min: 1, max: 300 }).meta({ description: "Name of the system" }),
  system_type: textOf({ min: 1, max: 200 }).meta({
    description:
      "Such as chatbot, rag, classification; a type that is not known is taken to do everything, one " +
      "that names a prohibited or high-risk use is taken at its risk",
  }),
  risk_level: textOf({ min: 1, max: 100 }).refine(
    (text) => riskLevel(text) !== undefined,
    `must be one of ${RISK_LEVELS.join(", ")}, or the Arabic منخفض، محدود، عالٍ، غير مقبول`,
  ).meta({
    description: "minimal, limited, high or unacceptable, or another word for one of them in either language",
  }),
  data_types: z.array(textOf({ min: 1, max: 100 })).max(50).default([]).meta({
    description:
      "Such as personal, health, children, public; one that is not known counts as every kind. With none " +
      "no duty about personal data applies, which a note says, and no certificate is issued",
  }),
  deployment_region: textOf({ min: 1, max: 100 }).meta({
    description: "A country, an emirate or a free zone",
  }),
  features: Features.prefault({}),
  screening: ScreeningInput.optional(),
}).meta({
  id: "AssessmentInput",
  example: {
    system_name: "مساعد خدمة المتعاملين",
    system_type: "chatbot",
    risk_level: "high",
    data_types: ["personal"],
    deployment_region: "UAE",
    features: { has_audit_trail: true, has_human_oversight: true, has_dpo: true },
  },
});
export type AssessmentInput = z.output<typeof AssessmentInput>;
