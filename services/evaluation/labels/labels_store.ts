import type { Sql } from "lib/database/db.ts";
import type { AnswerId, Label, LabelInput } from "./label.ts";

export interface LabelStore {
  list(evaluation_id: string): Promise<Label[]>;
  /** Stores what a person says of an answer, in place of what they said before; undefined where there is no answer. */
  put(evaluation_id: string, labelled_by: string, input: LabelInput): Promise<Label | undefined>;
  remove(evaluation_id: string, labelled_by: string, answer: AnswerId): Promise<boolean>;
}

export function labelStore(sql: Sql): LabelStore {
  const columns = sql`question_id, epoch, label, remark, labelled_by, labelled_at`;
  return {
    list: async (evaluation_id) =>
      await sql<Label[]>`select ${columns} from evaluation.labels where evaluation_id = ${evaluation_id}
        order by labelled_at, labelled_by`,

    async put(evaluation_id, labelled_by, { question_id, epoch, label, remark }) {
      const [row] = await sql<Label[]>`
        insert into evaluation.labels (evaluation_id, question_id, epoch, labelled_by, label, remark)
        select evaluation_id, question_id, epoch, ${labelled_by}, ${label}, ${remark || null}
        from evaluation.answers
        where evaluation_id = ${evaluation_id} and question_id = ${question_id} and epoch = ${epoch}
          and status = 'answered'
        on conflict (evaluation_id, question_id, epoch, labelled_by)
          do update set label = excluded.label, remark = excluded.remark, labelled_at = now()
        returning ${columns}`;
      return row;
    },

    async remove(evaluation_id, labelled_by, { question_id, epoch }) {
      const rows = await sql`delete from evaluation.labels
        where evaluation_id = ${evaluation_id} and question_id = ${question_id} and epoch = ${epoch}
          and labelled_by = ${labelled_by} returning 1`;
      return rows.length > 0;
    },
  };
}
