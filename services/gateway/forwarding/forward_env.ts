import { count, SettingsError } from "lib/env.ts";
import { s3Bucket, S3Env } from "lib/files/s3.ts";
import { z } from "zod";
import { bucketSink, type Sink, webhookSink } from "./usage_sink.ts";

/** Settings of forwarding usage records; a bucket also needs the AWS credentials. */
export const ForwardEnv = z.object({
  GATEWAY_USAGE_URL: z.url({
    protocol: /^(https?|s3)$/,
    error: "must begin with https://, http:// or s3://",
  }).optional().meta({
    description: "where usage records are also sent: a webhook (https://…) or a bucket (s3://bucket/prefix)",
  }),
  GATEWAY_USAGE_SECRET: z.string().min(16).optional().meta({
    description: "secret that signs the webhook's requests (Standard Webhooks); required for a webhook",
  }),
  GATEWAY_USAGE_SECONDS: count(10, { min: 1, max: 3_600 }).meta({
    description: "longest time that usage records wait to be sent in a batch of up to 500",
  }),
  AWS_ENDPOINT_URL_S3: S3Env.shape.AWS_ENDPOINT_URL_S3,
});

interface Access extends z.output<typeof ForwardEnv> {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_REGION: string;
}

/** The configured sink, if any. @throws SettingsError when one of its settings is missing. */
export function sinkOf(env: Access): Sink | undefined {
  const { GATEWAY_USAGE_URL: url, GATEWAY_USAGE_SECRET: secret } = env;
  if (url === undefined) return undefined;
  if (!url.startsWith("s3:")) {
    if (!secret) throw missingSetting("GATEWAY_USAGE_SECRET", "to sign deliveries to GATEWAY_USAGE_URL");
    return webhookSink({ url, secret });
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw missingSetting(
      "AWS_ACCESS_KEY_ID",
      "with AWS_SECRET_ACCESS_KEY for a GATEWAY_USAGE_URL that is s3://…",
    );
  }
  const bucket = s3Bucket({
    ...{
      address: url,
      accessKeyId,
      secretAccessKey,
      region: env.AWS_REGION,
      what: "bucket of usage records",
    },
    ...env.AWS_ENDPOINT_URL_S3 ? { endpoint: env.AWS_ENDPOINT_URL_S3 } : {},
  });
  return bucketSink(bucket);
}

function missingSetting(name: string, why: string): SettingsError {
  return new SettingsError(`These settings are wrong:\n  ${name}: needed ${why}`);
}
