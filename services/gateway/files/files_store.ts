import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { FileQuery, StoredFile } from "./file.ts";

export interface NewFile extends Omit<StoredFile, "created_at" | "bytes"> {}

/** Query for the files of one owner. */
export interface OwnFiles extends FileQuery {
  owner: string;
}

export interface FileStore {
  /**
   * Stores a file of `size` bytes from its parts in one transaction; undefined when the total of its owner's files
   * would exceed `most` bytes.
   */
  insert(
    file: NewFile,
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    bounds: { size: number; most: number },
  ): Promise<StoredFile | undefined>;
  find(id: string): Promise<StoredFile | undefined>;
  list(query: OwnFiles): Promise<StoredFile[]>;
  /** The content in parts, so that a large file is never in memory as a whole. */
  content(id: string): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  remove(id: string): Promise<boolean>;
  /** Deletes expired files. */
  dropExpired(): Promise<void>;
}

export const PART_BYTES = 512 * 1024;

export function fileStore(sql: Sql): FileStore {
  const columns = sql`id, owner, purpose, filename, bytes, created_at, expires_at`;
  // An expired file is hidden even before the sweep deletes it.
  const living = sql`(expires_at is null or expires_at > now())`;

  return {
    insert: (file, parts, { size, most }) =>
      sql.begin(async (tx) => {
        // The lock serialises uploads of one owner, so that concurrent uploads cannot exceed the quota.
        await tx`select pg_advisory_xact_lock(hashtextextended('diwan:gateway:files:' || ${file.owner}, 0))`;
        const [stored] = await tx<{ bytes: number }[]>`
          select coalesce(sum(bytes), 0)::bigint as bytes from gateway.files where owner = ${file.owner} and ${living}`;
        return (stored?.bytes ?? 0) + size > most ? undefined : await insertFile(tx, file, parts);
      }),
    async find(id) {
      const [file] = await sql<StoredFile[]>`
        select ${columns} from gateway.files where id = ${id} and ${living}`;
      return file;
    },
    list: ({ owner, purpose, after, order, limit }) =>
      sql<StoredFile[]>`
        select ${columns} from gateway.files where owner = ${owner} and ${living}
          ${purpose === undefined ? sql`` : sql`and purpose = ${purpose}`}
          ${after === undefined ? sql`` : order === "asc" ? sql`and id > ${after}` : sql`and id < ${after}`}
        order by id ${order === "asc" ? sql`asc` : sql`desc`} limit ${limit}`,
    async *content(id) {
      for (let number = 0;; number++) {
        const [part] = await sql<{ content: Uint8Array }[]>`
          select content from gateway.file_parts where file_id = ${id} and number = ${number}`;
        if (!part) return;
        yield new Uint8Array(part.content);
      }
    },
    async remove(id) {
      const { count } = await sql`delete from gateway.files where id = ${id}`;
      return count > 0;
    },
    async dropExpired() {
      await sql`delete from gateway.files where expires_at <= now()`;
    },
  };
}

/** Stores a file as part of the caller's transaction. */
export async function insertFile(
  tx: TransactionSql,
  { id, owner, purpose, filename, expires_at }: NewFile,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  await tx`insert into gateway.files ${tx({ id, owner, purpose, filename, expires_at, bytes: 0 })}`;
  let bytes = 0;
  let number = 0;
  for await (const content of parts) {
    for (let at = 0; at < content.length; at += PART_BYTES) {
      const part = content.subarray(at, at + PART_BYTES);
      await tx`insert into gateway.file_parts (file_id, number, content) values (${id}, ${number}, ${part})`;
      number += 1;
    }
    bytes += content.length;
  }
  const [file] = await tx<StoredFile[]>`
    update gateway.files set bytes = ${bytes} where id = ${id}
    returning id, owner, purpose, filename, bytes, created_at, expires_at`;
  if (!file) throw new Error("a file that was just stored is gone");
  return file;
}
