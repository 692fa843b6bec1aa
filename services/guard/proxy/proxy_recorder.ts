import type { Context } from "hono";
import { z } from "zod";
import type { ServiceError } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AuditInput, AuditLog } from "../audit/audit_log.ts";
import { type Findings, type InputCheck, NOTHING } from "./checks.ts";
import { policyDetails } from "../policies/evaluate.ts";
import type { TelemetryLog } from "../telemetry/telemetry_log.ts";
import type { TelemetryRow } from "../telemetry/telemetry_row.ts";
import { strongestAction } from "../policies/score.ts";

/** Records the outcome of a proxied request: one audit event, and one row for the metrics. */
export interface ProxyRecorder {
  inputBlocked(input: InputCheck): void;
  /** Records a failure and returns the error to throw. */
  failed(input: InputCheck, error: ServiceError): ServiceError;
  done(
    input: InputCheck,
    output: Findings,
    answer: { usage: unknown; headers: Headers; outputText: string; failed?: boolean },
  ): void;
}

const count = z.int().min(0).catch(0);
const Usage = z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count });
const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

interface Recording {
  audit: AuditLog;
  telemetry: TelemetryLog;
  now: () => number;
}

/** The request that a recorder is for. */
interface Request {
  user: string;
  requestId: string;
  model: string;
  start: number;
}

export function proxyRecorder(
  to: Recording,
  { c, model }: { c: Context<AppEnv>; model: string },
): ProxyRecorder {
  const request = { user: c.var.user.sub, requestId: c.var.requestId, model, start: performance.now() };
  return {
    inputBlocked(input) {
      to.audit.record(eventOf(request, [input, NOTHING], { type: "proxy_input_blocked" }));
    },
    failed(input, error) {
      const details = { outcome: "failed", status: error.status };
      to.audit.record(eventOf(request, [input, NOTHING], { type: "proxy_request", details }));
      to.telemetry.record(rowOf(request, { failed: true, now: to.now() }));
      return error;
    },
    done(input, output, { usage, headers, outputText, failed = false }) {
      const details = { outcome: failed ? "cut_off" : "answered", output_characters: outputText.length };
      to.audit.record(eventOf(request, [input, output], { type: "proxy_request", details }));
      const cost = Number(headers.get("x-diwan-cost-usd") ?? 0);
      to.telemetry.record(rowOf(request, { usage, cost, failed, now: to.now() }));
    },
  };
}

function eventOf(
  { user, requestId, model }: Request,
  [input, output]: [InputCheck, Findings],
  { type, details = {} }: { type: "proxy_request" | "proxy_input_blocked"; details?: object },
): AuditInput {
  const action = strongestAction([input.action, output.action]);
  const violations = [...input.violations, ...output.violations];
  const checks = [input.safety, output.safety].filter((safety) => safety !== undefined);
  return {
    event_type: type,
    severity: action === "block"
      ? "critical"
      : action === "warn" || input.entities.length > 0
      ? "warning"
      : "info",
    subject: user,
    user_id: user,
    model,
    action,
    request_id: requestId,
    violations: violations.length,
    safety_blocked: checks.some(({ safe }) => !safe),
    content: { text: input.text, entities: input.entities },
    details: {
      ...details,
      ...policyDetails(violations, [...input.shadow, ...output.shadow]),
      pii_types: [...new Set(input.entities.map(({ type }) => type))],
      safety_checked: checks.length > 0,
      safety_categories: checks.flatMap(({ categories }) => categories),
    },
  };
}

function rowOf(
  { user, model, start }: Request,
  { usage, cost = 0, failed, now }: { usage?: unknown; cost?: number; failed: boolean; now: number },
): TelemetryRow {
  const parsed = Usage.safeParse(usage);
  return {
    id: `guard:${uuidv7()}`,
    event_type: "proxy_request",
    product: "guard-proxy",
    model,
    user_id: user,
    latency_ms: Math.round((performance.now() - start) * 100) / 100,
    ...(parsed.success ? parsed.data : NO_USAGE),
    cost_usd: Number.isFinite(cost) && cost > 0 ? cost : 0,
    failed,
    counted: true,
    content_snippet: null,
    severity: failed ? "error" : "info",
    metadata: null,
    created_at: new Date(now).toISOString(),
  };
}
