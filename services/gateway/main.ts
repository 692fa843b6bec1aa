import { signJwt } from "lib/auth.ts";
import { clientIp } from "lib/client_ip.ts";
import { SettingsError } from "lib/env.ts";
import { defineService, host, type Resources, type Running } from "lib/host.ts";
import type { DependencyCheck } from "lib/health.ts";
import type { Logger } from "lib/log.ts";
import { openQuarantine } from "lib/quarantine.ts";
import { settle } from "./calls/accounting.ts";
import type { Call } from "./calls/call.ts";
import { type AppDeps, createFetch } from "./app.ts";
import { callerOfBatch } from "./batches/batch_caller.ts";
import { type BatchWorker, startBatchWorker } from "./batches/batch_worker.ts";
import { batchStore } from "./batches/batches_store.ts";
import { fileStore } from "./files/files_store.ts";
import { BATCH_CALLS } from "./model_endpoints.ts";
import { createQueue } from "lib/jobs.ts";
import { openAuditLog } from "./books/audit.ts";
import { auditStore } from "./books/audit_store.ts";
import { createBudgets } from "./access/budget.ts";
import { createCircuits } from "./providers/circuit.ts";
import { type ConfigHolder, openConfig } from "./providers/config.ts";
import { ConfigError } from "./providers/config_file.ts";
import { discovery } from "./providers/discovery.ts";
import { Env } from "./env.ts";
import { createGuardrails } from "./calls/guardrails.ts";
import { createModerator, type GuardAccess } from "./moderations/moderator.ts";
import { openKeyReplica } from "./access/key_replica.ts";
import { createKeyring } from "./access/keys.ts";
import { createMetrics } from "./metrics.ts";
import { watchNeighbours } from "./access/neighbours.ts";
import { costOf } from "./providers/price.ts";
import { createResponseCache } from "./calls/response_cache.ts";
import { isReachable } from "./providers/resilience.ts";
import { dropOldForms } from "./uploads/old_forms.ts";
import { openProviderEgress } from "./providers/provider_egress.ts";
import { createUpstream } from "./providers/upstream.ts";
import { providerLines } from "./providers/welcome.ts";
import { responsesStore } from "./responses/responses_store.ts";
import { usageStore } from "./books/usage_store.ts";
import { openMeter } from "./books/usage_writer.ts";
import { WIRES } from "./wires/all.ts";

export const gateway = defineService({
  name: "gateway",
  platform: true,
  env: Env,
  port: (env) => env.GATEWAY_PORT,
  migrations: import.meta.resolve("./migrations/"),
  start: startGatewayApp,
});

/** Opens what the gateway needs and answers requests with it. */
export async function startGatewayApp(resources: Resources<Env>): Promise<Running> {
  const { deps, close } = await openDeps(resources);
  return {
    fetch: createFetch(deps),
    reload: () => reload(deps.config, resources.log),
    welcome: () => providerLines(deps.config),
    stop: close,
  };
}

async function reload(config: ConfigHolder, log: Logger): Promise<void> {
  try {
    await config.reload();
    log.info("configuration read", { version: config.current().version });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error("the configuration was not taken over; the one before stays", { reason: error.message });
  }
}

