import type { Sql } from "lib/database/db.ts";
import type { Page } from "../reading/layout/page.ts";

export interface PageStore {
  /** The pages read so far, in order. */
  list(documentId: string): Promise<{ page: number; content: Page }[]>;
  done(documentId: string): Promise<number[]>;
  count(documentId: string): Promise<number>;
  put(documentId: string, page: number, content: Page): Promise<void>;
}

export function pageStore(sql: Sql): PageStore {
  return {
    async list(documentId) {
      const rows = await sql<{ page: number; content: Page }[]>`
        select page, content from documents.pages where document_id = ${documentId} order by page`;
      return [...rows];
    },
    async done(documentId) {
      const rows = await sql<{ page: number }[]>`
        select page from documents.pages where document_id = ${documentId} order by page`;
      return rows.map((row) => row.page);
    },
    async count(documentId) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from documents.pages where document_id = ${documentId}`;
      return row?.count ?? 0;
    },
    async put(documentId, page, content) {
      // Inserts nothing if the document was deleted while its page was read.
      await sql`
        insert into documents.pages (document_id, page, content)
        select id, ${page}, ${
        sql.json(JSON.parse(JSON.stringify(content)))
      } from documents.documents where id = ${documentId}
        on conflict (document_id, page) do update set content = excluded.content`;
    },
  };
}
