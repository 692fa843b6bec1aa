/** The resources that all services of a process share: secrets, database, token verification, log. */
import { z } from "zod";
import { jwtVerifier, type OidcOptions, Role, type VerifyJwt } from "lib/auth/auth.ts";
import { type Database, openServer } from "lib/database/db.ts";
import { openReplica } from "lib/database/read_replica.ts";
import { onDisk } from "lib/files/disk.ts";
import { startEmbedded } from "lib/embedded/embedded_start.ts";
import { readEnv, SettingsError, type SharedEnv } from "lib/env.ts";
import { createLogger, type LogFormat, type Logger } from "lib/telemetry/log.ts";
import { isDatabaseAway } from "lib/outages.ts";
import { keptSecret } from "lib/auth/secrets.ts";
import type { Resources } from "lib/host/service_definition.ts";
import { untilAnswering } from "lib/host/start_failure.ts";
import { isExporting, sampleTraces } from "lib/telemetry/tracing.ts";

/** The log of this process, or of the member `process` of a group; traces are sampled as the settings say. */
export function openLog(shared: SharedEnv, process?: number): Logger {
  const log = createLogger({
    level: shared.LOG_LEVEL,
    format: formatOf(shared),
    ...process === undefined || isExporting() ? {} : { fields: { process }, write: writeWhileRead },
  });
  sampleTraces(shared.OTEL_TRACES_SAMPLER ? 1 : shared.OTEL_TRACES_SAMPLER_ARG);
  if (shared.OTEL_DENO && !isExporting()) {
    log.warn("OTEL_DENO has no effect here: set it in the environment, since Deno reads it before any file");
  }
  return log;
}

/**
 * Writes to the first process, which relays its members' logs; if it is gone, requests in hand are still
 * finished.
 */
function writeWhileRead(line: string): void {
  try {
    Deno.stdout.writeSync(new TextEncoder().encode(line));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** How log lines are written, as the settings or the terminal say. */
export function formatOf({ LOG_FORMAT }: SharedEnv): LogFormat {
  if (LOG_FORMAT !== "auto") return LOG_FORMAT;
  return Deno.stdout.isTerminal() ? "plain" : "json";
}

/** Verifies the platform's tokens and, if configured, another issuer's. */
export function openVerifier(
  shared: SharedEnv,
  { jwtSecret }: Resources<unknown>["secrets"],
): VerifyJwt {
  return jwtVerifier({ secret: jwtSecret, oidc: oidcOptions(shared) });
}

/** The gateway's root key, where a setting gives it. */
function givenAdminKey(): string | undefined {
  return readEnv(z.object({ GATEWAY_ADMIN_KEY: z.string().min(16).optional() })).GATEWAY_ADMIN_KEY;
}

/** Where a person finds the gateway's root key: the setting that holds it, or its file. */
export function placeOfAdminKey({ DATA_DIR }: SharedEnv): string {
  return givenAdminKey() === undefined ? `${DATA_DIR}/secrets/${ADMIN_KEY_FILE}` : "GATEWAY_ADMIN_KEY";
}

const ADMIN_KEY_FILE = "gateway_admin_key";

/** The platform's secrets, made where there are none. */
export async function openSecrets(shared: SharedEnv): Promise<Resources<unknown>["secrets"]> {
  const adminKey = givenAdminKey();
  const dirOr = (setting: string) => onDisk(`${shared.DATA_DIR}/secrets`, setting);
  return {
    jwtSecret: shared.JWT_SECRET ?? await keptSecret(dirOr("JWT_SECRET"), "jwt_secret"),
    gatewayAdminKey: adminKey ??
      await keptSecret(dirOr("GATEWAY_ADMIN_KEY"), ADMIN_KEY_FILE, "dwn-admin-"),
  };
}

/** The database that the settings name, once it answers. @throws {SettingsError} when it cannot be used. */
export async function openDatabase(shared: SharedEnv, log: Logger): Promise<Database> {
  if (shared.DATABASE_URL) {
    return await withReplica(await openReachable(shared.DATABASE_URL, shared, log), shared, log);
  }
  if (shared.DATABASE_READ_URL) {
    throw new SettingsError(
      "These settings are wrong:\n  DATABASE_READ_URL: needs DATABASE_URL, the server that it follows",
    );
  }
  onDisk(shared.DATA_DIR, "DATABASE_URL");
  return await startEmbedded(shared, log);
}

async function withReplica(database: Database, shared: SharedEnv, log: Logger): Promise<Database> {
  const { DATABASE_READ_URL: url, DATABASE_POOL: connections, DATABASE_READ_LAG_SECONDS: maxLagSeconds } =
    shared;
  if (!url) return database;
  const replica = await openReplica({ url, connections, primary: database.sql, maxLagSeconds, log });
  return {
    ...database,
    reads: replica.reads,
    replicaFault: replica.fault,
    close: async () => {
      await replica.close();
      await database.close();
    },
  };
}

async function openReachable(url: string, shared: SharedEnv, log: Logger): Promise<Database> {
  const { host, pathname } = new URL(url);
  const database = openServer(url, shared.DATABASE_POOL);
  try {
    await untilAnswering(async () => void await database.sql`select 1`, {
      waitMs: shared.START_WAIT_SECONDS * 1000,
      isAway: isDatabaseAway,
      sentence: (words) =>
        `The database ${
          decodeURI(pathname.slice(1))
        } at ${host} cannot be used: start it, or correct DATABASE_URL (${words})`,
      log,
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** How another issuer's tokens are verified, if one is configured. */
function oidcOptions(shared: SharedEnv): OidcOptions | undefined {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_ROLE_CLAIM: roleClaim } = shared;
  if (!issuer) return undefined;
  if (!audience) {
    throw new SettingsError("These settings are wrong:\n  OIDC_AUDIENCE: required with OIDC_ISSUER");
  }
  return { issuer, audience, roleClaim, roles: roleMap(shared.OIDC_ROLE_MAP) };
}

function roleMap(text = ""): Map<string, Role> {
  const pairs = text.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  return new Map(pairs.flatMap(([name = "", role]) => name ? [[name, Role.parse(role)]] : []));
}
