import type { Sql } from "lib/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Conversation, Turn } from "./conversations.ts";
import type { Viewer } from "../transcriptions/transcriptions_store.ts";

export interface ConversationStore {
  /** Adds a turn, opening the conversation when it is new; a system prompt given replaces the one kept. */
  addTurn(
    conversation: { id: string; user_sub: string; system_prompt: string | null },
    turn: Omit<Turn, "id" | "created_at">,
  ): Promise<void>;
  find(id: string, viewer: Viewer): Promise<(Conversation & { user_sub: string }) | undefined>;
  list(query: { viewer: Viewer; limit: number; offset: number }): Promise<
    { conversations: Conversation[]; total: number }
  >;
  /** Newest first. */
  turns(id: string, range: { limit: number; offset: number }): Promise<Turn[]>;
  /** Answers the ids of what was transcribed for it. */
  remove(id: string): Promise<string[]>;
}

export function conversationStore(sql: Sql): ConversationStore {
  const columns = sql`id, system_prompt, language, created_at, updated_at,
    (select count(*) from voice.turns where conversation_id = conversations.id) as turns_count`;
  const owned = ({ sub, role }: Viewer) => role === "admin" ? sql`true` : sql`user_sub = ${sub}`;

  return {
    async addTurn({ id, user_sub, system_prompt }, turn) {
      await sql.begin(async (tx) => {
        await tx`
          insert into voice.conversations (id, user_sub, system_prompt, language, created_at, updated_at)
          values (${id}, ${user_sub}, ${system_prompt}, ${turn.language}, now(), now())
          on conflict (id) do update set language = excluded.language, updated_at = excluded.updated_at,
            system_prompt = coalesce(excluded.system_prompt, conversations.system_prompt)`;
        await tx`
          insert into voice.turns (id, conversation_id, transcription_id, transcription, response, language,
            model, duration_ms, created_at)
          values (${uuidv7()}, ${id}, ${turn.transcription_id}, ${turn.transcription}, ${turn.response},
            ${turn.language}, ${turn.model}, ${Math.round(turn.duration * 1000)}, now())`;
      });
    },

    async find(id, viewer) {
      const [row] = await sql<(Conversation & { user_sub: string })[]>`
        select ${columns}, user_sub from voice.conversations where id = ${id} and ${owned(viewer)}`;
      return row;
    },

    async list({ viewer, limit, offset }) {
      const conversations = await sql<Conversation[]>`
        select ${columns} from voice.conversations where ${owned(viewer)}
        order by updated_at desc, id desc limit ${limit} offset ${offset}`;
      const [count] = await sql<{ total: number }[]>`
        select count(*) as total from voice.conversations where ${owned(viewer)}`;
      return { conversations: [...conversations], total: count?.total ?? 0 };
    },

    async turns(id, { limit, offset }) {
      const turns = await sql<Turn[]>`
        select id, transcription_id, transcription, response, language, model,
          duration_ms / 1000.0::float8 as duration, created_at
        from voice.turns where conversation_id = ${id}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      return [...turns];
    },

    async remove(id) {
      const removed = await sql<{ transcription_id: string }[]>`
        with turns as (select transcription_id from voice.turns where conversation_id = ${id}),
        removed as (delete from voice.conversations where id = ${id})
        select transcription_id from turns`;
      return removed.map(({ transcription_id }) => transcription_id);
    },
  };
}
