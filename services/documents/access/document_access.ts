import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { type Document, DocumentId } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";

/** The document if the caller may perform `act`; throws 404 when they may not read it, else 403. */
export type DocumentAccess = (caller: Caller, id: string, act: Act) => Promise<Document>;

export function documentAccess(documents: DocumentStore, rules: SharingRules): DocumentAccess {
  return async (caller, id, act) => rules.check(caller, await documents.find(id), { act, what: "Document" });
}

export function documentSharing(documents: DocumentStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/documents/{id}",
    id: DocumentId.shape.id,
    what: "Document",
    tag: "documents",
    rules,
    find: (id) => documents.find(id),
    share: (id, sharing) => documents.share(id, sharing),
  });
}
