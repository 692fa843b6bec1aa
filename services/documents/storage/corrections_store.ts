import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Condition } from "lib/sharing/sharing.ts";
import type { Correction } from "../understanding/corrections.ts";
import type { Extraction } from "../understanding/results/extraction.ts";
import type { CellAnchor } from "../understanding/tables/cell_place.ts";
import type { CellCorrection } from "../understanding/tables/corrected_cells.ts";

/** A correction shown to a model. */
export interface CorrectionExample {
  key: string;
  value: string;
  before: string | null;
}

/** Decides on the correction of a cell while the document is locked; may throw. */
export type DecideCell = (
  extraction: Extraction | null,
  corrections: CellCorrection[],
) => Omit<CellCorrection, "at">;

export interface CorrectionStore {
  /** The history of a document's corrections, oldest first. */
  list(documentId: string): Promise<Correction[]>;
  /**
   * Stores a correction (null for its withdrawal) with the value that it replaces; undefined when the document does
   * not exist.
   */
  put(
    documentId: string,
    correction: Pick<Correction, "key" | "value" | "by">,
  ): Promise<Correction | undefined>;
  /**
   * Like `put`, for the correction that `decide` returns for the original extraction and the newest correction of each
   * cell.
   */
  putCell(documentId: string, decide: DecideCell): Promise<Correction | undefined>;
  /** The newest corrections in an owner's documents of a type. */
  examples(owner: string, type: string, limit: number): Promise<CorrectionExample[]>;
}

export function correctionStore(sql: Sql): CorrectionStore {
  return {
    async list(documentId) {
      const rows = await sql<StoredCorrection[]>`
        select key, value, before, cell, corrected_by as by, corrected_at as at
        from documents.corrections where document_id = ${documentId} order by id`;
      return rows.map(asCorrection);
    },
    async put(documentId, { key, value, by }) {
      return await sql.begin(async (tx) => {
        // The lock serialises corrections: each records the previous value and the remaining uncertainty.
        const [found] = await tx<{ read: string | null }[]>`
          select (select field->>'value' from jsonb_array_elements(extraction->'fields') field
            where field->>'key' = ${key} limit 1) as read
          from documents.documents where id = ${documentId} for update`;
        if (!found) return undefined;
        // A separate statement: the one that waited for the lock has an older snapshot.
        const [newest] = await tx<{ value: string | null }[]>`
          select value from documents.corrections
          where document_id = ${documentId} and key = ${key} order by id desc limit 1`;
        const kept = await insert(tx, documentId, {
          ...{ key, value, by, cell: null },
          before: newest?.value ?? found.read,
        });
        await tx`
          update documents.documents set lowest_confidence = ${lowestConfidence(tx, tx`extraction`)},
            updated_at = now() where id = ${documentId}`;
        return kept;
      });
    },
    async putCell(documentId, decide) {
      return await sql.begin(async (tx) => {
        const [found] = await tx<{ extraction: Extraction | null }[]>`
          select extraction from documents.documents where id = ${documentId} for update`;
        if (!found) return undefined;
        const rows = await tx<StoredCorrection[]>`
          select key, value, before, cell, corrected_by as by, corrected_at as at
          from (
            select distinct on (key, cell) * from documents.corrections
            where document_id = ${documentId} and cell is not null order by key, cell, id desc
          ) newest order by id`;
        const decided = decide(found.extraction, cellCorrections([...rows]));
        const { table, row, column } = decided.cell;
        const kept = await insert(tx, documentId, {
          ...decided,
          key: `tables/${table}/cells/${row}/${column}`,
        });
        await tx`update documents.documents set updated_at = now() where id = ${documentId}`;
        return kept;
      });
    },
    async examples(owner, type, limit) {
      const rows = await sql<CorrectionExample[]>`
        select c.key, c.value, c.before from documents.corrections c
        join documents.documents d on d.id = c.document_id
        where d.uploaded_by = ${owner} and d.document_type = ${type} and c.value is not null
          and c.cell is null
        order by c.id desc limit ${limit}`;
      return [...rows];
    },
  };
}

async function insert(
  tx: TransactionSql,
  documentId: string,
  { key, value, before, by, cell }: Omit<StoredCorrection, "at">,
): Promise<Correction | undefined> {
  const [row] = await tx<StoredCorrection[]>`
    insert into documents.corrections (id, document_id, key, value, before, corrected_by, cell)
    values (${uuidv7()}, ${documentId}, ${key}, ${value}, ${before}, ${by}, ${
    cell && tx.json(JSON.parse(JSON.stringify(cell)))
  })
    returning key, value, before, cell, corrected_by as by, corrected_at as at`;
  return row && asCorrection(row);
}

export interface StoredCorrection extends Omit<Correction, "at" | "cell"> {
  at: Date | string;
  cell: CellAnchor | null;
}

function asCorrection({ at, cell, ...correction }: StoredCorrection): Correction {
  const dated = { ...correction, at: new Date(at).toISOString() };
  if (!cell) return dated;
  const { table, row, column, header } = cell;
  return { ...dated, cell: { table, row, column, heading: header[column] ?? "" } };
}

/** Only the corrections of fields. */
export function fieldCorrections(rows: StoredCorrection[]): Correction[] {
  return rows.filter(({ cell }) => cell === null).map(asCorrection);
}

/** Only the corrections of cells, with their original places. */
export function cellCorrections(rows: StoredCorrection[]): CellCorrection[] {
  return rows.flatMap(({ cell, value, before, by, at }) =>
    cell ? [{ cell, value, before, by, at: new Date(at).toISOString() }] : []
  );
}

/**
 * The valid corrections of a document as a column, oldest first. Withdrawals of cells are included, since they may
 * withdraw a correction of an earlier reading.
 */
export function correctionsColumn(sql: Sql): Condition {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('key', c.key, 'value', c.value, 'before', c.before, 'by', c.corrected_by,
      'at', c.corrected_at, 'cell', c.cell) order by c.id)
    from (
      select distinct on (key, cell) * from documents.corrections
      where document_id = documents.id order by key, cell, id desc
    ) c where c.value is not null or c.cell is not null
  ), '[]'::jsonb) as corrections`;
}

/** A shorter text counts as unread. */
const EMPTY = 8;

/**
 * The lowest confidence of uncorrected fields of `extraction`; null without fields. It is 0 for a document without text,
 * so that it is reviewed first.
 */
export function lowestConfidence(sql: Sql | TransactionSql, extraction: Condition): Condition {
  return sql`case when length(coalesce(ocr_text, '')) < ${EMPTY} then 0 else (
    select min((field->>'confidence')::double precision) from jsonb_array_elements(${extraction}->'fields') field
    where not exists (
      select 1 from (
        select distinct on (key) key, value from documents.corrections
        where document_id = documents.id order by key, id desc
      ) c where c.key = field->>'key' and c.value is not null
    )
  ) end`;
}
