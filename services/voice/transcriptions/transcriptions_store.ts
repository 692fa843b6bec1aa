import type { Sql } from "lib/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Source, Transcription } from "./transcriptions.ts";
import type { Transcript } from "../text/transcript.ts";

export interface NewTranscription extends Transcript {
  user_sub: string;
  source: Source;
  filename: string | null;
  processing_ms: number;
}

/** Who reads: what was said in voice chats is shown to the speaker and to admins only. */
export interface Viewer {
  sub: string;
  role: string;
}

export interface TranscriptionStore {
  insert(transcription: NewTranscription): Promise<Transcription>;
  list(query: {
    search?: string;
    language?: string;
    source?: Source;
    viewer: Viewer;
    limit: number;
    offset: number;
  }): Promise<{ transcriptions: Transcription[]; total: number }>;
  find(id: string, viewer: Viewer): Promise<(Transcription & { user_sub: string }) | undefined>;
  /** Whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function transcriptionStore(sql: Sql): TranscriptionStore {
  const columns = sql`id, text, language, duration_ms / 1000.0::float8 as duration, segments, model, source,
    filename, processing_ms, created_at`;
  const visible = ({ sub, role }: Viewer) =>
    role === "admin" ? sql`true` : sql`(source <> 'chat' or user_sub = ${sub})`;

  return {
    async insert(given) {
      const durationMs = Math.round(given.duration * 1000);
      const [row] = await sql<Transcription[]>`
        with added as (
          insert into voice.transcriptions (id, user_sub, source, filename, text, text_folded, language,
            duration_ms, segments, model, processing_ms, created_at)
          values (${uuidv7()}, ${given.user_sub}, ${given.source}, ${given.filename}, ${given.text},
            ${fold(given.text)}, ${given.language}, ${durationMs}, ${
        JSON.stringify(given.segments)
      }::text::json, ${given.model},
            ${given.processing_ms}, now())
          returning *),
        summed as (
          insert into voice.daily_totals
          select (created_at at time zone 'utc')::date, language, model, source, 1, duration_ms, processing_ms
          from added
          on conflict (day, language, model, source) do update set
            transcriptions = daily_totals.transcriptions + 1,
            duration_ms = daily_totals.duration_ms + excluded.duration_ms,
            processing_ms = daily_totals.processing_ms + excluded.processing_ms),
        timed as (
          insert into voice.processing_times select processing_ms, 1 from added
          on conflict (processing_ms) do update set transcriptions = processing_times.transcriptions + 1)
        select ${columns} from added`;
      if (!row) throw new Error("An insert returned no row");
      return row;
    },

    async list({ search, language, source, viewer, limit, offset }) {
      const where = sql`where ${visible(viewer)}
        ${search ? sql`and text_folded like ${containing(search)}` : sql``}
        ${language ? sql`and language = ${language}` : sql``}
        ${source ? sql`and source = ${source}` : sql``}`;
      const transcriptions = await sql<Transcription[]>`
        select ${columns} from voice.transcriptions ${where}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      const [count] = await sql<{ total: number }[]>`
        select count(*) as total from voice.transcriptions ${where}`;
      return { transcriptions: [...transcriptions], total: count?.total ?? 0 };
    },

    async find(id, viewer) {
      const [row] = await sql<(Transcription & { user_sub: string })[]>`
        select ${columns}, user_sub from voice.transcriptions where id = ${id} and ${visible(viewer)}`;
      return row;
    },

    async remove(id) {
      const removed = await sql`
        with removed as (delete from voice.transcriptions where id = ${id} returning *),
        summed as (
          update voice.daily_totals as totals set
            transcriptions = totals.transcriptions - 1,
            duration_ms = totals.duration_ms - removed.duration_ms,
            processing_ms = totals.processing_ms - removed.processing_ms
          from removed
          where totals.day = (removed.created_at at time zone 'utc')::date
            and totals.language = removed.language and totals.model = removed.model
            and totals.source = removed.source),
        timed as (
          update voice.processing_times as times set transcriptions = times.transcriptions - 1
          from removed where times.processing_ms = removed.processing_ms)
        select id from removed`;
      return removed.length > 0;
    },
  };
}
