import type { OpenAPIHono } from "@hono/zod-openapi";
import { mountMcp } from "lib/mcp/mcp.ts";
import { NotReady, type ReadinessCheck } from "lib/service/readiness.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import { documentSharing } from "./access/document_access.ts";
import { cellCorrectionRoutes } from "./documents/cell_corrections.ts";
import { type CorrectionDeps, correctionRoutes } from "./documents/corrections.ts";
import { pageImages } from "./documents/page_image.ts";
import { type DocumentDeps, documents } from "./documents/documents.ts";
import { type ExportDeps, exports } from "./export/exports.ts";
import { type DuplicateDeps, duplicateRoutes } from "./keeping/duplicates.ts";
import { type RetentionDeps, retentionRoutes } from "./keeping/retention.ts";
import { type TagDeps, tagRoutes } from "./keeping/tags.ts";
import { mcpTools } from "./mcp.ts";
import type { Reader } from "./reading/reader.ts";
import { type ReprocessDeps, reprocessRoutes } from "./reprocess/reprocess.ts";
import { type StepEndpointDeps, stepEndpoints } from "./steps/step_endpoints.ts";
import { type TypeDeps, typeRoutes } from "./types/document_types.ts";
import { typeTransfer } from "./types/type_transfer.ts";
import { type TrialDeps, typeTrial } from "./types/type_trial.ts";
import { upload, type UploadDeps } from "./uploads/upload.ts";
import { WORDS } from "./field_words.ts";

type FeatureDeps =
  & DocumentDeps
  & UploadDeps
  & StepEndpointDeps
  & CorrectionDeps
  & ExportDeps
  & TagDeps
  & DuplicateDeps
  & RetentionDeps
  & ReprocessDeps
  & TypeDeps
  & TrialDeps;

export interface Deps extends FeatureDeps {
  service: ServiceDeps;
  rules: SharingRules;
  /** The provider's missing setting, when a model is configured. */
  missingSetting: string | undefined;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}

const PREFIX = "/api/v1/docs";

export function createApp(deps: Deps): OpenAPIHono<AppEnv> {
  const app = createService({
    ...deps.service,
    name: "documents",
    title: "Diwan Documents",
    description:
      "Document upload, OCR, classification, field extraction and validation, in Arabic and English.",
    prefix: PREFIX,
    tags: {
      documents: "Files and everything known of them",
      types: "Types of documents with fields of one's own",
      steps: "Reading, classifying, extracting and checking",
    },
    words: WORDS,
    readiness: { ...deps.service.readiness, reading: readingReady(deps.reader) },
    dependencies: {
      database: deps.ping,
      uploads: () => deps.blobs.check(),
      model: () => Promise.resolve(deps.missingSetting && `set ${deps.missingSetting}`),
    },
  });
  app.route(PREFIX, upload(deps));
  app.route(PREFIX, stepEndpoints(deps));
  app.route(PREFIX, reprocessRoutes(deps));
  app.route(PREFIX, documents(deps));
  app.route(PREFIX, exports(deps));
  app.route(PREFIX, pageImages(deps));
  app.route(PREFIX, correctionRoutes(deps));
  app.route(PREFIX, cellCorrectionRoutes(deps));
  app.route(PREFIX, tagRoutes(deps));
  app.route(PREFIX, typeTransfer(deps));
  app.route(PREFIX, typeTrial(deps));
  app.route(PREFIX, typeRoutes(deps));
  app.route(PREFIX, duplicateRoutes(deps));
  app.route(PREFIX, retentionRoutes(deps));
  app.route(PREFIX, documentSharing(deps.documents, deps.rules));
  mountMcp(app, { name: "diwan-documents", tools: mcpTools(deps), hosts: deps.service.mcpHosts });
  return app;
}

function readingReady(reader: Reader): ReadinessCheck {
  return () =>
    reader.ready().catch((cause) => {
      throw new NotReady("no reading worker starts: documents cannot be read", { cause });
    });
}
