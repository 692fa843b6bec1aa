import type { OpenAPIHono } from "@hono/zod-openapi";
import { mountMcp } from "lib/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service.ts";
import type { SharingRules } from "lib/sharing.ts";
import type { Background } from "./background.ts";
import { classify } from "./classify.ts";
import { documentSharing } from "./document_access.ts";
import { type DocumentDeps, documents } from "./documents.ts";
import { extract } from "./extract.ts";
import { mcpTools } from "./mcp.ts";
import { ocr } from "./ocr.ts";
import { process } from "./process.ts";
import type { Steps } from "./steps.ts";
import { upload, type UploadDeps } from "./upload.ts";
import { validate } from "./validate.ts";

export interface Deps extends DocumentDeps, UploadDeps {
  service: ServiceDeps;
  rules: SharingRules;
  steps: Steps;
  background: Background;
  /** Whether a model is asked, which makes classifying and extracting heavy. */
  asksModel: boolean;
  /** The provider's missing setting, when a model is to be asked. */
  missingSetting: string | undefined;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}

const PREFIX = "/api/v1/docs";
const MULTIPART_OVERHEAD = 1024 * 1024;

export function createApp(deps: Deps): OpenAPIHono<AppEnv> {
  const { access, steps, pages, background, blobs } = deps;
  const app = createService({
    ...deps.service,
    name: "documents",
    title: "Diwan Documents",
    description:
      "Document upload, OCR, classification, field extraction and validation, in Arabic and English.",
    prefix: PREFIX,
    heavy: [
      `GET ${PREFIX}/documents/:id/searchable.pdf`,
      ...(deps.asksModel ? [`POST ${PREFIX}/classify`, `POST ${PREFIX}/extract`] : []),
    ],
    bodyLimits: { [`POST ${PREFIX}/upload`]: deps.maxFileBytes + MULTIPART_OVERHEAD },
    dependencies: {
      database: deps.ping,
      uploads: () => blobs.check(),
      reading: () => deps.reader.ready(),
      model: () => Promise.resolve(deps.missingSetting && `set ${deps.missingSetting}`),
    },
  });
  app.route(PREFIX, upload(deps));
  app.route(PREFIX, ocr(access, steps, pages));
  app.route(PREFIX, classify(access, steps));
  app.route(PREFIX, extract(access, steps));
  app.route(PREFIX, validate(access, steps));
  app.route(PREFIX, process(access, background));
  app.route(PREFIX, documents(deps));
  app.route(PREFIX, documentSharing(deps.documents, deps.rules));
  mountMcp(app, { name: "diwan-documents", tools: mcpTools(deps) });
  return app;
}
