import { z } from "zod";
import { list, port, SharedEnv } from "lib/env.ts";

const Percent = (fallback: number) => z.coerce.number().min(0).max(100).default(fallback);

export const Env = SharedEnv.extend({
  COMPLIANCE_PORT: port(8004).meta({ description: "port to listen on" }),
  COMPLY_FRAMEWORKS_DIR: z.string().optional().meta({
    description: "folder of your own framework files (.yaml); read again on SIGHUP",
  }),
  COMPLY_CORS_ORIGINS: list().meta({ description: "origins that browsers may call from, comma-separated" }),
  COMPLY_CERTIFIED_SCORE: Percent(80).meta({ description: "overall score from which a system is certified" }),
  COMPLY_FRAMEWORK_FLOOR: Percent(70).meta({
    description: "score that no framework of a certified system may miss",
  }),
  COMPLY_CONDITIONAL_SCORE: Percent(60).meta({
    description: "score, overall and of each framework, from which a certificate is conditional",
  }),
  COMPLY_MIN_COVERAGE: Percent(80).meta({
    description:
      "share of each framework's applicable requirements, in percent, that evidence must decide for any certificate",
  }),
  COMPLY_PUBLIC_URL: z.url().optional().meta({
    description:
      "address of this service as others reach it, printed on certificates; unset: the address of the request",
  }),
});
export type Env = z.output<typeof Env>;
