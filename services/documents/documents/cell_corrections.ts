import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import { DocumentId } from "../storage/document.ts";
import { CellCorrectionInput } from "../understanding/cell_corrections.ts";
import { Correction } from "../understanding/corrections.ts";
import type { Extraction } from "../understanding/results/extraction.ts";
import { anchorOf, type CellAddress, textsOfRow } from "../understanding/tables/cell_place.ts";
import { type CellCorrection, placedCorrections } from "../understanding/tables/corrected_cells.ts";
import { afterCorrection, NOTHING_EXTRACTED, requireCorrectable } from "./correctable.ts";
import type { CorrectionDeps } from "./corrections.ts";

const MOST = 1_000_000;
// After a new reading, the row of each is looked for in all tables.
const MOST_CORRECTED = 2_000;
// Set explicitly: coercion accepts null as 0, so OpenAPI would document the parameter as optional.
const param = { required: true } as const;
const PLACES = {
  table: { description: "Index of the table in `tables`, from 0", example: 0 },
  row: { description: "The row, from 0, which is the header", example: 1 },
  column: { description: "The column, from 0", example: 3 },
};

export const CellPlace = DocumentId.extend({
  table: z.int().min(0).max(MOST).meta(PLACES.table),
  row: z.int().min(0).max(MOST).meta(PLACES.row),
  column: z.int().min(0).max(MOST).meta(PLACES.column),
});

const CellPath = DocumentId.extend({
  table: z.coerce.number().int().min(0).max(MOST).meta({ ...PLACES.table, param }),
  row: z.coerce.number().int().min(0).max(MOST).meta({ ...PLACES.row, param }),
  column: z.coerce.number().int().min(0).max(MOST).meta({ ...PLACES.column, param }),
});

const tags = ["documents"];
const fails = {
  403: "The document may be read, not changed",
  404: "No such document, or none that the caller may read; no such cell",
} as const;
const NOT_NOW = "Nothing is extracted yet, or a step is at work";

/** Corrects a cell of a table in a document that the caller may change. */
export async function correctCell(
  { id, value, seen, ...address }: z.output<typeof CellPlace> & CellCorrectionInput,
  user: Caller,
  { access, corrections, steps }: CorrectionDeps,
): Promise<Correction> {
  const document = requireCorrectable(await access(user, id, "change"));
  const kept = await corrections.putCell(id, (extraction, known) => {
    const { cell, text } = cellAt(address, extraction, known);
    if (seen !== undefined && seen !== text) {
      throw wrongState("The cell has another text by now; read the document again");
    }
    requireRoom(known, cell);
    return { cell, value: value.trim(), before: text, by: user.sub };
  });
  return await afterCorrection(document, kept, steps);
}

/** Bounds the corrected cells of a document; a cell that was corrected before can be corrected again. */
export function requireRoom(known: CellCorrection[], address: CellAddress): void {
  if (known.length < MOST_CORRECTED || known.some(({ cell }) => isAt(cell, address))) return;
  throw wrongState(
    `${MOST_CORRECTED} cells of this document are corrected already, the most that is possible`,
  );
}

/** Withdraws the correction of a cell, or one at a place that no longer has a cell. */
async function withdraw(
  { id, ...address }: z.output<typeof CellPlace>,
  user: Caller,
  { access, corrections, steps }: CorrectionDeps,
): Promise<void> {
  const document = requireCorrectable(await access(user, id, "change"));
  const kept = await corrections.putCell(id, (extraction, known) => {
    const { cells, unplaced } = placedCorrections(extraction?.tables ?? [], known);
    const placed = cells.find((cell) => isAt(cell, address));
    const lost = unplaced.findLast(({ cell }) => isAt(cell, address));
    const before = placed?.value ?? lost?.value;
    if (before === undefined) throw notFound("Correction");
    const cell = placed ? cellAt(address, extraction, known).cell : lost?.cell;
    if (!cell) throw notFound("Correction");
    return { cell, value: null, before, by: user.sub };
  });
  await afterCorrection(document, kept, steps);
}

export function cellCorrectionRoutes(deps: CorrectionDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "correctCell",
      method: "put",
      path: "/documents/{id}/tables/{table}/cells/{row}/{column}",
      tags,
      summary: "Correct a table cell",
      description:
        "Counted from 0 as in the layout export; row 0 is the header. The text wins over the one that was read, in " +
        "answers, line items and exports, also when the document is read again: the cell is found by the rest of its " +
        "row, and a correction whose row is gone is listed in `unplaced_corrections` and is an issue. A document that " +
        "was validated is validated anew.",
      request: { params: CellPath, body: jsonBody(CellCorrectionInput) },
      answers: { 200: json(Correction, "The correction as it is kept") },
      fails: {
        ...fails,
        409:
          `${NOT_NOW}; the cell no longer has the text in \`seen\`; or ${MOST_CORRECTED} other cells are corrected`,
      },
    }),
    async (c) =>
      c.json(await correctCell({ ...c.req.valid("param"), ...c.req.valid("json") }, c.var.user, deps), 200),
  );

  app.openapi(
    endpoint({
      id: "withdrawCellCorrection",
      method: "delete",
      path: "/documents/{id}/tables/{table}/cells/{row}/{column}/correction",
      tags,
      summary: "Remove the correction of a table cell",
      description: "Restores the text that was read. A correction in `unplaced_corrections` is deleted.",
      request: { params: CellPath },
      answers: { 204: { description: "Taken back" } },
      fails: { ...fails, 404: "No such document, or no correction of that cell", 409: NOT_NOW },
    }),
    async (c) => {
      await withdraw(c.req.valid("param"), c.var.user, deps);
      return c.body(null, 204);
    },
  );

  return app;
}

/** The cell with its current text. */
function cellAt(
  address: CellAddress,
  extraction: Extraction | null,
  known: CellCorrection[],
): { cell: CellCorrection["cell"]; text: string } {
  if (!extraction) throw wrongState(NOTHING_EXTRACTED);
  const { tables } = extraction;
  const table = tables[address.table];
  if (!table) throw notFound("Table");
  const texts = textsOfRow(table, address.row);
  if (!texts) throw notFound("Row");
  const cell = anchorOf(tables, address);
  if (!cell) throw notFound("Column");
  const placed = placedCorrections(tables, known).cells.find((one) => isAt(one, address));
  return { cell, text: placed?.value ?? texts[address.column] ?? "" };
}

function isAt(one: CellAddress, { table, row, column }: CellAddress): boolean {
  return one.table === table && one.row === row && one.column === column;
}
