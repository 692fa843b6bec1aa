import { z } from "zod";
import { count, flag, megabytes, port, processes, SharedEnv } from "lib/env.ts";
import { origins } from "lib/origins.ts";
import { ForwardEnv } from "./forwarding/forward_env.ts";
import { GatewayProviderEnv } from "./providers/provider_env.ts";

export const Env = SharedEnv.extend(GatewayProviderEnv.shape).extend(ForwardEnv.shape).extend({
  GATEWAY_PORT: port(8000).meta({ description: "port of the gateway" }),
  GATEWAY_PROCESSES: processes(),
  GATEWAY_HTTP: z.enum(["own", "deno"]).default("own").meta({
    description: "HTTP server: own needs half the processor time and supports only HTTP/1.1; deno is Deno's",
  }),
  GATEWAY_ADMIN_KEY: z.string().min(16).optional().meta({
    description: "root credential of the gateway; unset: generated once into DATA_DIR",
  }),
  GATEWAY_RBAC: flag(true).meta({ description: "off: callers without a credential may use every model" }),
  GATEWAY_CORS_ORIGINS: origins().meta({
    description: "origins whose web pages may call the gateway, comma-separated, `*` for all; unset: none",
  }),
  GUARD_BASE_URL: z.url().optional().meta({
    description: "guard service that checks requests to models and their answers; unset: no checks",
  }),
  GUARDRAILS_FAIL_OPEN: flag(false).meta({
    description: "lets calls pass that the guard service cannot check",
  }),
  GUARDRAILS_TIMEOUT_MS: count(10_000, { min: 100 }).meta({
    description: "timeout of one check by the guard service",
  }),
  GATEWAY_CLIENT_ERRORS: z.enum(["as_gateway", "as_provider"]).default("as_gateway").meta({
    description: "a provider's 400, 413 and 422: as_gateway answers 502, as_provider keeps their status",
  }),
  GATEWAY_HEARTBEAT_SECONDS: count(15, { min: 0 }).meta({
    description: "a client waiting this long for the next event of a stream is sent a heartbeat; 0: none",
  }),
  GATEWAY_RESPONSES_DAYS: count(30, { min: 0 }).meta({
    description:
      "days for which /v1/responses are stored, unless a request has store: false; 0: nothing is stored",
  }),
  GATEWAY_RETENTION_DAYS: count(0, { min: 0 }).meta({
    description:
      "minimum days for which single usage records and audit events are kept, by whole months; hourly sums are always kept; 0: for ever",
  }),
  GATEWAY_BACKGROUND: count(16, { min: 1 }).meta({
    description: "background responses that run concurrently, over all processes that share the KV",
  }),
  GATEWAY_UNKNOWN_BETAS: z.enum(["drop", "pass"]).default("drop").meta({
    description: "unknown values of anthropic-beta: drop removes them, pass forwards them to Anthropic",
  }),
  GATEWAY_CACHE_MB: megabytes(64).meta({
    description: "memory for the cache of answers, which requests or keys must enable",
  }),
  GATEWAY_BODIES_MB: megabytes(256).meta({
    description: "memory for all request bodies above 256 kB, at most half of it for one key; 503 above",
  }),
  GATEWAY_UPLOAD_MB: megabytes(100).meta({
    description:
      "largest form with files, which are stored on disk under DATA_DIR and not in memory; 413 above",
  }),
  GATEWAY_FILES_MB: megabytes(2_000).meta({
    description: "total size in the database of one key's files (`/v1/files`); 413 above",
  }),
  GATEWAY_BATCHES: count(2, { min: 1 }).meta({
    description: "batches that run concurrently, over all processes that share the KV; the others wait",
  }),
  GATEWAY_BATCH_LINES: count(8, { min: 1 }).meta({
    description: "requests of a batch that run concurrently",
  }),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag(false).meta({
    description: "records prompts and answers in OpenTelemetry spans",
  }),
  GATEWAY_SPOOL_MB: megabytes(256).meta({
    description:
      "disk space for each of the journals of usage records and audit events while the database is down",
  }),
});
export type Env = z.output<typeof Env>;
