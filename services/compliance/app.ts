import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Sql } from "lib/db.ts";
import { mountMcp } from "lib/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service.ts";
import { assess } from "./assess.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Thresholds } from "./certificate.ts";
import { certificates } from "./certificates.ts";
import { certificateStore } from "./certificates_store.ts";
import { frameworks } from "./frameworks.ts";
import { mcpTools } from "./mcp.ts";
import { reports } from "./reports.ts";
import { reportStore } from "./reports_store.ts";
import type { Signer } from "./signing.ts";
import { systems } from "./systems.ts";
import { systemStore } from "./systems_store.ts";

export interface Deps {
  service: ServiceDeps;
  sql: Sql;
  catalogue: Catalogue;
  signer: Signer;
  thresholds: Thresholds;
  corsOrigins: string[];
  publicUrl: string | undefined;
  now?: () => number;
}

const PREFIX = "/api/v1/comply";

export function createApp(
  { service, sql, catalogue, signer, thresholds, corsOrigins, publicUrl, now }: Deps,
): OpenAPIHono<AppEnv> {
  const store = reportStore(sql, { now });
  const kept = certificateStore(sql, { now });
  const app = createService({
    ...service,
    name: "compliance",
    title: "Diwan Compliance",
    description: "Frameworks, assessments, gaps, plans and signed certificates, in Arabic and English.",
    prefix: PREFIX,
    heavy: [
      `GET ${PREFIX}/reports/:id/export`,
      `GET ${PREFIX}/certificates/:id/pdf`,
      `GET ${PREFIX}/reports/:id/plan`,
    ],
    open: [
      `POST ${PREFIX}/certificate/verify`,
      `GET ${PREFIX}/certificates/:id/verify`,
      "GET /.well-known/jwks.json",
    ],
    cors: corsOrigins,
    dependencies: {
      database: async () => void await sql`select 1`,
      frameworks: () => {
        const [fault] = catalogue.faults();
        if (fault) {
          return Promise.resolve(
            `${catalogue.faults().length} files left out: ${fault.file}, line ${fault.line}`,
          );
        }
        return Promise.resolve();
      },
    },
  });
  app.get("/.well-known/jwks.json", (c) => c.json(signer.jwks()));
  app.route(PREFIX, frameworks(catalogue));
  app.route(PREFIX, assess({ catalogue, store }));
  app.route(PREFIX, reports({ store }));
  app.route(PREFIX, systems({ catalogue, store: systemStore(sql, { now }) }));
  app.route(
    PREFIX,
    certificates({
      store: kept,
      reports: store,
      signer,
      thresholds,
      publicUrl,
      prefix: PREFIX,
      now,
    }),
  );
  mountMcp(app, {
    name: "diwan-compliance",
    tools: mcpTools({ catalogue, store, certificates: kept, signer }),
  });
  return app;
}
