import type { Sql, TransactionSql } from "lib/database/db.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import type { OffsetQuery } from "lib/service/pagination.ts";
import type { Recogniser } from "./recogniser.ts";

export interface RecogniserStore {
  /** Newest first. */
  list(page: OffsetQuery): Promise<Recogniser[]>;
  count(): Promise<number>;
  find(id: string): Promise<Recogniser | undefined>;
  /** "taken" when another has its name, "full" when there are too many. */
  insert(recogniser: Recogniser): Promise<"done" | "taken" | "full">;
  /** "taken" when another has the new name. */
  update(id: string, changes: Partial<Recogniser>): Promise<Recogniser | "taken" | undefined>;
  remove(id: string): Promise<boolean>;
}

/** Bounded, since each is searched in every text. */
export const MOST_RECOGNISERS = 20;

export function recogniserStore(sql: Sql): RecogniserStore {
  return {
    list: ({ limit, skip }) =>
      sql<Recogniser[]>`
        select * from guard.recognisers order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count() {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.recognisers`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [one] = await sql<Recogniser[]>`select * from guard.recognisers where id = ${id}`;
      return one;
    },
    insert: (recogniser) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        const [row] = await tx<{ n: number }[]>`select count(*) as n from guard.recognisers`;
        if (row && row.n >= MOST_RECOGNISERS) return "full";
        const made = await tx`
          insert into guard.recognisers ${tx(columns(tx, recogniser))} on conflict (name) do nothing`;
        return made.count > 0 ? "done" : "taken";
      }),
    update: (id, changes) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        if (changes.name !== undefined) {
          const taken =
            await tx`select 1 from guard.recognisers where name = ${changes.name} and id <> ${id}`;
          if (taken.count > 0) return "taken";
        }
        const [one] = await tx<Recogniser[]>`
          update guard.recognisers set ${tx(columns(tx, changes))} where id = ${id} returning *`;
        return one;
      }),
    remove: (id) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        const gone = await tx`delete from guard.recognisers where id = ${id}`;
        return gone.count > 0;
      }),
  };
}

/** The revision of the policies: whoever reads these reads the recognisers too. Its lock puts changes in order. */
async function nextRevision(tx: TransactionSql): Promise<void> {
  await tx`update guard.policy_revision set revision = revision + 1`;
}

const columns = (tx: TransactionSql, { words, examples, ...rest }: Partial<Recogniser>) => ({
  ...rest,
  ...words ? { words: tx.json(jsonColumn(words)) } : {},
  ...examples ? { examples: tx.json(jsonColumn(examples)) } : {},
});
