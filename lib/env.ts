/** Settings, read from the environment once and checked as a whole. */
import { z } from "zod";
import { isAddressRange } from "lib/client_ip.ts";
import { settingFault } from "lib/setting_fault.ts";

/** Thrown when settings are wrong; its message lists every fault, one a line. */
export class SettingsError extends Error {
  /** Its name. */
  override name = "SettingsError";
}

/** A TCP port given as text; `fallback` when unset. 0 asks the system for a free one. */
export function port(fallback: number): z.ZodDefault<z.ZodCoercedNumber> {
  return z.coerce.number().int().min(0).max(65_535).default(fallback);
}

/** `true`, `false`, `1`, `0`, `yes`, `no`, `on` or `off` as a boolean. */
export function flag(fallback: boolean): z.ZodDefault<z.ZodCodec<z.ZodString, z.ZodBoolean>> {
  return z.stringbool().default(fallback);
}

/** A whole number within bounds (0 and up unless told otherwise). */
export function count(
  fallback: number,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): z.ZodDefault<z.ZodCoercedNumber> {
  return z.coerce.number().int().min(min).max(max).default(fallback);
}

/** How many processes answer for a service: a number, or `auto` for one a processor. */
export function processes(): z.ZodPipe<z.ZodDefault<z.ZodString>, z.ZodTransform<number, string>> {
  return z.string().regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, "must be auto, or a number from 1 to 64")
    .default("1")
    .transform((text) => text === "auto" ? navigator.hardwareConcurrency : Number(text))
    .meta({ description: "processes that share the port, on Linux; auto: one per processor" });
}

/** A size in megabytes (2^20 bytes), fractions allowed, above 0. */
export function megabytes(fallback: number): z.ZodDefault<z.ZodCoercedNumber> {
  return z.coerce.number().positive().max(65_536).default(fallback);
}

/** A comma-separated list; blanks around entries and empty entries are dropped. */
export function list(
  fallback: string[] = [],
): z.ZodDefault<z.ZodPipe<z.ZodString, z.ZodTransform<string[], string>>> {
  return z.string().transform((text) => text.split(",").map((entry) => entry.trim()).filter(Boolean)).default(
    fallback,
  );
}

/** Whether requests to other hosts use a proxy; `fetch` supports proxies, raw connections do not. */
export function outboundProxy(): boolean {
  return PROXIES.some((name) => Deno.env.get(name));
}

/** Whether the hosting platform decides where this process listens, as Deno Deploy does. */
export function isHosted(): boolean {
  return ["DENO_SERVE_ADDRESS", "DENO_DEPLOYMENT_ID"].some((name) => Deno.env.get(name));
}

const PROXIES = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [name, name.toUpperCase()]);

/** Who may see resources whose sharing nobody has set. */
export const DefaultSharing = z.enum(["private", "all"]);
/** Who may see resources whose sharing nobody has set. */
export type DefaultSharing = z.output<typeof DefaultSharing>;

const POSTGRES_URL = "must be an address like postgres://user:password@host:5432/database";

