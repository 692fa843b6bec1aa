import type { Sql } from "lib/database/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Caller, Condition, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import { lockFile } from "./removal_store.ts";
import type { PageQuery } from "lib/service/pagination.ts";
import type { Document, DocumentItem, DocumentListQuery, NewDocument } from "./document.ts";
import { correctionsColumn } from "./corrections_store.ts";
import { type StoredDocument, withCorrections } from "./stored_document.ts";
import { type StepStore, stepStore } from "./steps_store.ts";

export interface DocumentFilter extends Omit<DocumentListQuery, keyof PageQuery> {
  viewer: Caller;
}

export interface SharedDocument extends Shared {
  id: string;
}

export interface DocumentStore extends StepStore {
  /** Documents that the viewer may read. */
  list(filter: DocumentFilter & { limit: number; offset: number }): Promise<{
    rows: DocumentItem[];
    total: number;
  }>;
  /** Access data of the readable documents that match a filter, oldest first. */
  matching(filter: DocumentFilter, limit: number): Promise<SharedDocument[]>;
  sharedOf(ids: string[]): Promise<SharedDocument[]>;
  find(id: string): Promise<Document | undefined>;
  insert(document: NewDocument): Promise<Document>;
  /** Inserts a document to be processed, unless one with the same origin exists. */
  insertOnce(document: NewDocument & { origin: string }): Promise<Document | undefined>;
  /** Changes sharing; false when there is no such document. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  /** Changes retention; omitted fields stay. */
  keep(
    id: string,
    retention: { keep_until?: string | null; legal_hold?: boolean },
  ): Promise<Document | undefined>;
}

export function documentStore(sql: Sql, rules: SharingRules): DocumentStore {
  const columns = documentColumns(sql);
  const matches = ({ viewer, search, status, document_type, tag, confidence_below }: DocumentFilter) =>
    sql`${rules.visible(sql, viewer, { owner: "uploaded_by" })}
      ${search ? sql`and search_text like ${containing(search)}` : sql``}
      ${status ? sql`and status = ${status}` : sql``}
      ${document_type ? sql`and document_type = ${document_type}` : sql``}
      ${tag === undefined ? sql`` : sql`and tags <> '[]' and tags @> ${sql.json([tag])}`}
      ${confidence_below === undefined ? sql`` : sql`and lowest_confidence < ${confidence_below}`}`;

  async function insert(
    document: NewDocument & { origin?: string; background?: boolean },
  ): Promise<Document | undefined> {
    const row = { id: uuidv7(), ...document, status: "pending", search_text: fold(document.filename) };
    const [inserted] = await sql.begin(async (tx) => {
      // The lock orders this insert and a deletion of the same file: the deletion finishes first or sees the new document.
      await lockFile(tx, document.sha256);
      return await tx<StoredDocument[]>`
        insert into documents.documents ${tx(row)}
        on conflict (origin) where origin is not null do nothing returning ${columns}`;
    });
    return inserted && withCorrections(inserted);
  }

  return {
    ...stepStore(sql, columns),
    async list({ limit, offset, ...filter }) {
      const where = sql`where ${matches(filter)}`;
      const [counted] = await sql<
        { total: number }[]
      >`select count(*)::int as total from documents.documents ${where}`;
      const total = counted?.total ?? 0;
      const size = Math.max(0, Math.min(limit, total - offset));
      if (size === 0) return { rows: [], total };
      // Pages are read from the nearer end, so that the last costs no more than the first.
      const after = total - offset - size;
      const page = offset <= after
        ? sql`order by created_at desc, id desc limit ${size} offset ${offset}`
        : sql`order by created_at, id limit ${size} offset ${after}`;
      const rows = await sql<DocumentItem[]>`
        select id, filename, file_type, status, document_type, confidence, created_at
        from documents.documents where id in (
          -- The index alone tells whose turn it is: rows that are passed over are not read.
          select id from documents.documents ${where} ${page})
        order by created_at desc, id desc`;
      return { rows: [...rows], total };
    },
    async matching(filter, limit) {
      const rows = await sql<SharedDocument[]>`
        select id, uploaded_by as owner, shared_with from documents.documents where ${matches(filter)}
        order by created_at, id limit ${limit}`;
      return [...rows];
    },
    async sharedOf(ids) {
      const rows = await sql<SharedDocument[]>`
        select id, uploaded_by as owner, shared_with from documents.documents
        where id in (select value::uuid from jsonb_array_elements_text(${sql.json(ids)}))`;
      return [...rows];
    },
    async find(id) {
      const [row] = await sql<StoredDocument[]>`select ${columns} from documents.documents where id = ${id}`;
      return row && withCorrections(row);
    },
    async insert(document) {
      const inserted = await insert(document);
      if (!inserted) throw new Error("the database returned no document");
      return inserted;
    },
    insertOnce: (document) => insert({ ...document, background: true }),
    async share(id, sharing) {
      const result = await sql`
        update documents.documents set shared_with = ${sql.json(sharing)} where id = ${id}`;
      return result.count === 1;
    },
    async keep(id, { keep_until, legal_hold }) {
      const [row] = await sql<StoredDocument[]>`
        update documents.documents set updated_at = now()
          ${keep_until === undefined ? sql`` : sql`, keep_until = ${keep_until}::date`}
          ${legal_hold === undefined ? sql`` : sql`, legal_hold = ${legal_hold}`}
        where id = ${id} returning ${columns}`;
      return row && withCorrections(row);
    },
  };
}

function documentColumns(sql: Sql): Condition {
  return sql`id, filename, file_type, status, document_type, confidence, created_at, kind, size, sha256,
    uploaded_by, uploaded_by as owner, shared_with, failure, pages, language, ocr_confidence, ocr_text, classification, extraction, validation,
    background, case when lease_until > now() then step end as step, updated_at,
    tags, to_char(keep_until, 'YYYY-MM-DD') as keep_until, legal_hold, ${correctionsColumn(sql)}`;
}
