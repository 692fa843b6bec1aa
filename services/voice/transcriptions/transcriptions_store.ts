import type { Sql, TransactionSql } from "lib/database/db.ts";
import { containing, fold } from "lib/fold.ts";
import { uuidv7 } from "lib/ids.ts";
import type { Caller, Shared, Sharing, SharingRules } from "lib/sharing/sharing.ts";
import type { Transcript } from "../text/transcript.ts";
import type { Source, Transcription } from "./transcription.ts";

export interface NewTranscription extends Transcript {
  user_sub: string;
  source: Source;
  filename: string | null;
  processing_ms: number;
  /** Absent: DEFAULT_SHARING decides. */
  shared_with?: Sharing;
}

/** A transcription with whom it is shared. */
export type KeptTranscription = Transcription & Shared;

/** The parts of a transcription that people may correct. */
export type Words = Pick<Transcription, "text" | "segments">;

export interface TranscriptionStore {
  insert(transcription: NewTranscription): Promise<KeptTranscription>;
  /** Those that the viewer may read. */
  list(query: {
    search?: string;
    language?: string;
    source?: Source;
    viewer: Caller;
    limit: number;
    offset: number;
  }): Promise<{ transcriptions: KeptTranscription[]; total: number }>;
  find(id: string): Promise<KeptTranscription | undefined>;
  /**
   * Writes what `change` makes of its words; undefined where there is none. Two edits at once change one after the
   * other.
   */
  edit(id: string, by: string, change: (before: Words) => Words): Promise<KeptTranscription | undefined>;
  /** Whether there was one. */
  share(id: string, sharing: Sharing): Promise<boolean>;
  /** Whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function transcriptionStore(sql: Sql, rules: SharingRules): TranscriptionStore {
  const columns = sql`id, user_sub as owner, shared_with, text, language,
    duration_ms / 1000.0::float8 as duration, segments, model, source, filename, processing_ms,
    edited_by, edited_at, created_at`;

  return {
    async insert(given) {
      const durationMs = Math.round(given.duration * 1000);
      const segments = JSON.stringify(given.segments);
      const sharedWith = given.shared_with ? sql.json(given.shared_with) : null;
      const [row] = await sql<KeptTranscription[]>`
        with added as (
          insert into voice.transcriptions (id, user_sub, shared_with, source, filename, text, text_folded, language,
            duration_ms, segments, model, processing_ms, created_at)
          values (${uuidv7()}, ${given.user_sub}, ${sharedWith},
            ${given.source}, ${given.filename}, ${given.text}, ${fold(given.text)}, ${given.language},
            ${durationMs}, ${segments}::text::json, ${given.model}, ${given.processing_ms}, now())
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
          insert into voice.processing_times select processing_ms, 1 from added where source <> 'import'
          on conflict (processing_ms) do update set transcriptions = processing_times.transcriptions + 1)
        select ${columns} from added`;
      if (!row) throw new Error("An insert returned no row");
      return row;
    },

    async list({ search, language, source, viewer, limit, offset }) {
      const where = sql`where ${rules.visible(sql, viewer, { owner: "user_sub" })}
        ${search ? sql`and text_folded like ${containing(search)}` : sql``}
        ${language ? sql`and language = ${language}` : sql``}
        ${source ? sql`and source = ${source}` : sql``}`;
      const transcriptions = await sql<KeptTranscription[]>`
        select ${columns} from voice.transcriptions ${where}
        order by created_at desc, id desc limit ${limit} offset ${offset}`;
      const [count] = await sql<{ total: number }[]>`
        select count(*) as total from voice.transcriptions ${where}`;
      return { transcriptions: [...transcriptions], total: count?.total ?? 0 };
    },

    async find(id) {
      const [row] = await sql<KeptTranscription[]>`
        select ${columns} from voice.transcriptions where id = ${id}`;
      return row;
    },

    edit: (id, by, change) =>
      sql.begin(async (tx) => {
        const [before] = await tx<Words[]>`
          select text, segments from voice.transcriptions where id = ${id} for update`;
        if (!before) return undefined;
        const { text, segments } = change(before);
        const [row] = await tx<KeptTranscription[]>`
          update voice.transcriptions
          set text = ${text}, text_folded = ${fold(text)}, segments = ${JSON.stringify(segments)}::text::json,
            edited_by = ${by}, edited_at = now()
          where id = ${id} returning ${columns}`;
        return row;
      }),

    async share(id, sharing) {
      const { count } = await sql`
        update voice.transcriptions set shared_with = ${sql.json(sharing)} where id = ${id}`;
      return count === 1;
    },

    remove: async (id) => await removeTranscriptions(sql, [id]) === 1,
  };
}

/** Deletes transcriptions and takes them out of the sums; gives how many there were. */
export async function removeTranscriptions(sql: Sql | TransactionSql, ids: string[]): Promise<number> {
  const removed = await sql`
    with removed as (delete from voice.transcriptions where id = any(${ids}::uuid[]) returning *),
    days as (
      select (created_at at time zone 'utc')::date as day, language, model, source, count(*) as transcriptions,
        sum(duration_ms) as duration_ms, sum(processing_ms) as processing_ms
      from removed group by 1, 2, 3, 4),
    summed as (
      update voice.daily_totals as totals set
        transcriptions = totals.transcriptions - days.transcriptions,
        duration_ms = totals.duration_ms - days.duration_ms,
        processing_ms = totals.processing_ms - days.processing_ms
      from days
      where totals.day = days.day and totals.language = days.language and totals.model = days.model
        and totals.source = days.source),
    times as (
      select processing_ms, count(*) as transcriptions from removed where source <> 'import' group by 1),
    timed as (
      update voice.processing_times as counted set transcriptions = counted.transcriptions - times.transcriptions
      from times where counted.processing_ms = times.processing_ms)
    select id from removed`;
  return removed.length;
}
