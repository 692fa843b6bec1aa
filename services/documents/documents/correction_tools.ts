import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { DocumentId } from "../storage/document.ts";
import { CellCorrectionInput } from "../understanding/cell_corrections.ts";
import { Correction, CorrectionInput } from "../understanding/corrections.ts";
import { CellPlace, correctCell } from "./cell_corrections.ts";
import { correctField, type CorrectionDeps, CorrectionList, FieldKey } from "./corrections.ts";

/** MCP tools of corrections, equivalent to their routes. */
export function correctionTools(deps: CorrectionDeps): McpTool[] {
  return [
    mcpTool({
      name: "correct_field",
      description:
        "Correct a field on a person's instruction: the value replaces the one that was read, also when the document " +
        "is read again.",
      input: FieldKey.extend(CorrectionInput.shape),
      output: Correction,
      destructive: true,
      idempotent: true,
      call: (input, { user }) => correctField(input, user, deps),
    }),
    mcpTool({
      name: "correct_cell",
      description:
        "Correct a table cell on a person's instruction. Tables, rows and columns count from 0; row 0 is the header.",
      input: CellPlace.extend(CellCorrectionInput.shape),
      output: Correction,
      destructive: true,
      idempotent: true,
      call: (input, { user }) => correctCell(input, user, deps),
    }),
    mcpTool({
      name: "list_corrections",
      description: "List the corrections of a document, oldest first.",
      input: DocumentId,
      output: CorrectionList,
      readOnly: true,
      async call(input, { user }) {
        const { id } = await deps.access(user, input.id, "read");
        return { corrections: await deps.corrections.list(id) };
      },
    }),
  ];
}
