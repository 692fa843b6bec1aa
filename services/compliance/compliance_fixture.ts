import type { Role } from "lib/auth.ts";
import type { Sql } from "lib/db.ts";
import { createLogger } from "lib/log.ts";
import { bearer, testService } from "lib/testing.ts";
import { createApp } from "./app.ts";
import { openCatalogue } from "./catalogue.ts";
import type { Thresholds } from "./certificate.ts";
import { openSigner } from "./signing.ts";

/** What the tests of this service share. */
export const DATABASE = { schema: "compliance", migrations: import.meta.resolve("./migrations/") };

const log = createLogger({ write: () => {} });

/** The service on `sql`, and a caller of its routes. */
export async function served(
  sql: Sql,
  now: () => number = Date.now,
  thresholds: Thresholds = { certified: 80, frameworkFloor: 70, conditional: 60 },
) {
  const catalogue = await openCatalogue({ log });
  const app = createApp({
    service: testService(),
    sql,
    catalogue,
    signer: await openSigner(sql),
    thresholds,
    corsOrigins: ["https://portal.example"],
    publicUrl: "https://diwan.example",
    now,
  });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    role: Role | null = "manager",
    sub?: string,
  ) => {
    const response = await app.request(path.startsWith("/.") ? path : `/api/v1/comply${path}`, {
      method,
      headers: { ...role ? await bearer(role, sub) : {}, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = response.headers.get("content-type")?.includes("json") ? await response.json() : undefined;
    return { status: response.status, body: text, response };
  };
  return { app, call };
}

export const FULL = {
  has_audit_trail: true,
  has_bias_detection: true,
  has_human_oversight: true,
  has_data_encryption: true,
  has_consent_mechanism: true,
  has_explainability: true,
};
export const SYSTEM = {
  system_name: "مساعد المتعاملين",
  system_type: "chatbot",
  risk_level: "high",
  data_types: ["personal"],
  deployment_region: "KSA",
  features: { ...FULL, has_explainability: false },
};
