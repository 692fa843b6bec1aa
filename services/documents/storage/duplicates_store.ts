import type { Sql } from "lib/database/db.ts";
import type { Caller, SharingRules } from "lib/sharing/sharing.ts";
import type { Document, DocumentItem } from "./document.ts";

/** Other documents with the same content, limited to those that the viewer may read. */
export interface DuplicateStore {
  sameFile(document: Pick<Document, "id" | "sha256">, viewer: Caller): Promise<DocumentItem[]>;
  /** Documents with the same text but another file. */
  sameText(document: Pick<Document, "id" | "sha256">, viewer: Caller): Promise<DocumentItem[]>;
}

const MOST = 50;

export function duplicateStore(sql: Sql, rules: SharingRules): DuplicateStore {
  return {
    async sameFile({ id, sha256 }, viewer) {
      const rows = await sql<DocumentItem[]>`
        select id, filename, file_type, status, document_type, confidence, created_at from documents.documents
        where sha256 = ${sha256} and id <> ${id} and ${rules.visible(sql, viewer, { owner: "uploaded_by" })}
        order by created_at, id limit ${MOST}`;
      return [...rows];
    },
    async sameText({ id, sha256 }, viewer) {
      const rows = await sql<DocumentItem[]>`
        select id, filename, file_type, status, document_type, confidence, created_at from documents.documents
        where text_sha256 = (select text_sha256 from documents.documents where id = ${id})
          and sha256 <> ${sha256} and ${rules.visible(sql, viewer, { owner: "uploaded_by" })}
        order by created_at, id limit ${MOST}`;
      return [...rows];
    },
  };
}
