import { clientIp } from "lib/client_ip.ts";
import { ifDisk } from "lib/files/disk.ts";
import { SettingsError } from "lib/env.ts";
import { refreshedByAll } from "lib/processes/sibling_processes.ts";
import type { Resources } from "lib/host/host.ts";
import { createQueue, type JobQueue } from "lib/jobs/jobs.ts";
import { isOwnKv } from "lib/kv/kv.ts";
import { openQuarantine } from "lib/journal/quarantine.ts";
import { openSpool } from "lib/files/spool.ts";
import { createBudgets } from "./access/budget.ts";
import { openKeyReplica } from "./access/key_replica.ts";
import { createKeyring } from "./access/keys.ts";
import { watchNeighbours } from "./access/neighbours.ts";
import type { AppDeps } from "./app.ts";
import { callerOfBatch } from "./batches/batch_caller.ts";
import { type BatchWorker, startBatchWorker } from "./batches/batch_worker.ts";
import { batchStore } from "./batches/batches_store.ts";
import { openAuditLog } from "./books/audit.ts";
import { auditStore } from "./books/audit_store.ts";
import { openMonths } from "./books/months.ts";
import { type UsageStore, usageStore } from "./books/usage_store.ts";
import { openMeter } from "./books/usage_writer.ts";
import { settle } from "./calls/accounting.ts";
import { createBodyRoom } from "./calls/body_room.ts";
import { noCallsInHand } from "./calls/call.ts";
import { createGuardrails } from "./calls/guardrails.ts";
import { createResponseCache } from "./calls/response_cache.ts";
import { dependenciesOf } from "./dependencies.ts";
import type { Env } from "./env.ts";
import { fileStore } from "./files/files_store.ts";
import { sinkOf } from "./forwarding/forward_env.ts";
import { forwarding, openForwarder } from "./forwarding/usage_forwarder.ts";
import { guardAccess } from "./guard_access.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { BATCH_CALLS } from "./model_endpoints.ts";
import { createModerator } from "./providers/moderator.ts";
import { openConfig } from "./providers/config.ts";
import { ConfigError } from "./providers/config_file.ts";
import { discovery } from "./providers/discovery.ts";
import { costOf } from "./providers/price.ts";
import { noSetPrices, type SetPrices } from "./providers/set_prices.ts";
import { openProviderEgress } from "./providers/provider_egress.ts";
import { isReachable } from "./providers/resilience.ts";
import { sharedCircuits } from "./providers/shared_circuits.ts";
import { createUpstream } from "./providers/upstream.ts";
import { createBackground } from "./responses/background.ts";
import { backgroundStore } from "./responses/background_store.ts";
import { startBackgroundWorker } from "./responses/background_worker.ts";
import { createBell } from "./responses/bell.ts";
import { RESPONSES } from "./responses/responses.ts";
import { responsesStore } from "./responses/responses_store.ts";
import { WIRES } from "./wires/all.ts";

