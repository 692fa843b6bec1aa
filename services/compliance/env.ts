import { z } from "zod";
import { port, SharedEnv } from "lib/env.ts";
import { origins } from "lib/origins.ts";

const Percent = (fallback: number) => z.coerce.number().min(0).max(100).default(fallback);

export const Env = SharedEnv.extend({
  COMPLIANCE_PORT: port(8004).meta({ description: "port to listen on" }),
  COMPLY_FRAMEWORKS_DIR: z.string().optional().meta({
    description: "folder of your own framework files (.yaml); read again on SIGHUP",
  }),
  COMPLY_CORS_ORIGINS: origins().meta({
    description: "origins that browsers may call from, comma-separated",
  }),
  COMPLY_CERTIFIED_SCORE: Percent(80).meta({ description: "overall score from which a system is certified" }),
  COMPLY_FRAMEWORK_FLOOR: Percent(70).meta({
    description: "minimum score of each framework of a certified system",
  }),
  COMPLY_CONDITIONAL_SCORE: Percent(60).meta({
    description: "score, overall and of each framework, from which a certificate is conditional",
  }),
  COMPLY_MIN_COVERAGE: Percent(80).meta({
    description:
      "minimum coverage of each framework for a certificate: percent of its applicable requirements decided by evidence",
  }),
  COMPLY_PUBLIC_URL: z.url().optional().meta({
    description: "public URL of this service, printed on certificates; unset: the URL of the request",
  }),
}).superRefine((env, context) => {
  if (env.COMPLY_CERTIFIED_SCORE < env.COMPLY_CONDITIONAL_SCORE) {
    // A system would be certified without what a conditional certificate asks for.
    const message = `must be ${env.COMPLY_CONDITIONAL_SCORE} or more, as COMPLY_CONDITIONAL_SCORE is`;
    context.addIssue({ code: "custom", path: ["COMPLY_CERTIFIED_SCORE"], message });
  }
});
export type Env = z.output<typeof Env>;
