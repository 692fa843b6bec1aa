import type { Sql } from "lib/database/db.ts";
import type { CreatedWebhook } from "./webhook.ts";

export interface WebhookStore {
  list(query: { limit: number; skip: number }): Promise<CreatedWebhook[]>;
  count(): Promise<number>;
  find(id: string): Promise<CreatedWebhook | undefined>;
  /** The ids without a webhook. */
  unknown(ids: readonly string[]): Promise<string[]>;
  insert(webhook: CreatedWebhook): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export function webhookStore(sql: Sql): WebhookStore {
  return {
    list: ({ limit, skip }) =>
      sql<CreatedWebhook[]>`
        select * from guard.webhooks order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count() {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.webhooks`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [webhook] = await sql<CreatedWebhook[]>`select * from guard.webhooks where id = ${id}`;
      return webhook;
    },
    async unknown(ids) {
      if (ids.length === 0) return [];
      const rows = await sql<{ id: string }[]>`select id from guard.webhooks where id in ${sql([...ids])}`;
      const known = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !known.has(id));
    },
    async insert(webhook) {
      await sql`insert into guard.webhooks ${sql({ ...webhook })}`;
    },
    async remove(id) {
      return (await sql`delete from guard.webhooks where id = ${id}`).count > 0;
    },
  };
}
