/** /health on the root for balancers, and under a service's prefix with what it depends on. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/endpoint.ts";
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

/** The state of a dependency with a sentence about it, which anyone may read. */
export interface Checked {
  /** Whether it works. */
  status: "ok" | "failing";
  /** What an operator should know of it. */
  detail: string;
}

/**
 * Checks one dependency: resolves when it works, to a string that says why it is not configured when it
 * need not work, to its state when there is more to tell, and throws when it fails.
 */
export type DependencyCheck = () => Promise<string | Checked | void>;

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
  app.openapi(
    endpoint({
      ...open,
      id: `get${Name}HealthDetails`,
      path: `${prefix}/health`,
      summary: "The service's health and that of what it depends on",
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

/** A check that is asked for while it runs is not begun again: one that hangs would pile up, and anyone may ask. */
function oneAtATime(check: DependencyCheck): DependencyCheck {
  let running: ReturnType<DependencyCheck> | undefined;
  return () => running ??= Promise.try(check).finally(() => running = undefined);
}

async function checkedWithin(check: DependencyCheck): Promise<Dependency> {
  const start = performance.now();
  const { promise: late, resolve } = Promise.withResolvers<Dependency>();
  const latency = () => Math.round((performance.now() - start) * 100) / 100;
  const failing = (detail: string): Dependency => ({ status: "failing", latency_ms: latency(), detail });
  const timer = setTimeout(() => resolve(failing(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  const checked = check().then((told): Dependency => {
    if (typeof told === "object") return { ...told, latency_ms: latency() };
    return told
      ? { status: "not_configured", latency_ms: latency(), detail: told }
      : { status: "ok", latency_ms: latency() };
  }).catch(() => failing("failed"));
  const result = await Promise.race([checked, late]);
  clearTimeout(timer);
  return result;
}
