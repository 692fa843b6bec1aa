import { z } from "zod";
import { forbidden } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { TypeList, typeList } from "./document_type.ts";
import { type TrialDeps, TrialInput, TrialResult, tryType } from "./type_trial.ts";
import type { TypeDeps } from "./document_types.ts";

/** MCP tools of custom types, equivalent to their routes. */
export function typeTools(deps: TypeDeps & TrialDeps): McpTool[] {
  return [
    mcpTool({
      name: "list_document_types",
      description: "List custom document types with their fields, and the built-in types.",
      input: z.object({}),
      output: TypeList,
      readOnly: true,
      call: async () => typeList(await deps.types.all()),
    }),
    mcpTool({
      name: "try_document_type",
      description:
        "Try the definition of a document type on a document that has been read, without saving it: how the document " +
        "would be classified, and the fields and issues it would have. For managers and admins.",
      input: TrialInput,
      output: TrialResult,
      readOnly: true,
      async call(input, { user }) {
        if (user.role === "user") throw forbidden(user.role, ["manager", "admin"]);
        return await tryType(input, user, deps);
      },
    }),
  ];
}
