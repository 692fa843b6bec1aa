import type { Sql, TransactionSql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Condition } from "lib/sharing/sharing.ts";
import type { Correction } from "../understanding/corrections.ts";

/** A correction shown to a model. */
export interface CorrectionExample {
  key: string;
  value: string;
  before: string | null;
}

export interface CorrectionStore {
  /** The history of a document's corrections, oldest first. */
  list(documentId: string): Promise<Correction[]>;
  /**
   * Stores a correction, or with null its withdrawal, with the value that it stands in for; undefined when the
   * document is gone.
   */
  put(
    documentId: string,
    correction: Pick<Correction, "key" | "value" | "by">,
  ): Promise<Correction | undefined>;
  /** The newest corrections that an owner's documents of a type have. */
  examples(owner: string, type: string, limit: number): Promise<CorrectionExample[]>;
}

export function correctionStore(sql: Sql): CorrectionStore {
  return {
    async list(documentId) {
      const rows = await sql<StoredCorrection[]>`
        select key, value, before, corrected_by as by, corrected_at as at
        from documents.corrections where document_id = ${documentId} order by id`;
      return rows.map(dated);
    },
    async put(documentId, { key, value, by }) {
      return await sql.begin(async (tx) => {
        // One correction after the other: each knows the value before it, and what is left uncertain.
        const [found] = await tx<{ before: string | null }[]>`
          select coalesce(
            (select value from documents.corrections
             where document_id = documents.id and key = ${key} order by id desc limit 1),
            (select field->>'value' from jsonb_array_elements(extraction->'fields') field
             where field->>'key' = ${key} limit 1)
          ) as before
          from documents.documents where id = ${documentId} for update`;
        if (!found) return undefined;
        const [row] = await tx<StoredCorrection[]>`
          insert into documents.corrections (id, document_id, key, value, before, corrected_by)
          values (${uuidv7()}, ${documentId}, ${key}, ${value}, ${found.before}, ${by})
          returning key, value, before, corrected_by as by, corrected_at as at`;
        await tx`
          update documents.documents set lowest_confidence = ${lowestConfidence(tx, tx`extraction`)},
            updated_at = now() where id = ${documentId}`;
        return row && dated(row);
      });
    },
    async examples(owner, type, limit) {
      const rows = await sql<CorrectionExample[]>`
        select c.key, c.value, c.before from documents.corrections c
        join documents.documents d on d.id = c.document_id
        where d.uploaded_by = ${owner} and d.document_type = ${type} and c.value is not null
        order by c.id desc limit ${limit}`;
      return [...rows];
    },
  };
}

export interface StoredCorrection extends Omit<Correction, "at"> {
  at: Date | string;
}

export function dated({ at, ...correction }: StoredCorrection): Correction {
  return { ...correction, at: new Date(at).toISOString() };
}

/** The valid corrections of a document, as a column of its row. */
export function correctionsColumn(sql: Sql): Condition {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('key', c.key, 'value', c.value, 'before', c.before, 'by', c.corrected_by, 'at', c.corrected_at))
    from (
      select distinct on (key) * from documents.corrections where document_id = documents.id order by key, id desc
    ) c where c.value is not null
  ), '[]'::jsonb) as corrections`;
}

/** A text this short is no reading. */
const EMPTY = 8;

/**
 * The least confidence of the fields of `extraction` that nobody corrected; null without any. A document in which
 * nothing was read has none, so that it is looked over first.
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
