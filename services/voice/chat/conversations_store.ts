import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Caller, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import { removeTranscriptions } from "../transcriptions/transcriptions_store.ts";
import type { Conversation, Turn } from "./conversation.ts";

/** A conversation with whom it is shared. */
export type KeptConversation = Conversation & Shared;

export interface ConversationStore {
  /** Adds a turn, opening the conversation when it is new; a system prompt given replaces the one kept. */
  addTurn(
    conversation: { id: string; user_sub: string; system_prompt: string | null },
    turn: Omit<Turn, "id" | "created_at">,
  ): Promise<void>;
  find(id: string): Promise<KeptConversation | undefined>;
  /** Those that the viewer may read, last spoken first. */
  list(query: { viewer: Caller; limit: number; offset: number }): Promise<
    { conversations: KeptConversation[]; total: number }
  >;
  /** Whether there was one. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  /** Newest first. */
  turns(id: string, range: { limit: number; offset: number }): Promise<Turn[]>;
  /** Deletes it with its turns and their transcriptions. */
  remove(id: string): Promise<void>;
}

export function conversationStore(sql: Sql, rules: SharingRules): ConversationStore {
  const columns = sql`id, user_sub as owner, shared_with, system_prompt, language, created_at, updated_at,
    (select count(*) from voice.turns where conversation_id = conversations.id) as turns_count`;

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

    async find(id) {
      const [row] = await sql<KeptConversation[]>`
        select ${columns} from voice.conversations where id = ${id}`;
      return row;
    },

    async list({ viewer, limit, offset }) {
      const visible = rules.visible(sql, viewer, { owner: "user_sub" });
      const conversations = await sql<KeptConversation[]>`
        select ${columns} from voice.conversations where ${visible}
        order by updated_at desc, id desc limit ${limit} offset ${offset}`;
      const [count] = await sql<{ total: number }[]>`
        select count(*) as total from voice.conversations where ${visible}`;
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

    async share(id, sharing) {
      const { count } = await sql`
        update voice.conversations set shared_with = ${sql.json(sharing)} where id = ${id}`;
      return count === 1;
    },

    async remove(id) {
      await sql.begin(async (tx) => {
        // Locked first: a turn added meanwhile would leave its transcription behind.
        await tx`select 1 from voice.conversations where id = ${id} for update`;
        const turns = await tx<{ transcription_id: string }[]>`
          select transcription_id from voice.turns where conversation_id = ${id}`;
        await tx`delete from voice.conversations where id = ${id}`;
        await removeTranscriptions(tx, turns.map(({ transcription_id }) => transcription_id));
      });
    },
  };
}
