import { z } from "zod";
import { count, flag, GatewayClientEnv, list, port, processes, SharedEnv } from "lib/env.ts";
import { S3Env } from "lib/files/s3.ts";
import { OPTIONAL } from "./pii/entity.ts";

const NEEDS_KEYS = "s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";

/** The settings of the guard. */
export const Env = SharedEnv.extend(GatewayClientEnv.shape).extend({
  GUARD_PORT: port(8007).meta({ description: "port to listen on" }),
  GUARD_PROCESSES: processes(),
  SAFETY_MODEL: z.string().optional().meta({
    description:
      "classifier model behind the gateway (Llama Guard, or one with the answers of OpenAI's moderation)",
  }),
  SAFETY_ON_ERROR: z.enum(["block", "allow"]).default("block").meta({
    description: "verdict when a safety check is not answered",
  }),
  SAFETY_TIMEOUT_SECONDS: count(15, { min: 1, max: 120 }).meta({ description: "timeout of a safety check" }),
  POLICY_MODEL: z.string().optional().meta({
    description: "model of model-based policies that name none",
  }),
  POLICY_TIMEOUT_SECONDS: count(20, { min: 1, max: 120 }).meta({
    description: "timeout of a model-based policy",
  }),
  PROXY_TIMEOUT_SECONDS: count(120, { min: 1, max: 3600 }).meta({
    description: "timeout of the gateway's answer; for a stream, between two chunks",
  }),
  PII_MODE: z.enum(["detect", "redact", "restore"]).default("detect").meta({
    description: "what the proxy does with personal data; the header x-diwan-pii-mode overrides it",
  }),
  PII_EXTRA_TYPES: list().refine((types) => types.every((type) => OPTIONAL.includes(type)), {
    message: `only ${OPTIONAL.join(", ")}`,
  }).meta({ description: `types that are off unless named here: ${OPTIONAL.join(", ")}` }),
  PII_SECRET: z.string().min(32).optional().meta({
    description: "secret of the pseudonyms of hash and restore; unset: generated once into DATA_DIR",
  }),
  AUDIT_SNIPPETS: flag(false).meta({
    description: "keeps the first 200 characters of a checked text, redacted, in the audit trail",
  }),
  AUDIT_RETENTION_DAYS: count(365, { max: 36_500 }).meta({
    description: "retention of audit and telemetry events in days; 0: unlimited",
  }),
  AUDIT_SECRET: z.string().refine((text) => secretsIn(text).every((secret) => secret.length >= 32), {
    message: "must have at least 32 characters, each if there are several",
  }).optional().meta({
    description:
      "secret of the audit trail's hashes and signatures, at least 32 characters, the same for all processes on a " +
      "database; behind a comma those of before; unset: generated once into DATA_DIR",
  }),
  AUDIT_ANCHOR_DIR: z.string().optional().meta({
    description:
      "where the trail's end is written, signed: a folder or s3://bucket/prefix, best of a machine or an account " +
      "that this service's database does not share; unset: DATA_DIR/anchors",
  }),
  AUDIT_ANCHOR_MINUTES: count(60, { max: 44_640 }).meta({
    description: "minutes between two anchors of the audit trail; 0: none",
  }),
  ...S3Env.shape,
  TELEMETRY_KEY: z.string().min(16).optional().meta({
    description: "closes telemetry ingest: callers send it in the header x-telemetry-key",
  }),
}).superRefine((env, context) => {
  if (env.AUDIT_ANCHOR_DIR?.startsWith("s3://") && !(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY)) {
    context.addIssue({ code: "custom", path: ["AUDIT_ANCHOR_DIR"], message: NEEDS_KEYS });
  }
});
export type Env = z.output<typeof Env>;

/** The secrets in a setting that may hold several. */
export function secretsIn(setting: string): string[] {
  return setting.split(",").map((secret) => secret.trim()).filter((secret) => secret !== "");
}
