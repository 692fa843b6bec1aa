import type { Sql } from "lib/database/db.ts";
import type { Caller, Condition, SharingRules } from "lib/sharing/sharing.ts";
import type { VoiceAnalytics } from "./voice_analytics.ts";

export interface AnalyticsStore {
  /** Over the transcriptions that the viewer may read. */
  read(viewer: Caller): Promise<VoiceAnalytics>;
}

interface Totals {
  transcriptions: number;
  duration_ms: number;
  processing_ms: number;
}

/** Where the sums are taken from: counted transcriptions by day, language, model and source, and their times. */
interface Counted {
  totals: Condition;
  times: Condition;
}

export function analyticsStore(sql: Sql, rules: SharingRules): AnalyticsStore {
  /** Managers and admins see all, so the sums kept beside the rows are theirs; others' are taken from their rows. */
  const countedFor = (viewer: Caller): Counted => {
    if (viewer.role !== "user") {
      return { totals: sql`voice.daily_totals`, times: sql`voice.processing_times` };
    }
    const visible = rules.visible(sql, viewer, { owner: "user_sub" });
    return {
      totals: sql`(
        select (created_at at time zone 'utc')::date as day, language, model, source, 1 as transcriptions,
          duration_ms, processing_ms
        from voice.transcriptions where ${visible}) as visible`,
      times: sql`(
        select processing_ms, count(*) as transcriptions from voice.transcriptions
        where ${visible} and source <> 'import' group by 1) as visible`,
    };
  };
  const sums = sql`sum(transcriptions)::bigint as transcriptions, sum(duration_ms)::bigint as duration_ms,
    sum(processing_ms)::bigint as processing_ms`;
  const by = async (totals: Condition, column: "language" | "model" | "source" | "day") =>
    await sql<(Totals & { name: string })[]>`
      select ${sql(column)} as name, ${sums} from ${totals} where transcriptions > 0
      group by 1 order by ${column === "day" ? sql`1` : sql`2 desc, 1`}`;
  const p95 = async (times: Condition) => {
    const [row] = await sql<{ processing_ms: number }[]>`
      select processing_ms from (
        select processing_ms, sum(transcriptions) over (order by processing_ms) as up_to,
          sum(transcriptions) over () as total
        from ${times} where transcriptions > 0) as ranked
      where up_to >= 0.95 * total order by processing_ms limit 1`;
    return row?.processing_ms ?? null;
  };

  return {
    async read(viewer) {
      const { totals, times } = countedFor(viewer);
      const languages = await by(totals, "language");
      const models = await by(totals, "model");
      const sources = await by(totals, "source");
      const days = await by(totals, "day");
      const total = sum(languages, "transcriptions");
      const duration = sum(languages, "duration_ms");
      // No model worked on imported ones: averages of work are over the others.
      const worked = sources.filter(({ name }) => name !== "import");
      const [heard, audio] = [sum(worked, "transcriptions"), sum(worked, "duration_ms")];
      const processing = sum(worked, "processing_ms");
      return {
        total_transcriptions: total,
        total_duration_seconds: duration / 1000,
        average_duration_seconds: total ? rounded(duration / 1000 / total) : 0,
        language_distribution: counts(languages),
        by_model: models.map(({ name, ...totals }) => ({ model: name, ...inSeconds(totals) })),
        by_source: { file: 0, stream: 0, chat: 0, import: 0, ...counts(sources) },
        average_processing_ms: heard ? rounded(processing / heard) : null,
        p95_processing_ms: await p95(times),
        real_time_factor: audio ? rounded(processing / audio) : null,
        daily: days.map(({ name, ...totals }) => ({ date: name, ...inSeconds(totals) })),
      };
    },
  };
}

function sum(rows: readonly Totals[], key: keyof Totals): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

function counts(rows: readonly (Totals & { name: string })[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, transcriptions }) => [name, transcriptions]));
}

function inSeconds(
  { transcriptions, duration_ms }: Totals,
): { transcriptions: number; duration_seconds: number } {
  return { transcriptions, duration_seconds: duration_ms / 1000 };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