/** Opens the gateway's dependencies and the batch worker; `close` ends both. */
export async function openDeps(
  resources: Resources<Env>,
): Promise<{ deps: AppDeps; close(): Promise<void> }> {
  const { env, sql, log, service } = resources;
  const metrics = createMetrics({ registry: service.metrics });
  const books = await openBooks(resources, metrics);
  const setPrices = noSetPrices();
  const providers = await openProviders(resources, { metrics, setPrices });
  const access = await openAccess(resources, { usage: books.opened.usage, setPrices });
  const inHand = noCallsInHand();
  const days = env.GATEWAY_RESPONSES_DAYS;
  const later = days > 0 ? await openBackground(resources, days) : undefined;
  const deps: AppDeps = {
    ...{ sql, log, metrics, inHand },
    ...books.opened,
    ...providers.opened,
    ...access.opened,
    ...guarding(resources),
    ...await settingsOf(env),
    files: fileStore(sql),
    mostFileBytes: Math.floor(env.GATEWAY_FILES_MB * 2 ** 20),
    batches: batchStore(sql),
    batchPaths: [...BATCH_CALLS.keys()],
    queue: await openQueue(resources, { namespace: "gateway_batches", slots: env.GATEWAY_BATCHES }),
    lifecycle: service.lifecycle,
    readiness: service.readiness,
    consolePlace: service.consolePlace,
    installation: service.installation,
    maxBodyBytes: service.maxBodyBytes,
    bodyRoom: createBodyRoom(env.GATEWAY_BODIES_MB * 2 ** 20),
    ipOf: clientIp(service.trustedProxies),
    cache: createResponseCache({ maxBytes: env.GATEWAY_CACHE_MB * 2 ** 20 }),
    conversations: days > 0 ? responsesStore(sql, { days }) : undefined,
    background: later?.background,
    dependencies: {
      ...dependenciesOf(resources, providers.opened.config),
      ...books.checks,
      limits: access.check,
    },
  };
  const workers = [batchWorker(resources, deps), ...later ? [later.startWorker(deps)] : []];
  const close = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    // Calls still running after the drain are cut off and recorded.
    for (const call of inHand) settle(deps, call, { outcome: "aborted", status: 499 });
    providers.close();
    await access.close();
    await books.close();
  };
  return { deps, close };
}

/** Usage records and audit events: their tables, and the journals in front of them. */
async function openBooks({ env, sql, reads, log, service }: Resources<Env>, metrics: Metrics) {
  const quarantine = await openQuarantine(ifDisk(`${env.DATA_DIR}/quarantine/gateway.ndjson`), {
    log,
    metrics: service.metrics,
  });
  const maxBytes = env.GATEWAY_SPOOL_MB * 2 ** 20;
  const keeping = { dir: ifDisk(`${env.DATA_DIR}/journal`), maxBytes, log, quarantine };
  const months = await openMonths({ sql, days: env.GATEWAY_RETENTION_DAYS, log });
  const usage = usageStore(sql, { keptSince: months.keptSince, reads });
  const events = auditStore(sql, { keptSince: months.keptSince, reads });
  const recording = await openMeter({ store: usage, ...keeping });
  const sink = sinkOf(env);
  const waitMs = env.GATEWAY_USAGE_SECONDS * 1000;
  const forwarder = sink && await openForwarder({ sink, waitMs, ...keeping });
  const meter = forwarder ? forwarding(recording, forwarder) : recording;
  const audit = await openAuditLog({ store: events, ...keeping });
  metrics.spoolDepth(() => meter.depth());
  metrics.lostRecords(() => meter.lost());
  return {
    opened: { usage, events, meter, audit },
    checks: {
      records: quarantine.check,
      ...forwarder ? { forwarding: forwarder.check } : {},
    },
    close: async () =>
      void await Promise.all([meter.close(), audit.close(), forwarder?.close(), months.close()]),
  };
}

/** The configured providers, their client, and their health. */
async function openProviders(
  { env, log, siblings }: Resources<Env>,
  { metrics, setPrices }: { metrics: Metrics; setPrices: SetPrices },
) {
  const { egress, fetchClient } = await openProviderEgress(env);
  const config = await openConfig(env, { client: fetchClient, setPrices }).catch((error) => {
    throw error instanceof ConfigError ? new SettingsError(error.message) : error;
  });
  const listed = discovery({ config, log });
  const upstream = createUpstream(egress);
  const circuits = sharedCircuits({ siblings, onChange: (place, state) => metrics.circuit(place, state) });
  const opened: Pick<
    AppDeps,
    "config" | "upstream" | "discovered" | "available" | "resilience" | "costOf" | "wireOf"
  > = {
    config,
    upstream,
    discovered: listed.models,
    available: (model) => isReachable(config.current().resolve(model), circuits),
    resilience: {
      circuits,
      onRetry: (provider) => metrics.retried(provider),
      onFallback: (from, to) => metrics.fellBack(from, to),
      onHedge: (slow) => metrics.hedged(slow),
    },
    costOf: ({ price }, usage) => price && costOf(usage, price),
    wireOf: (name) => name === "openai" || name === "azure_openai" ? undefined : WIRES[name],
  };
  const close = () => {
    listed.close();
    upstream.close();
    fetchClient?.close();
  };
  return { opened, close };
}

