/** /health on the root for balancers, and under a service's prefix with what it depends on. */
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Lifecycle } from "lib/lifecycle.ts";
import { json } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { VERSION } from "lib/version.ts";

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

/** The health of a service and of what it needs. */
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

/**
 * Checks one dependency: resolves when it works, to a string that says why it is not configured when it
 * need not work, and throws when it fails.
 */
export type DependencyCheck = () => Promise<string | void>;

const CHECK_TIMEOUT_MS = 2_000;

/** Mounts `/health` and `<prefix>/health` on `app`. */
export function mountHealth(
  app: OpenAPIHono<AppEnv>,
  { name, title, prefix, lifecycle, dependencies = {} }: {
    name: string;
    title: string;
    prefix: string;
    lifecycle: Lifecycle;
    dependencies?: Record<string, DependencyCheck>;
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
  const open = { security: [], tags: ["health"] };
  app.openapi(
    createRoute({
      ...open,
      method: "get",
      path: "/health",
      summary: "Whether the service takes requests",
      responses: { 200: json(Health, "It does"), 503: json(Health, "It is starting or stopping") },
    }),
    (c) => c.json(body(), code()),
  );
  app.openapi(
    createRoute({
      ...open,
      method: "get",
      path: `${prefix}/health`,
      summary: "The service's health and that of what it depends on",
      responses: {
        200: json(HealthDetails, "It takes requests; `degraded` when something it needs fails"),
        503: json(HealthDetails, "It is starting or stopping"),
      },
    }),
    async (c) => {
      const checked = await Promise.all(
        Object.entries(dependencies).map(async ([name, check]) =>
          [name, await checkedWithin(check)] as const
        ),
      );
      const failing = checked.some(([, { status }]) => status === "failing");
      const health = body();
      const status = health.status === "ok" && failing ? "degraded" : health.status;
      return c.json({ ...health, status, dependencies: Object.fromEntries(checked) }, code());
    },
  );
}

async function checkedWithin(check: DependencyCheck): Promise<Dependency> {
  const start = performance.now();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("timeout")), CHECK_TIMEOUT_MS);
  const latency = () => Math.round((performance.now() - start) * 100) / 100;
  try {
    const missing = await Promise.race([check(), late]);
    if (!missing) return { status: "ok", latency_ms: latency() };
    return { status: "not_configured", latency_ms: latency(), detail: missing };
  } catch (error) {
    const timedOut = error instanceof Error && error.message === "timeout";
    return {
      status: "failing",
      latency_ms: latency(),
      detail: timedOut ? `no answer in ${CHECK_TIMEOUT_MS} ms` : "failed",
    };
  } finally {
    clearTimeout(timer);
  }
}
