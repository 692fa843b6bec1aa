import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, PageQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import {
  answeredVersions,
  DocumentType,
  documentTypesOf,
  NameParams,
  TypeList,
  typeList,
  VersionList,
} from "./document_type.ts";
import { OwnTypeInput } from "./own_type_input.ts";
import { allowNewType, allowTypeChange, MOST_TYPES } from "./document_type_rules.ts";
import type { TypeStore } from "./document_types_store.ts";

export interface TypeDeps {
  types: TypeStore;
}

const tags = ["types"];
const missing = { 404: "No such type; types that are built in cannot be changed" } as const;

const Change = z.object({
  over: z.coerce.number().int().min(1).optional().meta({
    description: "Version on which the change is based: 409 if it has changed since",
    example: 3,
  }),
});

export function typeRoutes({ types }: TypeDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  async function find(name: string): Promise<DocumentType> {
    const found = documentTypesOf(await types.all()).find((type) => type.name === name);
    if (!found) throw notFound("Document type");
    return found;
  }

  app.openapi(
    endpoint({
      id: "listDocumentTypes",
      method: "get",
      path: "/types",
      tags,
      summary: "List document types",
      answers: { 200: json(TypeList, "Those that were made here, and the names of those that are built in") },
    }),
    async (c) => c.json(typeList(await types.all()), 200),
  );

  app.openapi(
    endpoint({
      id: "createDocumentType",
      method: "post",
      path: "/types",
      tags,
      summary: "Create a document type with its own fields",
      description:
        "Documents are classified with it, and its fields extracted and checked, from then on; documents from before " +
        "when they are processed again (`POST /documents/reprocess`). `POST /types/trial` tries it before.",
      roles: ["manager", "admin"],
      request: { body: jsonBody(OwnTypeInput) },
      answers: { 201: json(DocumentType, "The type") },
      fails: { 409: `Another type has this name, or there are ${MOST_TYPES} types` },
    }),
    async (c) => {
      const input = c.req.valid("json");
      await types.save([{ input, over: undefined }], { actor: c.var.user.sub, allow: allowNewType });
      return c.json(await find(input.name), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "getDocumentType",
      method: "get",
      path: "/types/{name}",
      tags,
      summary: "Read a custom document type",
      request: { params: NameParams },
      answers: { 200: json(DocumentType, "The type") },
      fails: { 404: "No such type" },
    }),
    async (c) => c.json(await find(c.req.valid("param").name), 200),
  );

  app.openapi(
    endpoint({
      id: "changeDocumentType",
      method: "put",
      path: "/types/{name}",
      tags,
      summary: "Replace a custom document type",
      roles: ["manager", "admin"],
      request: { params: NameParams, query: Change, body: jsonBody(OwnTypeInput) },
      answers: { 200: json(DocumentType, "The type in its new version") },
      fails: { ...missing, 409: "It has another version than `over`, or the body names another type" },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const before = await find(c.req.valid("param").name);
      if (input.name !== before.name) {
        throw wrongState(`A type keeps its name: the body names ${input.name}, the path ${before.name}`);
      }
      const { over = before.version } = c.req.valid("query");
      await types.save([{ input, over }], { actor: c.var.user.sub, allow: allowTypeChange });
      return c.json(await find(input.name), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteDocumentType",
      method: "delete",
      path: "/types/{name}",
      tags,
      summary: "Delete a type",
      description: "Documents keep their type and fields until they are processed again.",
      roles: ["manager", "admin"],
      request: { params: NameParams },
      answers: { 204: { description: "Deleted" } },
      fails: missing,
    }),
    async (c) => {
      if (!await types.remove(c.req.valid("param").name, c.var.user.sub)) throw notFound("Document type");
      return c.body(null, 204);
    },
  );

  app.openapi(
    endpoint({
      id: "listDocumentTypeVersions",
      method: "get",
      path: "/types/{name}/versions",
      tags,
      summary: "List the versions of a document type, newest first",
      description: "With author and time; versions of a deleted type stay.",
      request: { params: NameParams, query: PageQuery },
      answers: { 200: json(VersionList, "A page of versions") },
      fails: { 404: "There never was such a type" },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { rows, total } = await types.versions(c.req.valid("param").name, limitOffset(query));
      if (total === 0) throw notFound("Document type");
      const { page, page_size } = query;
      return c.json({ versions: answeredVersions(rows), total, page, page_size }, 200);
    },
  );

  return app;
}