/** The settings that every service reads. */
export const SharedEnv = z.object({
  HOST: z.string().default("0.0.0.0").meta({ description: "address to listen on" }),
  DATA_DIR: z.string().default("./data").meta({
    description: "data folder: pg/, kv/, uploads/, journal/, quarantine/ and generated secrets (mode 0600)",
  }),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: POSTGRES_URL }).optional().meta({
    description: "a Postgres server; unset: the embedded database under DATA_DIR",
  }),
  DATABASE_POOL: count(10, { min: 1, max: 500 }).meta({
    description: "most connections to the Postgres server",
  }),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/, error: POSTGRES_URL }).optional().meta({
    description:
      "a replica of the Postgres server, read for the gateway's costs and logs, which may then lack the last seconds",
  }),
  DATABASE_READ_LAG_SECONDS: count(10, { min: 1, max: 3_600 }).meta({
    description: "largest lag of the replica; beyond it, or while it is away, the server itself is read",
  }),
  EMBEDDED_TEMPLATE: z.string().optional().meta({
    description: "file of an initialised database that a new embedded one starts from, made when absent",
  }),
  EMBEDDED_SYNC: z.enum(["commit", "interval", "off"]).default("commit").meta({
    description:
      "when commits of the embedded database reach the disk: before they are acknowledged, within a second, or when the system writes them",
  }),
  EMBEDDED_COPY_HOURS: count(24, { max: 500 }).meta({
    description:
      "hours between consistent copies of the embedded database in DATA_DIR/copies, of which two are kept; 0: none",
  }),
  KV_URL: z.url({ protocol: /^https?$/ }).optional().meta({
    description: "a Deno KV Connect endpoint shared by machines; unset: a file per service under DATA_DIR/kv",
  }),
  DENO_KV_ACCESS_TOKEN: z.string().optional().meta({
    description: "token of the endpoint at KV_URL; read by Deno itself",
  }),
  KV_ON_FAILURE: z.enum(["open", "closed"]).default("closed").meta({
    description:
      "while KV is away: closed refuses requests that need it (503), open counts rate limits per process",
  }),
  START_WAIT_SECONDS: count(30, { max: 3_600 }).meta({
    description: "how long the start waits for DATABASE_URL and KV_URL",
  }),
  MIN_FREE_DISK_MB: count(256).meta({
    description: "minimum free space on the disk of DATA_DIR; below it /ready is 503",
  }),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")).optional().meta({
    description: "public root URL of the service, for links in answers; unset: http://localhost and its port",
  }),
  CONSOLE_PORT: port(8080).meta({ description: "port of the console" }),
  CONSOLE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional().meta({
    description: "public URL of the console; with https, cookies are Secure",
  }),
  METRICS_OPEN: flag(false).meta({
    description: "/metrics without a token; the gateway's always is",
  }),
  JWT_SECRET: z.string().min(32).optional().meta({
    description: "HS256 secret of at least 32 characters; unset: generated once into DATA_DIR",
  }),
  OIDC_ISSUER: z.url().optional().meta({
    description: "OpenID Connect issuer whose RS256, ES256 or EdDSA tokens are accepted",
  }),
  OIDC_AUDIENCE: z.string().optional().meta({ description: "audience that such a token must name" }),
  OIDC_ROLE_CLAIM: z.string().default("role").meta({
    description: "claim that holds the role, dots descend (realm_access.roles)",
  }),
  OIDC_ROLE_MAP: z.string()
    .regex(
      /^[^=,]+=(admin|manager|user)(,[^=,]+=(admin|manager|user))*$/,
      "must be like staff=user,operators=admin",
    )
    .optional().meta({
      description:
        "roles for the issuer's own names of them, which alone count then: `staff=user,operators=admin`",
    }),
  RATE_LIMIT_PER_MINUTE: count(100, { min: 1 }).meta({
    description: "requests per minute and client IP, regular endpoints",
  }),
  RATE_LIMIT_HEAVY_PER_MINUTE: count(10, { min: 1 }).meta({
    description: "requests per minute and client IP, heavy endpoints",
  }),
  TRUSTED_PROXIES: list().refine((entries) => entries.every(isAddressRange), {
    message: "must be addresses or CIDR ranges",
  }).meta({
    description: "proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, comma-separated",
  }),
  MCP_ALLOWED_HOSTS: list().refine((names) => names.every((name) => /^[\w.-]+$/.test(name)), {
    message: "must be host names",
  }).meta({
    description:
      "host names by which /mcp may be reached, and sites whose pages may, comma-separated; beside them " +
      "that of PUBLIC_URL, localhost, addresses and names without a dot",
  }),
  KEEP_ALIVE_SECONDS: count(75, { min: 1, max: 86_400 }).meta({
    description:
      "seconds from an answer in which the next request's headers must be whole; below a client's own idle time some of its requests fail",
  }),
  MAX_BODY_MB: megabytes(10).meta({ description: "largest request body; 413 above" }),
  ALLOW_PRIVATE_URLS: flag(false).meta({
    description: "allows callers' URLs into private networks (for labs)",
  }),
  DEFAULT_SHARING: DefaultSharing.default("private").meta({
    description:
      "who sees a document, transcript, agent or report that nobody has shared: `private`: its maker, managers " +
      "and admins; `all`: everybody who signs in",
  }),
  OTEL_DENO: flag(false).meta({
    description:
      "sends traces and log lines to OTEL_EXPORTER_OTLP_ENDPOINT; read by Deno itself, not from `.env`",
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01).meta({
    description: "share of traces that are kept, except those begun by callers; 1: all",
  }),
  OTEL_TRACES_SAMPLER: z.string().optional().meta({
    description: "a sampler of Deno, used instead of that of the services",
  }),
  LOG_FORMAT: z.enum(["auto", "json", "plain"]).default("auto").meta({
    description: "how log lines are written; auto: plain at a terminal, JSON elsewhere",
  }),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info").meta({
    description: "least severe log line written",
  }),
});
/** The settings that every service reads, parsed. */
export type SharedEnv = z.output<typeof SharedEnv>;