/** Authentication, limits and budgets, and the prices that admins set. */
async function openAccess(
  { env, sql, kv, siblings, log, secrets, service }: Resources<Env>,
  { usage, setPrices }: { usage: UsageStore; setPrices: SetPrices },
) {
  const own = await openKeyReplica({ sql, log, setPrices });
  // Changes of keys and prices are answered only once all processes have applied them.
  const replica = { ...own, refresh: refreshedByAll(siblings, "keys", own.refresh) };
  const neighbours = await watchNeighbours({ sql, kv, log });
  const budgets = createBudgets({
    kv,
    recorded: ({ scope, id }, start) => usage.spent(scope, id, start),
  });
  const keyring = createKeyring({
    replica,
    adminKey: secrets.gatewayAdminKey,
    verify: service.verify,
    oidc: env.OIDC_ISSUER !== undefined,
    required: env.GATEWAY_RBAC,
  });
  const close = async () => {
    replica.close();
    await neighbours.close();
    await budgets.close();
  };
  return { opened: { replica, keyring, budgets, limiter: service.limiter }, check: neighbours.check, close };
}

function guarding(resources: Resources<Env>): Pick<AppDeps, "guardrails" | "moderator"> {
  const { env, log } = resources;
  const guard = guardAccess(resources);
  return {
    guardrails: guard && createGuardrails({
      ...guard,
      failOpen: env.GUARDRAILS_FAIL_OPEN,
      onFailOpen: (error) => log.warn("the guard cannot be reached; a call passes unchecked", { error }),
    }),
    moderator: guard && createModerator(guard),
  };
}

async function settingsOf(env: Env) {
  return {
    clientErrors: env.GATEWAY_CLIENT_ERRORS,
    heartbeatMs: env.GATEWAY_HEARTBEAT_SECONDS * 1000,
    traceContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
    unknownBetas: env.GATEWAY_UNKNOWN_BETAS,
    uploads: {
      spool: await openSpool(ifDisk(`${env.DATA_DIR}/gateway_forms`)),
      maxBytes: Math.floor(env.GATEWAY_UPLOAD_MB * 2 ** 20),
    },
    corsOrigins: env.GATEWAY_CORS_ORIGINS,
  };
}

async function openQueue(
  { env, kv, siblings }: Resources<Env>,
  options: { namespace: string; slots: number },
): Promise<JobQueue> {
  const queue = createQueue({ kv, ...options });
  if (isOwnKv(env) && !siblings.any) await queue.dropLeases();
  return queue;
}

/** Opens background responses, stored for `days`. */
async function openBackground(resources: Resources<Env>, days: number) {
  const { env, sql, log, service } = resources;
  const queue = await openQueue(resources, { namespace: "gateway_responses", slots: env.GATEWAY_BACKGROUND });
  const store = backgroundStore(sql, { days });
  const bell = createBell();
  const { lifecycle } = service;
  const startWorker = (deps: AppDeps) =>
    startBackgroundWorker({
      ...{ queue, log, lifecycle },
      work: {
        ...{ calls: deps, endpoint: RESPONSES, store, bell, log },
        callerOf: (caller) => callerOfBatch(caller, (id) => deps.replica.callerById(id, Date.now())),
      },
    });
  const background = createBackground({ store, queue, bell, log, signal: lifecycle.signal });
  return { background, startWorker };
}

/** The batch worker, which uses the same model calls as clients. */
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
