import { z } from "zod";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { DocumentId } from "../storage/document.ts";
import { type DuplicateDeps, Duplicates, duplicatesOf } from "./duplicates.ts";
import { changeTags, TagChanges, TagCounts, type TagDeps, TagList } from "./tags.ts";

/** MCP tools of tags and duplicates, equivalent to their routes. */
export function keepingTools(deps: TagDeps & DuplicateDeps): McpTool[] {
  return [
    mcpTool({
      name: "list_tags",
      description: "List the tags of readable documents, most used first.",
      input: z.object({}),
      output: TagCounts,
      readOnly: true,
      call: async (_input, { user }) => ({ tags: await deps.tags.counts(user) }),
    }),
    mcpTool({
      name: "tag_document",
      description: "Add and remove tags of a document; returns its tags.",
      input: DocumentId.extend(TagChanges.shape),
      output: TagList,
      destructive: true,
      idempotent: true,
      call: ({ id, ...changes }, { user }) => changeTags(id, changes, { ...deps, user }),
    }),
    mcpTool({
      name: "list_duplicates",
      description: "List documents with identical bytes, and those with the same letters and digits.",
      input: DocumentId,
      output: Duplicates,
      readOnly: true,
      call: ({ id }, { user }) => duplicatesOf(id, { ...deps, user }),
    }),
  ];
}
