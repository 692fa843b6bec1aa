import type { Sql } from "lib/database/db.ts";
import type { Journal } from "lib/journal/journal.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { type AlertEngine, alertEngine } from "./alerts/alert_engine.ts";
import { alertRuleStore } from "./alerts/alert_rules_store.ts";
import { alertStore } from "./alerts/alerts_store.ts";
import type { AnchorStore } from "./audit/audit_anchors_store.ts";
import { type Anchoring, auditAnchoring } from "./audit/audit_anchoring.ts";
import type { AuditKeys } from "./audit/audit_keys.ts";
import { type AuditLog, auditLog, HEAD_CHANGED } from "./audit/audit_log.ts";
import { auditStore } from "./audit/audit_store.ts";
import { recogniserStore } from "./recognisers/recognisers_store.ts";
import { evidenceStore } from "./reports/evidence_store.ts";
import { complianceStore } from "./reports/reports_store.ts";
import { deliveryStore } from "./webhooks/deliveries_store.ts";
import type { Env } from "./env.ts";
import { type Evaluator, evaluator } from "./policies/evaluation.ts";
import { eventWebhooks } from "./webhooks/event_webhooks.ts";
import type { Gateway } from "./gateway_client.ts";
import { modelJudge } from "./policies/model_judge.ts";
import { policyStore } from "./policies/policies_store.ts";
import { type PolicyCache, policyCache } from "./policies/policy_cache.ts";
import { createTurns } from "./policies/cooperative_turns.ts";
import { INLINE, type ScanPool, scanPool } from "./policies/scan_pool.ts";
import { detectInjection, type Injection } from "./injection/detect_injection.ts";
import type { TextOrigin } from "./injection/sign.ts";
import { type Safety, safetyModel } from "./safety/safety_model.ts";
import { type TelemetryLog, telemetryLog } from "./telemetry/telemetry_log.ts";
import { telemetryStore } from "./telemetry/telemetry_store.ts";
import { type DeliveryWorker, deliveryWorker, type Send, sender } from "./webhooks/delivery_worker.ts";
import { webhookStore } from "./webhooks/webhooks_store.ts";
import { ALONE, refreshedByAll, type Siblings } from "lib/processes/sibling_processes.ts";
import type { ServiceDeps } from "lib/service/service.ts";
import type { DetectOptions } from "./pii/detect.ts";
import { detectIn } from "./pii/detect_in.ts";
import type { Entity } from "./pii/entity.ts";
import { redact } from "./pii/redact.ts";
import { readingOf } from "./reading/reading.ts";

export interface Deps {
  service: ServiceDeps;
  sql: Sql;
  gateway: Gateway;
  env: Env;
  /** Holds records until the database has them; without it they are only in memory. */
  journals?: { audit: Journal; telemetry: Journal };
  quarantine?: Quarantine;
  /** The keys of the audit trail, and the store of its anchors. */
  auditKeys: AuditKeys;
  anchors?: AnchorStore;
  /** The key for pseudonyms of hashed values. */
  piiSecret: string;
  /** Its other processes; none when absent. */
  siblings?: Siblings;
  now?: () => number;
}

/** The dependencies that the guard's endpoints share. */
export interface EndpointDeps extends Judges, Recorders {
  stores: Stores;
  send: Send;
  worker: DeliveryWorker;
  engine: AlertEngine;
  anchoring: Anchoring | undefined;
}

export async function openEndpointDeps(deps: Deps): Promise<EndpointDeps> {
  const { service: { log }, env, now = Date.now } = deps;
  const stores = storesOn(deps);
  for (const event of await stores.audit.seal()) {
    deps.service.log.error(HEAD_CHANGED, { event: event.details });
  }
  const send = sender({ allowPrivate: env.ALLOW_PRIVATE_URLS, now });
  const worker = deliveryWorker({ store: stores.deliveries, send, log, now });
  const engine = alertEngine({ ...stores, log, now, onQueued: worker.wake });
  const own = await policyCache({ store: stores.policies, log });
  // An answer about a policy holds in all processes.
  const cache = { ...own, refresh: refreshedByAll(deps.siblings ?? ALONE, "policies", own.refresh) };
  return {
    ...{ stores, send, worker, engine, anchoring: anchoringOf(deps, stores) },
    ...recorders(deps, { stores, engine, worker }),
    ...judges(deps, cache),
  };
}

type Stores = ReturnType<typeof storesOn>;

function storesOn({ sql, auditKeys, now }: Deps) {
  return {
    policies: policyStore(sql),
    rules: alertRuleStore(sql),
    alerts: alertStore(sql),
    audit: auditStore(sql, { keys: auditKeys, now }),
    telemetry: telemetryStore(sql),
    webhooks: webhookStore(sql),
    deliveries: deliveryStore(sql),
    recognisers: recogniserStore(sql),
    reports: complianceStore(sql),
    evidence: evidenceStore(sql),
  };
}

function anchoringOf(
  { service: { log }, auditKeys, anchors, env, now = Date.now }: Deps,
  { audit }: Stores,
): Anchoring | undefined {
  const minutes = env.AUDIT_ANCHOR_MINUTES;
  return anchors && auditAnchoring({ store: audit, keys: auditKeys, anchors, minutes, log, now });
}

interface Recorders {
  auditing: AuditLog;
  metering: TelemetryLog;
}

function recorders(
  { service: { log }, sql, env, journals, quarantine, now }: Deps,
  { stores, engine, worker }: Pick<EndpointDeps, "stores" | "engine" | "worker">,
): Recorders {
  const tell = eventWebhooks(sql);
  return {
    auditing: auditLog({
      ...{ store: stores.audit, log, journal: journals?.audit, quarantine, now },
      redact: env.AUDIT_SNIPPETS ? redact : undefined,
      async onWritten(entries) {
        engine.touch();
        if (await tell(entries)) worker.wake();
      },
    }),
    metering: telemetryLog({
      ...{ store: stores.telemetry, log, journal: journals?.telemetry, quarantine, now },
      onWritten: engine.touch,
    }),
  };
}

interface Judges {
  cache: PolicyCache;
  classifier: Safety;
  detecting: DetectOptions;
  judging: Evaluator;
  pool: ScanPool;
  /** The personal data in a text, of a long one found in the pool's thread. */
  detect(text: string, options: DetectOptions): Promise<Entity[]>;
  /** The same for prompt injection. */
  attacks(text: string, place: TextOrigin): Promise<Injection>;
}

function judges({ service: { log }, gateway, env, piiSecret }: Deps, cache: PolicyCache): Judges {
  const detecting = { include: env.PII_EXTRA_TYPES };
  const judge = modelJudge({
    ...{ gateway, log, model: env.POLICY_MODEL },
    timeoutMs: env.POLICY_TIMEOUT_SECONDS * 1000,
  });
  const classifier = safetyModel({
    ...{ gateway, log, model: env.SAFETY_MODEL, onError: env.SAFETY_ON_ERROR },
    timeoutMs: env.SAFETY_TIMEOUT_SECONDS * 1000,
  });
  const pool = scanPool();
  const inTurn = createTurns();
  const judging = evaluator({ cache, judge, pii: { ...detecting, secret: piiSecret }, pool, inTurn });
  return {
    ...{ cache, classifier, detecting, judging, pool },
    detect: (text, options) =>
      text.length > INLINE ? pool.detect(text, options) : inTurn(() => detectIn(readingOf(text), options)),
    attacks: (text, place) =>
      text.length > INLINE ? pool.attacks(text, place) : inTurn(() => detectInjection(text, place)),
  };
}