/** How a service reaches the gateway. */
export const GatewayClientEnv = z.object({
  GATEWAY_BASE_URL: z.url().default("http://127.0.0.1:8000").meta({
    description: "root address of the gateway; unset: this machine at GATEWAY_PORT",
  }),
  GATEWAY_API_KEY: z.string().optional().meta({
    description: "key for the gateway; unset: the admin key in DATA_DIR",
  }),
  GATEWAY_ADMIN_KEY: z.string().min(16).optional().meta({
    description: "root credential of the gateway; unset: generated once into DATA_DIR",
  }),
});
/** How a service reaches the gateway, parsed. */
export type GatewayClientEnv = z.output<typeof GatewayClientEnv>;

/** An address with a scheme: `localhost:11434` alone would parse as a URL with the scheme `localhost:`. */
export function httpUrl() {
  return z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" });
}

/** The two inference providers of the specification. */
export const ProviderEnv = z.object({
  OPENAI_API_KEY: z.string().optional().meta({ description: "key of provider openai" }),
  OPENAI_BASE_URL: httpUrl().optional().meta({
    description: "any OpenAI-compatible endpoint, with its /v1; unset: OpenAI's own",
  }),
  AZURE_OPENAI_API_KEY: z.string().optional().meta({ description: "key of provider azure_openai" }),
  AZURE_OPENAI_ENDPOINT: httpUrl().optional().meta({
    description: "resource address of provider azure_openai",
  }),
  AZURE_OPENAI_DEPLOYMENT: z.string().optional().meta({ description: "deployment of provider azure_openai" }),
});
/** The two inference providers' settings, parsed. */
export type ProviderEnv = z.output<typeof ProviderEnv>;

/** The raw text of setting `name` from the environment. */
export function givenSetting(name: string): string | undefined {
  return Deno.env.get(name);
}

/**
 * Reads exactly the names of `schema`; an empty value counts as unset.
 * @throws {SettingsError} listing every wrong or missing setting.
 */
export function readEnv<S extends z.ZodObject>(
  schema: S,
  get: (name: string) => string | undefined = givenSetting,
): z.output<S> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, get(name) || undefined]),
  );
  // By default the gateway runs on this machine at its own port, unless the system chooses that.
  const port = Number(get("GATEWAY_PORT"));
  if ("GATEWAY_BASE_URL" in given && port > 0) given.GATEWAY_BASE_URL ??= `http://127.0.0.1:${port}`;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${settingFault(issue)}`);
  throw new SettingsError(`These settings are wrong:\n${faults.join("\n")}`);
}
