import type { OpenAPIHono } from "@hono/zod-openapi";
import { type AppEnv, createService } from "lib/service/service.ts";
import { alertRules } from "./alerts/alert_rules.ts";
import { alerts } from "./alerts/alerts.ts";
import { legacyAlerts } from "./alerts/legacy_alerts.ts";
import { audit } from "./audit/audit.ts";
import { auditStatistics } from "./audit/audit_statistics.ts";
import { complianceReports } from "./reports/reports.ts";
import { evaluate } from "./policies/evaluate.ts";
import { injection } from "./injection/injection.ts";
import { judgeTexts } from "./policies/judge_texts.ts";
import { monitoring } from "./telemetry/monitoring.ts";
import { pii } from "./pii/pii.ts";
import { policies } from "./policies/policies.ts";
import { policyHistory } from "./policies/policy_history.ts";
import { policyTransfer } from "./policies/policy_transfer.ts";
import { policyTrial } from "./policies/policy_trial.ts";
import { type Deps, openEndpointDeps } from "./endpoint_deps.ts";
import { proxy } from "./proxy/proxy.ts";
import { recognisers } from "./recognisers/recognisers.ts";
import { startRetention } from "./retention.ts";
import { safety } from "./safety/safety.ts";
import { telemetry } from "./telemetry/telemetry.ts";
import { webhooks } from "./webhooks/webhooks.ts";
import { WORDS } from "./field_words.ts";

/** The guard, ready to answer. */
export interface Guard {
  app: OpenAPIHono<AppEnv>;
  /** Stores the records that ended processes left on disk. */
  recover(): Promise<void>;
  /** Starts the background work. */
  watch(signal: AbortSignal): void;
  /** Flushes unwritten records and ends the background work. */
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

export async function createApp(deps: Deps): Promise<Guard> {
  const { service, sql, quarantine, env, gateway, now = Date.now } = deps;
  const { log } = service;
  const parts = await openEndpointDeps(deps);
  const { stores, send, worker, engine, auditing, metering, cache, classifier, detecting, judging } = parts;
  const trail = { keys: deps.auditKeys, anchors: deps.anchors, anchoring: parts.anchoring };
  const app = createService({
    ...service,
    name: "guard",
    title: "Diwan Guard",
    description:
      "Policies, personal data, safety, monitoring, alerts, webhooks, audit, and a guarded chat proxy",
    prefix: "/api/v1",
    tags: TAGS,
    words: WORDS,
    dependencies: {
      database: async () => void await sql`select 1`,
      records: () => quarantine?.check() ?? Promise.resolve(),
      safety_model: () =>
        Promise.resolve(classifier.configured ? undefined : "checks are skipped: set SAFETY_MODEL"),
    },
  });
  app.route("/api/v1", evaluate({ evaluator: judging, audit: auditing }));
  app.route("/api/v1", judgeTexts({ evaluator: judging, audit: auditing }));
  const ruling = { store: stores.policies, cache, audit: auditing, now };
  // Mounted first, because `/policies/{id}` would match their paths.
  app.route("/api/v1", policyTransfer(ruling));
  app.route("/api/v1", policyTrial({ ...ruling, trail: stores.audit, pool: parts.pool, pii: detecting }));
  app.route("/api/v1", policyHistory(ruling));
  app.route("/api/v1", policies(ruling));
  app.route(
    "/api/v1",
    pii({ audit: auditing, options: detecting, custom: cache.custom, detect: parts.detect }),
  );
  app.route("/api/v1", recognisers({ ...ruling, store: stores.recognisers }));
  app.route("/api/v1", injection({ audit: auditing, attacks: parts.attacks }));
  app.route("/api/v1", safety({ model: classifier, audit: auditing }));
  const recording = { audit: auditing, telemetry: metering, now };
  const checking = { evaluator: judging, safety: classifier };
  app.route("/api/v1", proxy({ gateway, ...checking, ...recording, env, log }));
  app.route("/api/v1", telemetry({ log: metering, key: env.TELEMETRY_KEY }));
  app.route("/api/v1", monitoring({ store: stores.telemetry, log: metering, now }));
  app.route("/api/v1", alertRules({ store: stores.rules, webhooks: stores.webhooks, engine, now }));
  app.route("/api/v1", alerts({ store: stores.alerts, engine }));
  app.route("/api/v1", legacyAlerts({ store: stores.alerts, engine }));
  app.route("/api/v1", webhooks({ store: stores.webhooks, deliveries: stores.deliveries, send, now }));
  app.route("/api/v1", complianceReports({ store: stores.reports, evidence: stores.evidence, ...recording }));
  app.route("/api/v1", auditStatistics({ store: stores.audit, log: auditing, now }));
  app.route("/api/v1", audit({ ...trail, store: stores.audit, log: auditing, now }));

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
      parts.anchoring?.watch(signal);
      startRetention({ ...stores, days: env.AUDIT_RETENTION_DAYS, log, now }, signal);
    },
    flush,
    async close() {
      await flush();
      if (env.AUDIT_ANCHOR_MINUTES > 0) await parts.anchoring?.anchorIfMoved();
      parts.pool.close();
      await Promise.all([auditing.close(), metering.close()]);
    },
  };
}
