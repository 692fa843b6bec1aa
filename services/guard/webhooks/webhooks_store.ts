import type { Sql } from "lib/db.ts";

export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  secret: string;
  is_active: boolean;
  created_by: string;
  created_at: string;
  failing_since: string | null;
  disabled_reason: string | null;
}

export interface WebhookStore {
  list(query: { limit: number; skip: number }): Promise<WebhookRow[]>;
  count(): Promise<number>;
  find(id: string): Promise<WebhookRow | undefined>;
  insert(webhook: WebhookRow): Promise<void>;
  remove(id: string): Promise<boolean>;
}

export function webhookStore(sql: Sql): WebhookStore {
  return {
    list: ({ limit, skip }) =>
      sql<WebhookRow[]>`
        select * from guard.webhooks order by created_at desc, id desc limit ${limit} offset ${skip}`,
    async count() {
      const [row] = await sql<{ n: number }[]>`select count(*) as n from guard.webhooks`;
      return row?.n ?? 0;
    },
    async find(id) {
      const [webhook] = await sql<WebhookRow[]>`select * from guard.webhooks where id = ${id}`;
      return webhook;
    },
    async insert(webhook) {
      await sql`insert into guard.webhooks ${sql({ ...webhook })}`;
    },
    async remove(id) {
      return (await sql`delete from guard.webhooks where id = ${id}`).count > 0;
    },
  };
}
