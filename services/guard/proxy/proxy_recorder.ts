import type { Context } from "hono";
import { z } from "zod";
import type { ServiceError } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import type { AppEnv } from "lib/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { type Findings, type InputCheck, NOTHING } from "./checks.ts";
import type { TelemetryLog } from "../telemetry/telemetry_log.ts";
import { strongest } from "../policies/score.ts";

/** Writes what became of a proxied request: one audit event, and its numbers for the metrics. */
export interface ProxyRecorder {
  inputBlocked(input: InputCheck): void;
  /** Gives the error back, to be thrown. */
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

export function proxyRecorder(
  { audit, telemetry, now }: { audit: AuditLog; telemetry: TelemetryLog; now: () => number },
  { c, model }: { c: Context<AppEnv>; model: string },
): ProxyRecorder {
  const start = performance.now();
  const { user, requestId } = c.var;

  function event(
    type: "proxy_request" | "proxy_input_blocked",
    input: InputCheck,
    output: Findings,
    details: object,
  ) {
    const action = strongest([input.action, output.action]);
    const unsafe = [input, output].some(({ safety }) => safety !== undefined && !safety.safe);
    audit.record({
      event_type: type,
      severity: action === "block"
        ? "critical"
        : action === "warn" || input.entities.length > 0
        ? "warning"
        : "info",
      subject: user.sub,
      user_id: user.sub,
      model,
      action,
      request_id: requestId,
      violations: input.violations.length + output.violations.length,
      safety_blocked: unsafe,
      content: { text: input.text, entities: input.entities },
      details: {
        ...details,
        policies: [...input.violations, ...output.violations].map(({ policy_id, name, action }) => ({
          policy_id,
          name,
          action,
        })),
        pii_types: [...new Set(input.entities.map(({ type }) => type))],
        safety_checked: input.safety !== undefined || output.safety !== undefined,
        safety_categories: [...input.safety?.categories ?? [], ...output.safety?.categories ?? []],
      },
    });
  }
  function measure(usage: unknown, options: { failed: boolean; cost: number }) {
    const parsed = Usage.safeParse(usage);
    telemetry.record({
      id: `guard:${uuidv7()}`,
      event_type: "proxy_request",
      product: "guard-proxy",
      model,
      user_id: user.sub,
      latency_ms: Math.round((performance.now() - start) * 100) / 100,
      ...(parsed.success ? parsed.data : NO_USAGE),
      cost_usd: options.cost,
      failed: options.failed,
      counted: true,
      content_snippet: null,
      severity: options.failed ? "error" : "info",
      metadata: null,
      created_at: new Date(now()).toISOString(),
    });
  }
  return {
    inputBlocked: (input) => event("proxy_input_blocked", input, NOTHING, {}),
    failed(input, error) {
      event("proxy_request", input, NOTHING, { outcome: "failed", status: error.status });
      measure(undefined, { failed: true, cost: 0 });
      return error;
    },
    done(input, output, { usage, headers, outputText, failed = false }) {
      const cost = Number(headers.get("x-diwan-cost-usd") ?? 0);
      event("proxy_request", input, output, {
        outcome: failed ? "cut_off" : "answered",
        output_characters: outputText.length,
      });
      measure(usage, { failed, cost: Number.isFinite(cost) && cost > 0 ? cost : 0 });
    },
  };
}
