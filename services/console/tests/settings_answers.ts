/** The answers of scripted services about how they are set up. */
import { HEALTH_PATHS, SERVICE_NAMES, type ServiceName } from "../server/services.ts";
import type { Answers } from "./platform.ts";

const setting = (name: string, value: string | null, origin = "default") => ({
  ...{ name, meaning: `what ${name} does`, origin, file: origin === "env_file" ? ".env" : null },
  ...{ secret: name.endsWith("_SECRET"), set: value !== null || name.endsWith("_SECRET"), value },
  default: origin === "default" ? value : null,
});

const OWN: Partial<Record<ServiceName, ReturnType<typeof setting>[]>> = {
  gateway: [setting("GATEWAY_RETENTION_DAYS", "0"), setting("GATEWAY_RESPONSES_DAYS", "0")],
  guard: [setting("AUDIT_RETENTION_DAYS", "365", "environment")],
  documents: [setting("DOCUMENTS_RETENTION_DAYS", "30", "env_file")],
};

const COPY = {
  name: "2026-11-21T063000Z",
  taken_at: "2026-11-21T06:30:00Z",
  kind: "copy",
  bytes: 48_234_496,
};

const answersOf = (name: ServiceName): Answers => ({
  [`GET ${HEALTH_PATHS[name].replace("/health", "/settings")}`]: {
    ...{ service: name, version: "0.1.0", runtime: { deno: "2.9.6", system: "x86_64-unknown-linux-gnu" } },
    database: { engine: "embedded", version: "17.5" },
    settings: [
      setting("HOST", "0.0.0.0"),
      setting("JWT_SECRET", null, "secret_file"),
      ...OWN[name] ?? [],
    ],
    backups: { every_hours: 24, copies: [COPY] },
  },
  [`GET ${HEALTH_PATHS[name].replace("/health", "/people")}`]: {
    people: [{
      ...{ sub: "amal", role: "admin" },
      ...{ first_seen: "2026-11-20T06:30:00.000Z", last_seen: "2026-11-22T06:30:00.000Z" },
    }, {
      ...{ sub: `كاتب ${name}`, role: "user" },
      ...{ first_seen: "2026-11-20T06:30:00.000Z", last_seen: "2026-11-21T06:30:00.000Z" },
    }],
    more: false,
  },
});

/** By service; the gateway has its providers checked too. */
export const SETTINGS: Record<string, Answers> = Object.fromEntries(
  SERVICE_NAMES.map((name) => [name, answersOf(name)]),
);

const provider = { address: "https://api.example", latency_ms: 120, status: 200, setting: null, ahead_ms: 0 };
export const PROVIDERS: Answers = {
  "POST /v1/providers/check": {
    providers: [
      { ...provider, provider: "openai", outcome: "answers" },
      {
        ...provider,
        ...{ provider: "anthropic", outcome: "refuses_key", status: 401, setting: "ANTHROPIC_API_KEY" },
      },
      {
        ...provider,
        ...{ provider: "vllm", outcome: "unreachable", status: null, latency_ms: null, ahead_ms: null },
        setting: "VLLM_BASE_URL",
      },
    ],
  },
};
