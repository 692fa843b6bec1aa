import { z } from "zod";
import { INJECTION_MODES } from "lib/injection/injection_check.ts";
import { flag, GatewayClientEnv, port, SharedEnv } from "lib/env.ts";

export const Env = SharedEnv.extend(GatewayClientEnv.shape).extend({
  PROCUREMENT_PORT: port(8001).meta({ description: "port to listen on" }),
  PROCUREMENT_TIMEZONE: z.string().refine(isTimeZone, "not a time zone").default("Asia/Dubai").meta({
    description: "time zone in whose evening a deadline without a time ends",
  }),
  PUBLIC_TENDERS: flag(false).meta({
    description:
      "whether anyone may read the list of open tenders without signing in, at /tenders of the console",
  }),
  LATE_BIDS: z.enum(["reject", "flag"]).default("reject").meta({
    description:
      "what happens to a bid after the deadline: `reject` refuses it, `flag` keeps it apart until it is admitted",
  }),
  PROCUREMENT_MODEL: z.string().optional().meta({
    description: "model of the gateway that comments on the findings of analyses; unset: findings only",
  }),
  REQUIREMENT_MODEL: z.string().optional().meta({
    description:
      "model of the gateway that may propose findings on unclear requirements, shown as its proposals; " +
      "it decides nothing; unset: no model is asked",
  }),
  GUARD_BASE_URL: z.url().default("http://127.0.0.1:8007").meta({
    description: "guard service, for PROCUREMENT_INJECTION",
  }),
  PROCUREMENT_INJECTION: z.enum(INJECTION_MODES).default("off").meta({
    description:
      "proposals that look like attacks on REQUIREMENT_MODEL, or that the guard did not check: `flag` says so in the " +
      "notes of the bid's evaluation, `block` keeps them from the model as well, `off` asks nobody",
  }),
  OCDS_OCID_PREFIX: z.string().regex(/^ocds-[a-z0-9]{6}$/, "must be ocds- and six letters or digits")
    .default("ocds-000000").meta({
      description:
        "prefix of the ids of contracting processes; register one with the Open Contracting Partnership",
    }),
  OCDS_PUBLISHER: z.string().min(1).max(300).default("Diwan").meta({
    description: "who publishes and buys, in OCDS packages",
  }),
});
export type Env = z.output<typeof Env>;

function isTimeZone(name: string): boolean {
  return URL.canParse(`x:${name}`) && (Intl.supportedValuesOf("timeZone").includes(name) || name === "UTC");
}
