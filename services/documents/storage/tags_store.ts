import type { Sql } from "lib/database/db.ts";
import type { Caller, SharingRules } from "lib/sharing/sharing.ts";

export interface TagStore {
  /** Stores the tags that `changed` returns for the current ones; undefined when there is no such document. */
  change(id: string, changed: (before: string[]) => string[]): Promise<string[] | undefined>;
  /** Tags of the documents that the viewer may read, most used first. */
  counts(viewer: Caller): Promise<{ tag: string; documents: number }[]>;
}

export function tagStore(sql: Sql, rules: SharingRules): TagStore {
  return {
    async change(id, changed) {
      return await sql.begin(async (tx) => {
        const [row] = await tx<{ tags: string[] }[]>`
          select tags from documents.documents where id = ${id} for update`;
        if (!row) return undefined;
        const tags = changed(row.tags);
        await tx`update documents.documents set tags = ${tx.json(tags)}, updated_at = now() where id = ${id}`;
        return tags;
      });
    },
    async counts(viewer) {
      const rows = await sql<{ tag: string; documents: number }[]>`
        select tag, count(*)::int as documents
        from documents.documents, jsonb_array_elements_text(tags) as tag
        where tags <> '[]' and ${rules.visible(sql, viewer, { owner: "uploaded_by" })}
        group by tag order by documents desc, tag limit 1000`;
      return [...rows];
    },
  };
}
