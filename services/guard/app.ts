import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Sql } from "lib/db.ts";
import type { Journal } from "lib/journal.ts";
import type { Quarantine } from "lib/quarantine.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service.ts";
import { alertEngine } from "./alerts/alert_engine.ts";
import { alertRules } from "./alerts/alert_rules.ts";
import { alertRuleStore } from "./alerts/alert_rules_store.ts";
import { alerts } from "./alerts/alerts.ts";
import { legacyAlerts } from "./alerts/legacy_alerts.ts";
import { alertStore } from "./alerts/alerts_store.ts";
import { audit } from "./audit/audit.ts";
import { auditLog } from "./audit/audit_log.ts";
import { auditStore } from "./audit/audit_store.ts";
import { evidenceStore } from "./reports/evidence.ts";
import { complianceReports } from "./reports/reports.ts";
import { complianceStore } from "./reports/reports_store.ts";
import { deliveryStore } from "./webhooks/deliveries_store.ts";
import type { Env } from "./env.ts";
import { evaluate } from "./policies/evaluate.ts";
import { evaluator } from "./policies/evaluation.ts";
import { eventWebhooks } from "./webhooks/event_webhooks.ts";
import type { Gateway } from "./gateway_client.ts";
import { modelJudge } from "./policies/model_judge.ts";
import { monitoring } from "./telemetry/monitoring.ts";
import { pii } from "./pii/pii.ts";
import { policies } from "./policies/policies.ts";
import { policyStore } from "./policies/policies_store.ts";
import { policyCache } from "./policies/policy_cache.ts";
import { proxy } from "./proxy/proxy.ts";
import { retention } from "./retention.ts";
import { safety } from "./safety/safety.ts";
import { safetyModel } from "./safety/safety_model.ts";
import { telemetry } from "./telemetry/telemetry.ts";
import { telemetryLog } from "./telemetry/telemetry_log.ts";
import { telemetryStore } from "./telemetry/telemetry_store.ts";
import { deliveryWorker, sender } from "./webhooks/delivery_worker.ts";
import { webhooks } from "./webhooks/webhooks.ts";
import { webhookStore } from "./webhooks/webhooks_store.ts";

export interface Deps {
  service: ServiceDeps;
  sql: Sql;
  gateway: Gateway;
  env: Env;
  /** Where records are until the database has them; without, they are in memory alone. */
  journals?: { audit: Journal; telemetry: Journal };
  quarantine?: Quarantine;
  now?: () => number;
}

