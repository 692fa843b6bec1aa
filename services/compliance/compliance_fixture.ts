import type { Role } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { bearer, testService } from "lib/testing.ts";
import { createApp } from "./app.ts";
import type { AssessmentInput } from "./assessment/assessment_input.ts";
import { ScreeningInput } from "./assessment/screening.ts";
import { openCatalogue } from "./catalogue/catalogue.ts";
import { EVIDENCE } from "./catalogue/evidence.ts";
import type { Thresholds } from "./certificates/level.ts";
import { builtIn } from "./catalogue/built_in_fixture.ts";
import { assessmentReport, Report } from "./reports/report.ts";
import { openSigner } from "./certificates/signing.ts";

/** The schema that tests of this service use. */
export const DATABASE = { schema: "compliance", migrations: import.meta.resolve("./migrations/") };

// Shared by all tests, since reading the frameworks' files takes longer than most tests and no test changes
// them.
const catalogue = await openCatalogue({ log: createLogger({ write: () => {} }) });

export const USUAL: Thresholds = { certified: 80, frameworkFloor: 70, conditional: 60, coverage: 80 };

/** The service on `sql`, with a client of its routes. */
export async function served(
  sql: Sql,
  now: () => number = Date.now,
  thresholds: Thresholds = USUAL,
  consoleUrl?: string,
) {
  const app = createApp({
    service: testService(consoleUrl ? { consolePlace: { port: 8080, publicUrl: consoleUrl } } : {}),
    sql,
    catalogue,
    signer: await openSigner(sql),
    rules: sharingRules("private", { may: "change" }),
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

/** All switches and all evidence that the built-in frameworks name, set to true. */
export const SHOWN: Record<string, boolean> = {
  ...FULL,
  ...Object.fromEntries(
    [...EVIDENCE.keys()].filter((key) => key.startsWith("has_")).map((key) => [key, true]),
  ),
};

const { frameworks } = builtIn;

/** A report on built-in frameworks, computed without a store. */
export function situatedReport(ids: string | string[], changes: Partial<AssessmentInput> = {}): Report {
  const used = [ids].flat().flatMap((id) => frameworks.find((framework) => framework.id === id) ?? []);
  if (used.length !== [ids].flat().length) throw new Error(`No such framework among ${ids}`);
  return Report.parse({
    ...assessmentReport({ ...SYSTEM, ...changes }, used),
    id: "019a0000-0000-7000-8000-000000000004",
    system_id: "019a0000-0000-7000-8000-000000000005",
    assessed_at: "2026-11-21T08:00:00.000Z",
    assessed_by: "alice",
  });
}

/** Answers of a screening that finds no prohibited practice and no high-risk use. */
export const SCREENED: ScreeningInput = Object.fromEntries(
  ScreeningInput.keyof().options.map((question) => [question, "no" as const]),
);
