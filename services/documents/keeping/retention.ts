import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { forbidden, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, pageOf, PageQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { type Document, DocumentId } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import type { RemovalStore } from "../storage/removal_store.ts";

export interface RetentionDeps {
  access: DocumentAccess;
  documents: DocumentStore;
  removals: RemovalStore;
  /** Days until documents are deleted; undefined: never. */
  retentionDays: number | undefined;
}

const KeepUntil = z.iso.date().nullable();
/** From the year 1: Postgres has no year 0. */
const NewKeepUntil = z.iso.date().refine((day) => day >= "0001", "must be a day from the year 1 on")
  .nullable();

const RetentionInput = z.strictObject({
  keep_until: NewKeepUntil.optional().meta({
    description: "Last day of its retention, instead of DOCUMENTS_RETENTION_DAYS; null: that setting applies",
  }),
  legal_hold: z.boolean().optional().meta({
    description:
      "Legal hold: while true, neither people nor sweeps can delete it; set by managers and admins",
  }),
}).meta({ id: "RetentionInput", example: { keep_until: "2031-12-31" } });

const RetentionState = z.object({
  keep_until: KeepUntil.meta({ description: "Last day set for this document" }),
  legal_hold: z.boolean().meta({ description: "Whether it is under legal hold" }),
  kept_until: KeepUntil.meta({
    description: "Last day before its deletion by either rule; null: never, or under legal hold",
  }),
}).meta({
  id: "RetentionState",
  example: { keep_until: "2031-12-31", legal_hold: false, kept_until: "2031-12-31" },
});

const Deletion = z.object({
  document_id: z.uuid().meta({ description: "The deleted document" }),
  owner: z.string().meta({ description: "`sub` of its owner's token" }),
  sha256: z.string().meta({ description: "Of its bytes" }),
  reason: z.enum(["asked", "keep_until", "retention"]).meta({
    description: "Reason: a request, its own last day, or DOCUMENTS_RETENTION_DAYS",
  }),
  deleted_by: z.string().nullable().meta({ description: "Who requested it; null: a sweep" }),
  deleted_at: z.iso.datetime().meta({ description: "When that was" }),
}).meta({ id: "DocumentDeletion" });

const DeletionList = pageOf("deletions", Deletion).meta({ id: "DeletionList" });

const tags = ["documents"];
const missing = { 404: "No such document, or none that the caller may read" } as const;

export function retentionRoutes(deps: RetentionDeps): OpenAPIHono<AppEnv> {
  const app = feature();
  const { access, documents, removals, retentionDays } = deps;

  app.openapi(
    endpoint({
      id: "getRetention",
      method: "get",
      path: "/documents/{id}/retention",
      tags,
      summary: "Read a document's retention",
      request: { params: DocumentId },
      answers: { 200: json(RetentionState, "Its days, and whether it is held") },
      fails: missing,
    }),
    async (c) => {
      const document = await access(c.var.user, c.req.valid("param").id, "read");
      return c.json(stateOf(document, retentionDays), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "setRetention",
      method: "put",
      path: "/documents/{id}/retention",
      tags,
      summary: "Set a document's retention",
      description:
        "For its owner, managers and admins; only managers and admins set or lift a legal hold. Omitted fields are unchanged.",
      request: { params: DocumentId, body: jsonBody(RetentionInput) },
      answers: { 200: json(RetentionState, "Its days, and whether it is held") },
      fails: { 403: "Not the caller's to delete, or a legal hold by a user", ...missing },
    }),
    async (c) => {
      const { role } = c.var.user;
      const input = c.req.valid("json");
      const { id } = await access(c.var.user, c.req.valid("param").id, "remove");
      if (input.legal_hold !== undefined && role === "user") throw forbidden(role, ["manager", "admin"]);
      const document = await documents.keep(id, input);
      if (!document) throw notFound("Document");
      return c.json(stateOf(document, retentionDays), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listDeletions",
      method: "get",
      path: "/deletions",
      tags,
      summary: "List deleted documents, newest first",
      description: "With time, reason and person of each deletion; without file names and texts.",
      roles: ["manager", "admin"],
      request: { query: PageQuery },
      answers: { 200: json(DeletionList, "A page of deletions") },
    }),
    async (c) => {
      const { page, page_size } = c.req.valid("query");
      const { rows, total } = await removals.deletions(limitOffset({ page, page_size }));
      return c.json({ deletions: rows, total, page, page_size }, 200);
    },
  );

  return app;
}

const DAY_MS = 86_400_000;

function stateOf(
  { keep_until, legal_hold, created_at }: Document,
  days: number | undefined,
): z.output<typeof RetentionState> {
  const usual = days === undefined
    ? null
    : new Date(new Date(created_at).getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return { keep_until, legal_hold, kept_until: legal_hold ? null : keep_until ?? usual };
}
