import type { Sql, TransactionSql } from "lib/database/db.ts";
import { jsonColumn } from "lib/database/json_column.ts";
import type { OffsetQuery } from "lib/service/pagination.ts";
import type { Recogniser } from "./recogniser.ts";
import type { RecogniserFacts } from "./recogniser_rules.ts";

export interface RecogniserStore {
  /** Newest first. */
  list(page: OffsetQuery): Promise<Recogniser[]>;
  count(): Promise<number>;
  find(id: string): Promise<Recogniser | undefined>;
  /** Stores a recogniser unless `allow` throws. */
  insert(recogniser: Recogniser, allow: (facts: RecogniserFacts) => void): Promise<void>;
  /** Changes a recogniser unless `allow` throws; undefined when it does not exist. */
  update(
    id: string,
    changes: Partial<Recogniser>,
    allow: (facts: Pick<RecogniserFacts, "nameTaken">) => void,
  ): Promise<Recogniser | undefined>;
  remove(id: string): Promise<boolean>;
}

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
      const [row] = await sql<Recogniser[]>`select * from guard.recognisers where id = ${id}`;
      return row;
    },
    async insert(recogniser, allow) {
      await sql.begin(async (tx) => {
        await nextRevision(tx);
        const [row] = await tx<{ n: number }[]>`select count(*) as n from guard.recognisers`;
        allow({ count: row?.n ?? 0, nameTaken: await isNameTaken(tx, recogniser) });
        await tx`insert into guard.recognisers ${tx(columns(tx, recogniser))}`;
      });
    },
    update: (id, changes, allow) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        allow({ nameTaken: await isNameTaken(tx, { id, name: changes.name }) });
        const [row] = await tx<Recogniser[]>`
          update guard.recognisers set ${tx(columns(tx, changes))} where id = ${id} returning *`;
        return row;
      }),
    remove: (id) =>
      sql.begin(async (tx) => {
        await nextRevision(tx);
        const gone = await tx`delete from guard.recognisers where id = ${id}`;
        return gone.count > 0;
      }),
  };
}

/** Whether another recogniser has this name. */
async function isNameTaken(
  tx: TransactionSql,
  { id, name }: { id: string; name?: string | undefined },
): Promise<boolean> {
  if (name === undefined) return false;
  const others = await tx`select 1 from guard.recognisers where name = ${name} and id <> ${id}`;
  return others.count > 0;
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
