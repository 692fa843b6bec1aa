/** /health at the root for balancers, and under a service's prefix with its dependencies. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { DeadlineError, within } from "lib/deadlines.ts";
import { endpoint } from "lib/service/endpoint.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import { json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/auth/app_env.ts";
import { type ReadinessCheck, readinessOf } from "lib/service/readiness.ts";
import { VERSION } from "lib/service/version.ts";

/** The health of a service. */
export const Health = z.object({
  status: z.enum(["ok", "degraded", "starting", "draining"]),
  version: z.string(),
  product: z.string(),
  service: z.string(),
  uptime_seconds: z.number(),
}).meta({
  id: "Health",
  example: { status: "ok", version: VERSION, product: "Diwan Guard", service: "guard", uptime_seconds: 12.5 },
});

const Reasons = z.array(z.object({ what: z.string(), detail: z.string() }));

/** Whether a service could serve a request. */
export const Readiness = z.object({
  status: z.enum(["ready", "not_ready"]),
  service: z.string(),
  reasons: Reasons,
  notes: Reasons,
}).meta({
  id: "Readiness",
  example: {
    status: "not_ready",
    service: "guard",
    reasons: [{ what: "database", detail: "the database does not answer" }],
    notes: [],
  },
});

/** The health of a service and of its dependencies. */
export const HealthDetails = Health.extend({
  dependencies: z.record(
    z.string(),
    z.object({
      status: z.enum(["ok", "failing", "not_configured"]),
      latency_ms: z.number(),
      detail: z.string().optional(),
    }),
  ),
}).meta({ id: "HealthDetails" });
type Dependency = z.output<typeof HealthDetails>["dependencies"][string];

/** The state of a dependency with a sentence about it, which anyone may read. */
export interface Checked {
  /** Whether it works. */
  status: "ok" | "failing";
  /** A note on it for operators. */
  detail: string;
}

/**
 * Checks one dependency. Resolves to nothing when it works, to a string with the reason when it is optional
 * and not configured, to its state when there is more to report; throws when it fails.
 */
export type DependencyCheck = () => Promise<string | Checked | void>;

const CHECK_TIMEOUT_MS = 2_000;

/** Mounts `/health` and `<prefix>/health` on `app`. */
export function mountHealth(
  app: OpenAPIHono<AppEnv>,
  { name, title, prefix, lifecycle, dependencies = {}, readiness = {} }: {
    name: string;
    title: string;
    prefix: string;
    lifecycle: Lifecycle;
    dependencies?: Record<string, DependencyCheck>;
    readiness?: Record<string, ReadinessCheck>;
  },
): void {
  const body = (): z.output<typeof Health> => ({
    status: lifecycle.phase === "ready" ? "ok" : lifecycle.phase,
    version: VERSION,
    product: title,
    service: name,
    uptime_seconds: Math.max(0, (Date.now() - lifecycle.startedAt) / 1000),
  });
  const code = () => lifecycle.phase === "ready" ? 200 : 503;
  const open = { method: "get", open: true, unmetered: true, tags: ["health"] } as const;
  const Name = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const checks = Object.entries(dependencies).map(([name, check]) => [name, oneAtATime(check)] as const);
  app.openapi(
    endpoint({
      ...open,
      id: `get${Name}Health`,
      path: "/health",
      summary: "Whether the service takes requests",
      answers: { 200: json(Health, "It does"), 503: json(Health, "It is starting or stopping") },
    }),
    (c) => c.json(body(), code()),
  );
  const ready = readinessOf(readiness);
  app.openapi(
    endpoint({
      ...open,
      id: `get${Name}Readiness`,
      path: "/ready",
      summary: "Whether requests can be served now, with reasons if not; for load balancers",
      answers: {
        200: json(Readiness, "It could"),
        503: json(Readiness, "It could not, for the reasons that are listed"),
      },
    }),
    async (c) => {
      const { reasons: found, notes } = await ready();
      const { phase } = lifecycle;
      const waiting = phase === "ready" ? [] : [{ what: phase, detail: `the service is ${phase}` }];
      const reasons = [...waiting, ...found];
      const status = reasons.length === 0 ? "ready" : "not_ready";
      const headers: Record<string, string> = status === "ready" ? {} : { "retry-after": "5" };
      return c.json(
        { status, service: name, reasons, notes } as const,
        status === "ready" ? 200 : 503,
        headers,
      );
    },
  );
  app.openapi(
    endpoint({
      ...open,
      id: `get${Name}HealthDetails`,
      path: `${prefix}/health`,
      summary: "The health of the service and of its dependencies",
      answers: {
        200: json(HealthDetails, "It takes requests; `degraded` when something it needs fails"),
        503: json(HealthDetails, "It is starting or stopping"),
      },
    }),
    async (c) => {
      const checked = await Promise.all(
        checks.map(async ([name, check]) => [name, await checkedWithin(check)] as const),
      );
      const failing = checked.some(([, { status }]) => status === "failing");
      const health = body();
      const status = health.status === "ok" && failing ? "degraded" : health.status;
      return c.json({ ...health, status, dependencies: Object.fromEntries(checked) }, code());
    },
  );
}

/** Concurrent requests share a running check: anyone may ask, and checks that hang would pile up. */
function oneAtATime(check: DependencyCheck): DependencyCheck {
  let running: ReturnType<DependencyCheck> | undefined;
  return () => running ??= Promise.try(check).finally(() => running = undefined);
}

async function checkedWithin(check: DependencyCheck): Promise<Dependency> {
  const start = performance.now();
  const latency = () => Math.round((performance.now() - start) * 100) / 100;
  try {
    const outcome = await within(CHECK_TIMEOUT_MS, check());
    if (typeof outcome === "object") return { ...outcome, latency_ms: latency() };
    return outcome
      ? { status: "not_configured", latency_ms: latency(), detail: outcome }
      : { status: "ok", latency_ms: latency() };
  } catch (error) {
    const detail = error instanceof DeadlineError ? error.message : "failed";
    return { status: "failing", latency_ms: latency(), detail };
  }
}
