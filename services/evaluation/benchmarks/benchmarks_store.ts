import type { Sql } from "lib/database/db.ts";
import { Benchmark } from "./benchmark.ts";

/** A benchmark that people wrote, without its content. */
export interface Written {
  id: string;
  hash: string;
  updated_by: string;
  updated_at: string;
}

/** A benchmark to be stored, with the hash of its content. */
export interface Draft {
  benchmark: Benchmark;
  hash: string;
  by: string;
}

export interface BenchmarkStore {
  list(): Promise<Written[]>;
  content(id: string, hash: string): Promise<Benchmark | undefined>;
  /** Stores a new benchmark; false where its id is taken. */
  insert(draft: Draft): Promise<boolean>;
  /** Replaces the edition `over`; false where another stands there by now. */
  update(draft: Draft, over: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Their number and their length in bytes, without the one called `except`. */
  size(except: string): Promise<{ count: number; bytes: number }>;
}

export function benchmarkStore(sql: Sql): BenchmarkStore {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  return {
    list: async () =>
      await sql<Written[]>`select id, hash, updated_by, updated_at from evaluation.benchmarks order by id`,

    async content(id, hash) {
      const [row] = await sql`
        select content from evaluation.benchmarks where id = ${id} and hash = ${hash}`;
      // Undefined too where it was written under rules that are no more.
      return row && Benchmark.safeParse(row.content).data;
    },

    async insert({ benchmark, hash, by }) {
      const text = JSON.stringify(benchmark);
      const rows = await sql`
        insert into evaluation.benchmarks (id, hash, content, bytes, updated_by)
        values (${benchmark.id}, ${hash}, ${text}::text::json, ${bytesOf(text)}, ${by})
        on conflict (id) do nothing returning 1`;
      return rows.length > 0;
    },

    async update({ benchmark, hash, by }, over) {
      const text = JSON.stringify(benchmark);
      const rows = await sql`
        update evaluation.benchmarks set hash = ${hash}, content = ${text}::text::json,
          bytes = ${bytesOf(text)}, updated_by = ${by}, updated_at = now()
        where id = ${benchmark.id} and hash = ${over} returning 1`;
      return rows.length > 0;
    },

    async remove(id) {
      const rows = await sql`delete from evaluation.benchmarks where id = ${id} returning 1`;
      return rows.length > 0;
    },

    async size(except) {
      const [row] = await sql<{ count: number; bytes: number }[]>`
        select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes
        from evaluation.benchmarks where id <> ${except}`;
      return row ?? { count: 0, bytes: 0 };
    },
  };
}
