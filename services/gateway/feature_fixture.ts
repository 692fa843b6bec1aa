import { OpenAPIHono } from "@hono/zod-openapi";
import { jwtVerifier, signJwt } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { TEST_SECRET } from "lib/testing.ts";
import { openAuditLog } from "./books/audit.ts";
import type { AuditLog } from "./audit_event.ts";
import { auditStore } from "./books/audit_store.ts";
import type { GatewayEnv } from "./access/caller.ts";
import { costs } from "./books/costs.ts";
import { renderGatewayError } from "./errors.ts";
import { governance } from "./access/governance.ts";
import { openKeyReplica } from "./access/key_replica.ts";
import { createKeyring } from "./access/keys.ts";
import { logs } from "./books/logs.ts";
import type { Meter } from "./usage.ts";
import { usageStore } from "./books/usage_store.ts";
import { openMeter } from "./books/usage_writer.ts";
import { prices } from "./prices/prices.ts";
import { priceStore } from "./prices/prices_store.ts";
import { type ConfigHolder, openConfig } from "./providers/config.ts";
import { settings } from "./providers/config_fixture.ts";
import { noSetPrices } from "./providers/set_prices.ts";

export const TEST_ADMIN_KEY = "dwn-admin-of-the-tests";

export interface Features {
  meter: Meter;
  audit: AuditLog;
  /** Configuration with "echo", and "openai" with a key. */
  config: ConfigHolder;
  /** Sends a request with `key`, which may be a token. */
  call(path: string, options?: { key?: string; method?: string; body?: unknown }): Promise<Response>;
  /** A token of the platform. */
  jwt(role: "admin" | "manager" | "user", sub: string): Promise<string>;
}

/** The governance, cost and log features with a real database and authentication. */
export async function withFeatures(sql: Sql, test: (features: Features) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "features-" });
  const log = createLogger({ write: () => {} });
  // A long timeout for busy machines, so that the next page shows all records.
  const keeping = { dir, maxBytes: 10_000_000, log, patienceMs: 60_000 };
  const meter = await openMeter({ store: usageStore(sql), ...keeping });
  const audit = await openAuditLog({ store: auditStore(sql), ...keeping });
  const setPrices = noSetPrices();
  const config = await openConfig(settings({ OPENAI_API_KEY: "k" }), { setPrices });
  const replica = await openKeyReplica({ sql, log, setPrices });
  const verify = jwtVerifier({ secret: TEST_SECRET });
  const keyring = createKeyring({ replica, adminKey: TEST_ADMIN_KEY, verify, oidc: false, required: true });
  const app = new OpenAPIHono<GatewayEnv>();
  app.onError(renderGatewayError);
  app.use(async (c, next) => {
    c.set("requestId", "r-test");
    c.set("ip", "10.1.2.3");
    c.set("log", log);
    c.set("caller", await keyring.authenticate(c.req.raw));
    await next();
  });
  app.route("/", costs({ store: usageStore(sql), meter }));
  app.route("/", logs({ store: auditStore(sql), audit, meter }));
  app.route("/", governance({ sql, usage: usageStore(sql), audit, replica }));
  app.route("/", prices({ store: priceStore(sql), config, audit, replica }));
  try {
    await test({
      meter,
      audit,
      config,
      call: async (path, { key = TEST_ADMIN_KEY, method = "GET", body } = {}) => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const json = body === undefined ? undefined : JSON.stringify(body);
        return await app.request(path, { method, headers, ...(json === undefined ? {} : { body: json }) });
      },
      jwt: (role, sub) => signJwt(TEST_SECRET, { sub, role }),
    });
  } finally {
    replica.close();
    await meter.close();
    await audit.close();
    await Deno.remove(dir, { recursive: true });
  }
}
