import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AttackWarnings } from "lib/injection/attack_warning.ts";
import type { Sql } from "lib/database/db.ts";
import type { Provider } from "lib/providers/provider.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import { analysis } from "./tenders/analysis.ts";
import { bids } from "./bids/bids.ts";
import { bidStore } from "./bids/bids_store.ts";
import { changes } from "./changes.ts";
import { evaluations } from "./evaluation/evaluations.ts";
import { evaluationStore } from "./evaluation/evaluations_store.ts";
import type { Evaluator } from "./evaluation/evaluator.ts";
import { judgements } from "./evaluation/judgements.ts";
import { judgementStore } from "./evaluation/judgements_store.ts";
import { marketStore } from "./tenders/market_store.ts";
import { ocds } from "./ocds/ocds.ts";
import { ocdsImportStore } from "./ocds/ocds_import_store.ts";
import { ocdsStore } from "./ocds/ocds_store.ts";
import type { ReportPrinter } from "./reports/report_printer.ts";
import { reports } from "./reports/reports.ts";
import { reportStore } from "./reports/reports_store.ts";
import { supplierRecords } from "./suppliers/supplier_records.ts";
import { supplierRecordStore } from "./suppliers/supplier_records_store.ts";
import { suppliers } from "./suppliers/suppliers.ts";
import { supplierStore } from "./suppliers/suppliers_store.ts";
import { publicTenders } from "./tenders/public_tenders.ts";
import { tenders } from "./tenders/tenders.ts";
import { tenderStore } from "./tenders/tenders_store.ts";
import { WORDS } from "./field_words.ts";

export interface Deps {
  service: ServiceDeps;
  sql: Sql;
  /** Evaluates bids. */
  evaluator: Evaluator;
  printer: ReportPrinter;
  /** The gateway, for the wording of analyses. */
  provider: Provider;
  /** The model that writes analyses; undefined for none. */
  model: string | undefined;
  /** The model that proposes findings on unclear requirements; undefined for none. */
  requirementModel?: string;
  /** Checks bidders' proposals for prompt injection. */
  attacks?: AttackWarnings;
  /** Timeout of either model in milliseconds. */
  modelTimeoutMs?: number;
  lateBids: "reject" | "flag";
  timeZone: string;
  ocds: { ocidPrefix: string; publisher: string };
  /** Whether the list of open tenders is public. */
  publicTenders: boolean;
  now?: () => number;
}

const PREFIX = "/api/v1";

export function createApp(
  {
    service,
    sql,
    evaluator,
    printer,
    provider,
    model,
    requirementModel,
    attacks,
    modelTimeoutMs,
    lateBids,
    timeZone,
    ocds: { ocidPrefix, publisher },
    publicTenders: isPublished,
    now,
  }: Deps,
): OpenAPIHono<AppEnv> {
  const stores = {
    tenders: tenderStore(sql, { timeZone, now }),
    bids: bidStore(sql, { now }),
    suppliers: supplierStore(sql, { now }),
    evaluations: evaluationStore(sql, { now }),
    reports: reportStore(sql, { now }),
  };
  const proposer = requirementModel === undefined
    ? undefined
    : { provider, model: requirementModel, timeoutMs: modelTimeoutMs, attacks };
  const app = createService({
    ...service,
    name: "procurement",
    title: "Diwan Procurement",
    description: "Tenders, bids and suppliers; evaluation by arithmetic; reports that a committee can sign.",
    prefix: PREFIX,
    tags: {
      tenders: "Purchases: their subject, deadline, and the criteria by which bids are compared",
      bids: "Offers of suppliers, sealed until they are opened",
      evaluation: "Scores, findings, evaluations and awards",
      suppliers: "Who may bid, and how they did",
      reports: "Reports of evaluations, made to be signed",
      ocds: "Open Contracting Data Standard, out and in",
      audit: "Who changed what",
    },
    words: WORDS,
    dependencies: {
      database: async () => void await sql`select 1`,
      model: () =>
        Promise.resolve(model ? undefined : "PROCUREMENT_MODEL is not set: analyses are worded from data"),
    },
  });
  app.route(PREFIX, tenders(stores.tenders, { timeZone, now }));
  app.route(PREFIX, publicTenders(stores.tenders, { isPublished }));
  app.route(PREFIX, bids({ store: stores.bids, tenders: stores.tenders, lateBids }));
  app.route(
    PREFIX,
    judgements({ store: judgementStore(sql, { now }), tenders: stores.tenders, bids: stores.bids }),
  );
  app.route(
    PREFIX,
    evaluations({
      store: stores.evaluations,
      bids: stores.bids,
      tenders: stores.tenders,
      evaluator,
      proposer,
      now,
    }),
  );
  app.route(
    PREFIX,
    analysis({ tenders: stores.tenders, market: marketStore(sql), provider, model, modelTimeoutMs, now }),
  );
  app.route(PREFIX, suppliers(stores.suppliers));
  app.route(PREFIX, supplierRecords({ store: supplierRecordStore(sql, { now }), ...stores }));
  app.route(
    PREFIX,
    reports({ store: stores.reports, tenders: stores.tenders, evaluations: stores.evaluations, printer }),
  );
  app.route(
    PREFIX,
    ocds({
      tenders: stores.tenders,
      store: ocdsStore(sql, { ocidPrefix }),
      imports: ocdsImportStore(sql, { ocidPrefix, now }),
      publicUrl: service.publicUrl,
      publisher,
      now,
    }),
  );
  app.route(PREFIX, changes(sql));
  return app;
}
