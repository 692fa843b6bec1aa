/** The frameworks of the guard's reports: their texts are shared with other services, the areas are its own. */
import { z } from "@hono/zod-openapi";
import euAiAct from "lib/regulations/eu-ai-act.yaml" with { type: "text" };
import gdpr from "lib/regulations/gdpr.yaml" with { type: "text" };
import iso42001 from "lib/regulations/iso-42001.yaml" with { type: "text" };
import ksaPdpl from "lib/regulations/ksa-pdpl.yaml" with { type: "text" };
import nistAiRmf from "lib/regulations/nist-ai-rmf.yaml" with { type: "text" };
import owaspLlm from "lib/regulations/owasp-llm.yaml" with { type: "text" };
import uaePdpl from "lib/regulations/uae-pdpl.yaml" with { type: "text" };
import { readRegulation } from "lib/regulations.ts";
import { type Area, AREAS_OF } from "./areas.ts";

const TEXTS = [uaePdpl, ksaPdpl, euAiAct, gdpr, nistAiRmf, iso42001, owaspLlm];

export const FrameworkSummary = z.object({
  id: z.string(),
  name: z.string(),
  name_ar: z.string(),
  version: z.string(),
  region: z.string(),
  nature: z.string(),
  sections: z.int(),
}).meta({ id: "ReportFramework" });

/** A framework with the requirements that the guard's operation gives evidence for. */
export interface Framework extends Omit<z.output<typeof FrameworkSummary>, "sections"> {
  total_requirements: number;
  sections: {
    id: string;
    ref: string;
    title: string;
    asks: string;
    arabic: { ref: string; title: string; description: string };
    evidence: Area[];
  }[];
}

let read: Framework[] | undefined;

/** The frameworks, read once. */
export function frameworks(): Framework[] {
  return read ??= TEXTS.map(frameworkOf);
}

function frameworkOf(text: string): Framework {
  const { id, name, version, region, nature, requirements } = readRegulation(text);
  return {
    id,
    name: name.en,
    name_ar: name.ar,
    version: version.en,
    region,
    nature: nature.replaceAll("_", " "),
    total_requirements: requirements.length,
    sections: requirements.flatMap(({ id: requirement, ref, title, description }) => {
      const evidence = AREAS_OF[id]?.[requirement];
      const arabic = { ref: ref.ar, title: title.ar, description: description.ar };
      return evidence
        ? [{ id: requirement, ref: ref.en, title: title.en, asks: description.en, arabic, evidence }]
        : [];
    }),
  };
}