/** The guard, ready to answer. */
export interface Guard {
  app: OpenAPIHono<AppEnv>;
  /** Writes the records that processes which ended left on disk. */
  recover(): Promise<void>;
  /** Starts the work that no request asks for. */
  watch(signal: AbortSignal): void;
  /** Writes the records that are not written yet, and ends the work that follows from them. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const TAGS = {
  governance: "Contents judged by the policies",
  policies: "Rules on what contents may hold",
  pii: "Personal data and secrets in texts",
  safety: "Texts classified by the safety model",
  proxy: "Chat completions whose input and output are checked",
  telemetry: "Events of other products",
  monitoring: "Numbers of model requests by day and model",
  alerts: "Alert rules, and the alerts that they trigger",
  webhooks: "Signed messages about alerts and violations",
  compliance: "Reports of the evidence that the guard has of a framework's requirements",
  audit: "The hash-chained trail of events",
};

export async function createApp(
  { service, sql, gateway, env, journals, quarantine, now = Date.now }: Deps,
): Promise<Guard> {
  const { log } = service;
  const deliveries = deliveryStore(sql);
  const send = sender({ allowPrivate: env.ALLOW_PRIVATE_URLS, now });
  const worker = deliveryWorker({ store: deliveries, send, log, now });
  const stores = {
    rules: alertRuleStore(sql),
    alerts: alertStore(sql),
    audit: auditStore(sql),
    telemetry: telemetryStore(sql),
  };
  const engine = alertEngine({ rules: stores.rules, alerts: stores.alerts, log, now, onQueued: worker.wake });
  const tell = eventWebhooks(sql);
  const auditing = auditLog({
    store: stores.audit,
    log,
    journal: journals?.audit,
    quarantine,
    now,
    snippets: env.AUDIT_SNIPPETS,
    async onWritten(entries) {
      engine.touch();
      if (await tell(entries)) worker.wake();
    },
  });
  const metering = telemetryLog({
    store: stores.telemetry,
    log,
    journal: journals?.telemetry,
    quarantine,
    now,
    onWritten: engine.touch,
  });
  const policyRows = policyStore(sql);
  const cache = await policyCache({ store: policyRows, log });
  const classifier = safetyModel({
    gateway,
    log,
    model: env.SAFETY_MODEL,
    onError: env.SAFETY_ON_ERROR,
    timeoutMs: env.SAFETY_TIMEOUT_SECONDS * 1000,
  });
  const detecting = { include: env.PII_EXTRA_TYPES };
  const judge = modelJudge({
    gateway,
    log,
    model: env.POLICY_MODEL,
    timeoutMs: env.POLICY_TIMEOUT_SECONDS * 1000,
  });
  const judging = evaluator({ cache, judge, pii: detecting });

  const app = createService({
    ...service,
    name: "guard",
    title: "Diwan Guard",
    description:
      "Policies, personal data, safety, monitoring, alerts, webhooks, audit, and a guarded chat proxy",
    prefix: "/api/v1",
    tags: TAGS,
    dependencies: {
      database: async () => void await sql`select 1`,
      records: () => quarantine?.check() ?? Promise.resolve(),
      safety_model: () =>
        Promise.resolve(classifier.configured ? undefined : "checks are skipped: set SAFETY_MODEL"),
    },
  });
  app.route("/api/v1", evaluate({ evaluator: judging, audit: auditing }));
  app.route("/api/v1", policies({ store: policyRows, cache, audit: auditing, now }));
  app.route("/api/v1", pii({ audit: auditing, options: detecting }));
  app.route("/api/v1", safety({ model: classifier, audit: auditing }));
  app.route(
    "/api/v1",
    proxy({
      gateway,
      evaluator: judging,
      safety: classifier,
      audit: auditing,
      telemetry: metering,
      env,
      log,
      now,
    }),
  );
  app.route("/api/v1", telemetry({ log: metering, key: env.TELEMETRY_KEY }));
  app.route(
    "/api/v1",
    monitoring({ store: stores.telemetry, log: metering, now }),
  );
  app.route("/api/v1", alertRules({ store: stores.rules, engine, now }));
  app.route("/api/v1", alerts({ store: stores.alerts, engine }));
  app.route("/api/v1", legacyAlerts({ store: stores.alerts, engine }));
  app.route("/api/v1", webhooks({ store: webhookStore(sql), deliveries, send, now }));
  app.route(
    "/api/v1",
    complianceReports({
      store: complianceStore(sql),
      evidence: evidenceStore(sql),
      audit: auditing,
      telemetry: metering,
      now,
    }),
  );
  app.route("/api/v1", audit({ store: stores.audit, log: auditing }));

  async function flush(): Promise<void> {
    await Promise.all([auditing.flush(), metering.flush()]);
    await engine.idle();
    await worker.idle();
  }
  return {
    app,
    async recover() {
      await Promise.all([auditing.recover(), metering.recover()]);
    },
    watch(signal) {
      cache.watch(signal);
      engine.watch(signal);
      worker.watch(signal);
      retention({
        audit: stores.audit,
        telemetry: stores.telemetry,
        deliveries,
        days: env.AUDIT_RETENTION_DAYS,
        log,
        now,
      }, signal);
    },
    flush,
    async close() {
      await flush();
      await Promise.all([auditing.close(), metering.close()]);
    },
  };
}
