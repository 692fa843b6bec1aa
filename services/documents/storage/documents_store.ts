import type { Sql } from "lib/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Caller, Condition, Sharing, SharingRules } from "lib/sharing.ts";
import type { Document, DocumentItem, NewDocument } from "./document.ts";
import { correctionsColumn } from "./corrections_store.ts";
import { type StoredDocument, withCorrections } from "./stored_document.ts";
import { type StepStore, stepStore } from "./steps_store.ts";

export interface DocumentStore extends StepStore {
  /** Documents that the viewer may read. */
  list(
    filter: {
      viewer: Caller;
      search?: string;
      status?: string;
      document_type?: string;
      confidence_below?: number;
      limit: number;
      offset: number;
    },
  ): Promise<{ rows: DocumentItem[]; total: number }>;
  find(id: string): Promise<Document | undefined>;
  insert(document: NewDocument): Promise<Document>;
  /** Whether there was one. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  isStored(sha256: string): Promise<boolean>;
}

export function documentStore(sql: Sql, rules: SharingRules): DocumentStore {
  const columns = documentColumns(sql);
  return {
    ...stepStore(sql, columns),
    async list({ viewer, search, status, document_type, confidence_below, limit, offset }) {
      const where = sql`where ${rules.visible(sql, viewer, { owner: "uploaded_by" })}
        ${search ? sql`and search_text like ${containing(search)}` : sql``}
        ${status ? sql`and status = ${status}` : sql``}
        ${document_type ? sql`and document_type = ${document_type}` : sql``}
        ${confidence_below === undefined ? sql`` : sql`and lowest_confidence < ${confidence_below}`}`;
      const rows = await sql<DocumentItem[]>`
        select id, filename, file_type, status, document_type, confidence, created_at
        from documents.documents ${where} order by created_at desc, id desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*)::int as total from documents.documents ${where}`;
      return { rows: [...rows], total: counted?.total ?? 0 };
    },
    async find(id) {
      const [row] = await sql<StoredDocument[]>`select ${columns} from documents.documents where id = ${id}`;
      return row && withCorrections(row);
    },
    async insert(document) {
      const row = { id: uuidv7(), ...document, status: "pending", search_text: fold(document.filename) };
      const [inserted] = await sql<StoredDocument[]>`insert into documents.documents ${
        sql(row)
      } returning ${columns}`;
      if (!inserted) throw new Error("the database returned no document");
      return withCorrections(inserted);
    },
    async share(id, sharing) {
      const result = await sql`
        update documents.documents set shared_with = ${sql.json(sharing)} where id = ${id}`;
      return result.count === 1;
    },
    async remove(id) {
      const result = await sql`delete from documents.documents where id = ${id}`;
      return result.count === 1;
    },
    async isStored(sha256) {
      const rows = await sql`select 1 from documents.documents where sha256 = ${sha256} limit 1`;
      return rows.length > 0;
    },
  };
}

function documentColumns(sql: Sql): Condition {
  return sql`id, filename, file_type, status, document_type, confidence, created_at, kind, size, sha256,
    uploaded_by, uploaded_by as owner, shared_with, failure, pages, language, ocr_confidence, ocr_text, classification, extraction, validation,
    background, case when lease_until > now() then step end as step, updated_at, ${correctionsColumn(sql)}`;
}
