/** The SQL of playground sessions. Their messages are their runs. */
import type { Sql } from "lib/database/db.ts";
import { isId } from "../agents/agents_store.ts";
import type { Session } from "./session.ts";

export interface SessionStore {
  /** Beside the others of `sub`, of which those beyond the most that are kept go, the least recently used first. */
  insert(session: { agent_id: string; sub: string; id: string; title: string }): Promise<void>;
  /** Sets when it was last used. */
  touch(id: string): Promise<void>;
  list(
    range: { sub: string | undefined; limit: number; offset: number },
  ): Promise<{ sessions: Session[]; total: number }>;
  find(id: string, sub: string | undefined): Promise<Session | undefined>;
  /** With its runs and their traces. */
  remove(id: string): Promise<boolean>;
}

export function sessionStore(sql: Sql, { most }: { most: number }): SessionStore {
  const read = sql`
    select s.id as session_id, s.agent_id, s.title, s.sub as created_by, s.created_at, s.updated_at,
      (select count(*)::int from agents.runs r where r.session_id = s.id and r.completed_at is not null) as exchanges
    from agents.sessions s`;
  const owned = (sub: string | undefined) => sub === undefined ? sql`true` : sql`s.sub = ${sub}`;

  return {
    async insert(session) {
      const now = new Date().toISOString();
      await sql`
        with others as (
          select id from agents.sessions where sub = ${session.sub} order by updated_at desc, id offset ${
        most - 1
      }
        ), gone as (
          delete from agents.sessions s using others o where s.id = o.id
            and not exists (select from agents.runs r where r.session_id = s.id and r.completed_at is null)
        )
        insert into agents.sessions ${sql({ ...session, created_at: now, updated_at: now })}`;
    },
    async touch(id) {
      await sql`update agents.sessions set updated_at = now() where id = ${id}`;
    },
    async list({ sub, limit, offset }) {
      const sessions = await sql<Session[]>`
        ${read} where ${owned(sub)} order by s.updated_at desc, s.id limit ${limit} offset ${offset}`;
      const [row] = await sql<{ total: number }[]>`
        select count(*)::bigint as total from agents.sessions s where ${owned(sub)}`;
      return { sessions, total: row?.total ?? 0 };
    },
    async find(id, sub) {
      if (!isId(id)) return undefined;
      const [session] = await sql<Session[]>`${read} where s.id = ${id} and ${owned(sub)}`;
      return session;
    },
    async remove(id) {
      return (await sql`delete from agents.sessions where id = ${id}`).count > 0;
    },
  };
}