async function openDeps(resources: Resources<Env>): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { env, sql, kv, log, secrets, service } = resources;
  const usage = usageStore(sql);
  const events = auditStore(sql);
  const quarantine = await openQuarantine(`${env.DATA_DIR}/quarantine/gateway.ndjson`, {
    log,
    metrics: service.metrics,
  });
  const maxBytes = env.GATEWAY_SPOOL_MB * 2 ** 20;
  const keeping = { dir: `${env.DATA_DIR}/journal`, maxBytes, log, quarantine };
  const { egress, fetchClient } = await openProviderEgress(env);
  const config = await openConfig(env, fetchClient).catch((error) => {
    throw error instanceof ConfigError ? new SettingsError(error.message) : error;
  });
  const meter = await openMeter({ store: usage, ...keeping });
  const audit = await openAuditLog({ store: events, ...keeping });
  const replica = await openKeyReplica({ sql, log });
  const neighbours = await watchNeighbours({ sql, kv, log });
  const metrics = createMetrics({ registry: service.metrics });
  metrics.spoolDepth(() => meter.depth());
  metrics.lostRecords(() => meter.lost());
  const listed = discovery({ config, log });
  const upstream = createUpstream(egress);
  const budgets = createBudgets({
    kv,
    recorded: ({ scope, id }, start) => usage.spent(scope, id, start),
  });
  const circuits = createCircuits({ onChange: (place, state) => metrics.circuit(place, state) });
  const inHand = new Set<Call>();
  await dropOldForms(`${env.DATA_DIR}/gateway_forms`);
  const guard = guardAccess(resources);
  const queue = createQueue({ kv, namespace: "gateway_batches", slots: env.GATEWAY_BATCHES });
  // The host locks a KV file for one process: leases in it are those of a process that is gone.
  if (!env.KV_URL) await queue.dropLeases();
  const files = fileStore(sql);
  const batches = batchStore(sql);
  const deps: AppDeps = {
    ...{ files, batches, queue, batchPaths: [...BATCH_CALLS.keys()] },
    ...{ sql, usage, events, replica, config, meter, audit, metrics, budgets, upstream, inHand, log },
    lifecycle: service.lifecycle,
    readiness: service.readiness,
    limiter: service.limiter,
    maxBodyBytes: service.maxBodyBytes,
    ipOf: clientIp(service.trustedProxies),
    keyring: createKeyring({
      replica,
      adminKey: secrets.gatewayAdminKey,
      verify: service.verify,
      oidc: env.OIDC_ISSUER !== undefined,
      required: env.GATEWAY_RBAC,
    }),
    costOf: ({ price }, usage) => price && costOf(usage, price),
    wireOf: (name) => name === "openai" || name === "azure_openai" ? undefined : WIRES[name],
    resilience: {
      circuits,
      onRetry: (provider) => metrics.retried(provider),
      onFallback: (from, to) => metrics.fellBack(from, to),
      onHedge: (slow) => metrics.hedged(slow),
    },
    cache: createResponseCache({ maxBytes: env.GATEWAY_CACHE_MB * 2 ** 20 }),
    guardrails: guard && createGuardrails({
      ...guard,
      failOpen: env.GUARDRAILS_FAIL_OPEN,
      onFailOpen: (error) => log.warn("the guard cannot be asked; a call passes unchecked", { error }),
    }),
    moderator: guard && createModerator(guard),
    clientErrors: env.GATEWAY_CLIENT_ERRORS,
    heartbeatMs: env.GATEWAY_HEARTBEAT_SECONDS * 1000,
    conversations: env.GATEWAY_RESPONSES_DAYS > 0
      ? responsesStore(sql, { days: env.GATEWAY_RESPONSES_DAYS })
      : undefined,
    unknownBetas: env.GATEWAY_UNKNOWN_BETAS,
    uploads: {
      folder: `${env.DATA_DIR}/gateway_forms`,
      maxBytes: Math.floor(env.GATEWAY_UPLOAD_MB * 2 ** 20),
    },
    corsOrigins: env.GATEWAY_CORS_ORIGINS,
    dependencies: {
      ...dependenciesOf(resources, config),
      records: quarantine.check,
      limits: neighbours.check,
    },
    discovered: listed.models,
    available: (model) => isReachable(config.current().resolve(model), circuits),
  };
  const worker = batchWorker(resources, deps);
  const close = async () => {
    await worker.stop();
    // Calls that still run after the drain are cut off, and paid for.
    for (const call of inHand) settle(deps, call, { outcome: "aborted", status: 499 });
    listed.close();
    upstream.close();
    fetchClient?.close();
    replica.close();
    await neighbours.close();
    await Promise.all([meter.close(), audit.close(), budgets.close()]);
  };
  return { deps, close };
}

/** Works on batches with the same calls as everybody's. */
function batchWorker({ env, sql, log, service }: Resources<Env>, deps: AppDeps): BatchWorker {
  const { batches, files, queue, replica } = deps;
  return startBatchWorker({
    queue,
    log,
    lifecycle: service.lifecycle,
    work: {
      ...{ sql, calls: deps, batches, files, endpoints: BATCH_CALLS, width: env.GATEWAY_BATCH_LINES },
      callerOf: ({ caller }) => callerOfBatch(caller, (id) => replica.callerById(id, Date.now())),
    },
  });
}

function dependenciesOf({ env, sql }: Resources<Env>, config: ConfigHolder): Record<string, DependencyCheck> {
  return {
    async database() {
      await sql`select 1`;
    },
    providers() {
      const names = new Set(config.current().models().map(({ owned_by }) => owned_by));
      const others = [...names].filter((name) => name !== "echo");
      const missing =
        "only the built-in models answer: set OPENAI_API_KEY, another provider's key or GATEWAY_CONFIG";
      return Promise.resolve(
        others.length > 0 || config.current().discoverable().length > 0 ? undefined : missing,
      );
    },
    async guard() {
      if (!env.GUARD_BASE_URL) return "GUARD_BASE_URL is not set: nothing is checked";
      const response = await fetch(`${env.GUARD_BASE_URL.replace(/\/$/, "")}/health`, {
        signal: AbortSignal.timeout(1_500),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the guard answered ${response.status}`);
    },
  };
}

const TOKEN_SECONDS = 3600;

/** How the guard is asked: with a token of the platform. */
function guardAccess({ env, secrets }: Resources<Env>): GuardAccess | undefined {
  if (!env.GUARD_BASE_URL) return undefined;
  let token: Promise<string> | undefined;
  let until = 0;
  return {
    baseUrl: env.GUARD_BASE_URL,
    timeoutMs: env.GUARDRAILS_TIMEOUT_MS,
    token() {
      if (!token || Date.now() > until) {
        until = Date.now() + TOKEN_SECONDS * 500;
        const holder = { sub: "gateway", role: "user", service: "gateway" } as const;
        token = signJwt(secrets.jwtSecret, { ...holder, expiresInSeconds: TOKEN_SECONDS });
      }
      return token;
    },
  };
}

if (import.meta.main) await host([gateway]);
