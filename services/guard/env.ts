import { z } from "zod";
import { count, flag, GatewayClientEnv, list, port, SharedEnv } from "lib/env.ts";
import { OPTIONAL } from "./pii/entity.ts";

/** The settings of the guard. */
export const Env = SharedEnv.extend(GatewayClientEnv.shape).extend({
  GUARD_PORT: port(8007).meta({ description: "port to listen on" }),
  SAFETY_MODEL: z.string().optional().meta({
    description:
      "classifier model behind the gateway (Llama Guard, or one that answers as OpenAI's moderation does)",
  }),
  SAFETY_ON_ERROR: z.enum(["block", "allow"]).default("block").meta({
    description: "what an unanswered safety check means",
  }),
  SAFETY_TIMEOUT_SECONDS: count(15, { min: 1, max: 120 }).meta({ description: "time for one safety check" }),
  POLICY_MODEL: z.string().optional().meta({
    description: "model of the model-based policies that name none themselves",
  }),
  POLICY_TIMEOUT_SECONDS: count(20, { min: 1, max: 120 }).meta({
    description: "time for one model-based policy",
  }),
  PROXY_TIMEOUT_SECONDS: count(120, { min: 1, max: 3600 }).meta({
    description: "time for the gateway's answer; for a stream, between two pieces of it",
  }),
  PII_MODE: z.enum(["detect", "redact", "restore"]).default("detect").meta({
    description: "what the proxy does with personal data; the header x-diwan-pii-mode overrides it",
  }),
  PII_EXTRA_TYPES: list().refine((types) => types.every((type) => OPTIONAL.includes(type)), {
    message: `only ${OPTIONAL.join(", ")}`,
  }).meta({ description: `types that are off unless named here: ${OPTIONAL.join(", ")}` }),
  AUDIT_SNIPPETS: flag(false).meta({
    description: "keeps the first 200 characters of a checked text, redacted, in the audit trail",
  }),
  AUDIT_RETENTION_DAYS: count(365, { max: 36_500 }).meta({
    description: "days that audit and telemetry events are kept; 0 for ever",
  }),
  TELEMETRY_KEY: z.string().min(16).optional().meta({
    description: "closes telemetry ingest: callers send it in the header x-telemetry-key",
  }),
});
export type Env = z.output<typeof Env>;
