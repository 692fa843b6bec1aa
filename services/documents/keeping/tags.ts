import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import type { DocumentAccess } from "../access/document_access.ts";
import { DocumentId } from "../storage/document.ts";
import { MOST_TAGS, Tag } from "../storage/tag.ts";
import type { TagStore } from "../storage/tags_store.ts";

export interface TagDeps {
  access: DocumentAccess;
  tags: TagStore;
}

export const TagChanges = z.strictObject({
  add: z.array(Tag).max(MOST_TAGS).default([]).meta({ description: "Tags to add; others stay" }),
  remove: z.array(Tag).max(MOST_TAGS).default([]).meta({
    description: "Tags to remove; unknown ones are ignored",
  }),
}).meta({ id: "TagChanges", example: { add: ["2026", "عقود"], remove: ["inbox"] } });

export const TagList = z.object({ tags: z.array(Tag).meta({ description: "The document's tags, sorted" }) })
  .meta({ id: "DocumentTags", example: { tags: ["2026", "عقود"] } });

export const TagCounts = z.object({
  tags: z.array(z.object({
    tag: Tag,
    documents: z.int().meta({
      description: "Number of documents with the tag that the caller may read",
      example: 12,
    }),
  })).meta({ description: "Most used first, at most 1,000" }),
}).meta({ id: "TagCounts", example: { tags: [{ tag: "عقود", documents: 12 }] } });

/** Adds and removes tags of a document that the caller may change. */
export async function changeTags(
  document: string,
  changes: z.output<typeof TagChanges>,
  { user, access, tags }: TagDeps & { user: Caller },
): Promise<z.output<typeof TagList>> {
  const { id } = await access(user, document, "change");
  const changed = await tags.change(id, (before) => changedTags(before, changes));
  if (changed === undefined) throw notFound("Document");
  return { tags: changed };
}

/** Applies a change to tags, sorted. @throws 422 for too many */
export function changedTags(before: string[], { add, remove }: z.output<typeof TagChanges>): string[] {
  const tags = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag)).toSorted();
  if (tags.length > MOST_TAGS) throw invalid(["body", "add"], `A document has at most ${MOST_TAGS} tags`);
  return tags;
}

export function tagRoutes({ access, tags }: TagDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "changeTags",
      method: "patch",
      path: "/documents/{id}/tags",
      tags: ["documents"],
      summary: "Add and remove tags of a document",
      description: "`GET /documents?tag=` lists documents by tag.",
      request: { params: DocumentId, body: jsonBody(TagChanges) },
      answers: { 200: json(TagList, "The tags that it has now") },
      fails: {
        403: "The document may be read, not changed",
        404: "No such document, or none that the caller may read",
      },
    }),
    async (c) =>
      c.json(
        await changeTags(c.req.valid("param").id, c.req.valid("json"), { user: c.var.user, access, tags }),
        200,
      ),
  );

  app.openapi(
    endpoint({
      id: "listTags",
      method: "get",
      path: "/tags",
      tags: ["documents"],
      summary: "List the tags of the documents that the caller may read",
      answers: { 200: json(TagCounts, "The tags, each with how many documents have it") },
    }),
    async (c) => c.json({ tags: await tags.counts(c.var.user) }, 200),
  );

  return app;
}
