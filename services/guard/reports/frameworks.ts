import { z } from "@hono/zod-openapi";
import euAiAct from "./frameworks/eu_ai_act.json" with { type: "json" };
import gdpr from "./frameworks/gdpr.json" with { type: "json" };
import iso42001 from "./frameworks/iso_42001.json" with { type: "json" };
import ksaPdpl from "./frameworks/ksa_pdpl.json" with { type: "json" };
import nistAiRmf from "./frameworks/nist_ai_rmf.json" with { type: "json" };
import owaspLlm from "./frameworks/owasp_llm.json" with { type: "json" };
import uaePdpl from "./frameworks/uae_pdpl.json" with { type: "json" };

/** What the guard's own records can say something about. */
export const AREAS = [
  "audit",
  "policies",
  "privacy",
  "safety",
  "oversight",
  "monitoring",
  "incidents",
] as const;
export type Area = typeof AREAS[number];

const Framework = z.object({
  id: z.string(),
  name: z.string(),
  name_ar: z.string(),
  version: z.string(),
  region: z.string(),
  nature: z.string(),
  total_requirements: z.int(),
  sections: z.array(z.object({
    id: z.string(),
    ref: z.string(),
    title: z.string(),
    asks: z.string(),
    evidence: z.array(z.enum(AREAS)).min(1),
  })),
});
export type Framework = z.output<typeof Framework>;

/** The frameworks, each with the requirements that operation leaves evidence for. */
export const FRAMEWORKS: Framework[] = z.array(Framework).parse([
  uaePdpl,
  ksaPdpl,
  euAiAct,
  gdpr,
  nistAiRmf,
  iso42001,
  owaspLlm,
]);
