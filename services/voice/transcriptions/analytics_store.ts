import type { Sql } from "lib/db.ts";
import type { Analytics } from "./analytics.ts";

export interface AnalyticsStore {
  read(): Promise<Analytics>;
}

interface Totals {
  transcriptions: number;
  duration_ms: number;
  processing_ms: number;
}

export function analyticsStore(sql: Sql): AnalyticsStore {
  const sums = sql`sum(transcriptions)::bigint as transcriptions, sum(duration_ms)::bigint as duration_ms,
    sum(processing_ms)::bigint as processing_ms`;
  const by = async (column: "language" | "model" | "source" | "day") =>
    await sql<(Totals & { name: string })[]>`
      select ${sql(column)} as name, ${sums} from voice.daily_totals where transcriptions > 0
      group by 1 order by ${column === "day" ? sql`1` : sql`2 desc, 1`}`;
  const p95 = async () => {
    const [row] = await sql<{ processing_ms: number }[]>`
      select processing_ms from (
        select processing_ms, sum(transcriptions) over (order by processing_ms) as up_to,
          sum(transcriptions) over () as total
        from voice.processing_times where transcriptions > 0) as ranked
      where up_to >= 0.95 * total order by processing_ms limit 1`;
    return row?.processing_ms ?? null;
  };

  return {
    async read() {
      const languages = await by("language");
      const [models, sources, days] = [await by("model"), await by("source"), await by("day")];
      const total = sum(languages, "transcriptions");
      const duration = sum(languages, "duration_ms");
      const processing = sum(languages, "processing_ms");
      return {
        total_transcriptions: total,
        total_duration_seconds: duration / 1000,
        average_duration_seconds: total ? rounded(duration / 1000 / total) : 0,
        language_distribution: counts(languages),
        by_model: models.map(({ name, ...totals }) => ({ model: name, ...inSeconds(totals) })),
        by_source: { file: 0, stream: 0, chat: 0, ...counts(sources) },
        average_processing_ms: total ? rounded(processing / total) : null,
        p95_processing_ms: await p95(),
        real_time_factor: duration ? rounded(processing / duration) : null,
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
