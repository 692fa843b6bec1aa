import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Sql } from "lib/database/db.ts";
import { mountMcp } from "lib/mcp/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { frameworks } from "./catalogue/frameworks.ts";
import { certificates } from "./certificates/certificates.ts";
import { certificateStore } from "./certificates/certificates_store.ts";
import type { Thresholds } from "./certificates/level.ts";
import type { Signer } from "./certificates/signing.ts";
import { signingKeys } from "./certificates/signing_keys.ts";
import { exports } from "./exports/export.ts";
import { mcpTools } from "./mcp.ts";
import { assessmentRoutes } from "./reports/assess.ts";
import { reportAccess, reportSharing } from "./reports/report_access.ts";
import { reports } from "./reports/reports.ts";
import { reportStore } from "./reports/reports_store.ts";
import { systems } from "./systems/systems.ts";
import { systemStore } from "./systems/systems_store.ts";
import { WORDS } from "./field_words.ts";

export interface Deps {
  service: ServiceDeps;
  sql: Sql;
  catalogue: Catalogue;
  signer: Signer;
  rules: SharingRules;
  thresholds: Thresholds;
  corsOrigins: string[];
  publicUrl: string | undefined;
  now?: () => number;
}

const PREFIX = "/api/v1/comply";

const TAGS = {
  frameworks: "Laws and standards with their requirements, and the evidence that would show each",
  assessments: "Systems held against frameworks",
  reports: "Assessments as they are kept, with gaps, plans, comparisons and files",
  systems: "Assessed systems over time, and the evidence behind them",
  certificates: "Signed certificates that reports earn, open to verification by anyone",
  sharing: "With whom a system, a report or a certificate is shared",
};

export function createApp(
  { service, sql, catalogue, signer, rules, thresholds, corsOrigins, publicUrl, now }: Deps,
): OpenAPIHono<AppEnv> {
  const store = reportStore(sql, { rules, now });
  const kept = certificateStore(sql, { rules, now });
  const access = reportAccess(store, rules);
  const app = createService({
    ...service,
    name: "compliance",
    title: "Diwan Compliance",
    description: "Frameworks, assessments, gaps, plans and signed certificates, in Arabic and English.",
    prefix: PREFIX,
    tags: TAGS,
    words: WORDS,
    cors: corsOrigins,
    dependencies: {
      database: async () => void await sql`select 1`,
      frameworks: () => Promise.resolve(leftOut(catalogue)),
    },
  });
  app.route("/", signingKeys(signer));
  app.route(PREFIX, frameworks(catalogue));
  app.route(PREFIX, assessmentRoutes({ catalogue, store }));
  app.route(PREFIX, reports({ store, access }));
  app.route(PREFIX, exports({ access }));
  app.route(PREFIX, reportSharing(store, rules));
  app.route(PREFIX, systems({ catalogue, store: systemStore(sql, { rules, now }), rules }));
  app.route(
    PREFIX,
    certificates({
      store: kept,
      reports: store,
      access,
      catalogue,
      rules,
      signer,
      thresholds,
      publicUrl,
      consoleUrl: service.consolePlace?.publicUrl,
      prefix: PREFIX,
      now,
    }),
  );
  mountMcp(app, {
    name: "diwan-compliance",
    tools: mcpTools({ catalogue, store, certificates: kept, rules, signer, now }),
    hosts: service.mcpHosts,
  });
  return app;
}

/** Health note on skipped framework files; undefined when there are none. */
function leftOut(catalogue: Catalogue): string | undefined {
  const [fault] = catalogue.faults();
  return fault && `${catalogue.faults().length} files left out: ${fault.file}, line ${fault.line}`;
}
