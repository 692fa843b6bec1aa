import assert from "node:assert/strict";
import type { AttackWarnings } from "lib/injection/attack_warning.ts";
import type { Role } from "lib/auth/auth.ts";
import type { Sql } from "lib/database/db.ts";
import { openaiProvider, type Provider } from "lib/providers/provider.ts";
import { bearer, testService } from "lib/testing.ts";
import type { Caller } from "./access.ts";
import { createApp } from "./app.ts";
import { createEvaluator, type Evaluator } from "./evaluation/evaluator.ts";
import { reportPdf } from "./reports/report_pdf.ts";
import type { ReportPrinter } from "./reports/report_printer.ts";

export const DATABASE = { schema: "procurement", migrations: import.meta.resolve("./migrations/") };

/** Prints in the main thread, since a worker would outlive the test. */
export const INLINE: ReportPrinter = { print: reportPdf, close() {} };

interface Options {
  now?: () => number;
  lateBids?: "reject" | "flag";
  provider?: Provider;
  model?: string;
  requirementModel?: string;
  modelTimeoutMs?: number;
  attacks?: AttackWarnings;
  evaluator?: Evaluator;
  publicTenders?: boolean;
}

export function served(
  sql: Sql,
  {
    now,
    lateBids = "reject",
    provider = openaiProvider({}),
    model,
    requirementModel,
    modelTimeoutMs,
    attacks,
    evaluator = createEvaluator(),
    publicTenders = false,
  }: Options = {},
) {
  const app = createApp({
    service: testService({ publicUrl: "https://tenders.example.org/base/" }),
    sql,
    evaluator,
    printer: INLINE,
    provider,
    model,
    requirementModel,
    modelTimeoutMs,
    attacks,
    lateBids,
    timeZone: "Asia/Dubai",
    publicTenders,
    ocds: { ocidPrefix: "ocds-abc123", publisher: "وزارة المالية" },
    now,
  });
  return async (method: string, path: string, body?: unknown, as: Role | Caller | "nobody" = "admin") => {
    const authorization = as === "nobody"
      ? {}
      : typeof as === "string"
      ? await bearer(as)
      : await bearer(as.role, as.sub);
    const response = await app.request(`/api/v1${path}`, {
      method,
      headers: { ...authorization, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = response.headers.get("content-type")?.includes("json") ? await response.json() : undefined;
    return { status: response.status, body: text, response };
  };
}
export type Call = ReturnType<typeof served>;

export const TENDER = {
  title: "توريد أجهزة حاسوب",
  description: "Laptops with on-site support",
  category: "it",
  sealed: false,
  budget_min: 400,
  budget_max: 1200,
  deadline: "2026-12-31",
  requirements: ["ISO 9001 certificate"],
  evaluation_criteria: { price: 0.6, quality: 0.2, compliance: 0.2 },
};

export async function registered(call: Call, number: string, name = `شركة ${number}`): Promise<string> {
  const { status, body } = await call("POST", "/suppliers", {
    name,
    registration_number: number,
    certifications: ["ISO 9001 certificate"],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

export async function published(call: Call, changes = {}): Promise<string> {
  const { status, body } = await call("POST", "/tenders", { ...TENDER, ...changes });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

export async function offered(call: Call, tender: string, supplier: string, amount: number, changes = {}) {
  const { status, body } = await call("POST", `/tenders/${tender}/bids`, {
    supplier_id: supplier,
    amount,
    delivery_days: 10,
    ...changes,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
