import { z } from "zod";
import { count, flag, list, megabytes, port, processes, SharedEnv } from "lib/env.ts";
import { isOrigin } from "./cors.ts";
import { ForwardEnv } from "./forwarding/forward_env.ts";
import { GatewayProviderEnv } from "./providers/provider_env.ts";

export const Env = SharedEnv.extend(GatewayProviderEnv.shape).extend(ForwardEnv.shape).extend({
  GATEWAY_PORT: port(8000).meta({ description: "port of the gateway" }),
  GATEWAY_PROCESSES: processes(),
  GATEWAY_HTTP: z.enum(["own", "deno"]).default("own").meta({
    description:
      "the HTTP server: own takes half the processor time and speaks HTTP/1.1 only; deno is Deno's",
  }),
  GATEWAY_ADMIN_KEY: z.string().min(16).optional().meta({
    description: "root credential of the gateway; unset: generated once into DATA_DIR",
  }),
  GATEWAY_RBAC: flag(true).meta({ description: "off: callers without a credential may use every model" }),
  GATEWAY_CORS_ORIGINS: list().refine((origins) => origins.every(isOrigin), {
    message: "must be origins such as https://app.example.org, or *",
  }).meta({
    description: "origins whose web pages may call the gateway, comma-separated, `*` for all; unset: none",
  }),
  GUARD_BASE_URL: z.url().optional().meta({
    description: "guard service that checks what goes to models and what comes back; unset: no checks",
  }),
  GUARDRAILS_FAIL_OPEN: flag(false).meta({
    description: "lets calls pass that the guard service cannot check",
  }),
  GUARDRAILS_TIMEOUT_MS: count(10_000, { min: 100 }).meta({
    description: "longest wait for one check of the guard service",
  }),
  GATEWAY_CLIENT_ERRORS: z.enum(["as_gateway", "as_provider"]).default("as_gateway").meta({
    description: "a provider's 400, 413 and 422: as_gateway answers 502, as_provider keeps their status",
  }),
  GATEWAY_HEARTBEAT_SECONDS: count(15, { min: 0 }).meta({
    description: "a client that waits so long for the next event of a stream is sent a heartbeat; 0: none",
  }),
  GATEWAY_RESPONSES_DAYS: count(30, { min: 0 }).meta({
    description:
      "days for which /v1/responses keeps what a request does not ask it not to; 0: nothing is kept",
  }),
  GATEWAY_RETENTION_DAYS: count(0, { min: 0 }).meta({
    description:
      "days for which single usage records and audit events are kept at least, by whole months; their sums by the hour stay; 0: for ever",
  }),
  GATEWAY_BACKGROUND: count(16, { min: 1 }).meta({
    description: "responses in the background that are asked at once, over all processes that share the KV",
  }),
  GATEWAY_UNKNOWN_BETAS: z.enum(["drop", "pass"]).default("drop").meta({
    description:
      "values of anthropic-beta that the gateway does not know: left out, or passed on to Anthropic",
  }),
  GATEWAY_CACHE_MB: megabytes(64).meta({ description: "memory for kept answers, of those who ask for it" }),
  GATEWAY_BODIES_MB: megabytes(256).meta({
    description:
      "request bodies above 256 kB that are in memory at once, a key's own at most half of it; 503 above",
  }),
  GATEWAY_UPLOAD_MB: megabytes(100).meta({
    description: "largest form with files, which wait on disk under DATA_DIR and not in memory; 413 above",
  }),
  GATEWAY_FILES_MB: megabytes(2_000).meta({
    description: "what the files of one key (`/v1/files`) take together in the database; 413 above",
  }),
  GATEWAY_BATCHES: count(2, { min: 1 }).meta({
    description: "batches that run at once, over all processes that share the KV; the others wait",
  }),
  GATEWAY_BATCH_LINES: count(8, { min: 1 }).meta({
    description: "requests of a batch that are asked at once",
  }),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag(false).meta({
    description: "puts what was asked and answered into OpenTelemetry spans",
  }),
  GATEWAY_SPOOL_MB: megabytes(256).meta({
    description:
      "disk for the journals of usage records and of audit events, each, while the database is away",
  }),
});
export type Env = z.output<typeof Env>;
