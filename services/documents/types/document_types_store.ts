import type { Sql, TransactionSql } from "lib/database/db.ts";
import type { TypeRow, VersionRow } from "./document_type.ts";
import type { KnownVersions, TypeToSave } from "./document_type_rules.ts";
import type { OwnTypeInput } from "./own_type_input.ts";

export interface TypeStore {
  /** All types, ordered by name. */
  all(): Promise<TypeRow[]>;
  /** Saves all types in one transaction, unless `allow` throws. */
  save(
    types: TypeToSave[],
    by: { actor: string; allow: (known: KnownVersions, types: readonly TypeToSave[]) => void },
  ): Promise<void>;
  /** Deletes a type; false when there is none. */
  remove(name: string, by: string): Promise<boolean>;
  /** Versions, newest first. */
  versions(
    name: string,
    page: { limit: number; offset: number },
  ): Promise<{ rows: VersionRow[]; total: number }>;
}

export function typeStore(sql: Sql): TypeStore {
  return {
    async all() {
      const rows = await sql<TypeRow[]>`
        select name, version, definition, created_by, created_at, updated_by, updated_at
        from documents.types order by name`;
      return rows.map(({ created_at, updated_at, ...row }) => ({
        ...row,
        created_at: new Date(created_at).toISOString(),
        updated_at: new Date(updated_at).toISOString(),
      }));
    },
    async save(types, { actor, allow }) {
      await sql.begin(async (tx) => {
        await lockTypes(tx);
        const rows = await tx<{ name: string; version: number }[]>`select name, version from documents.types`;
        allow(new Map(rows.map(({ name, version }) => [name, version])), types);
        for (const { input, over } of types) await saveOne(tx, input, { over, by: actor });
      });
    },
    async remove(name, by) {
      return await sql.begin(async (tx) => {
        await lockTypes(tx);
        const gone = await tx`delete from documents.types where name = ${name}`;
        if (gone.count === 0) return false;
        await note(tx, { name, act: "deleted", by });
        return true;
      });
    },
    async versions(name, { limit, offset }) {
      const rows = await sql<VersionRow[]>`
        select version, act, definition, changed_by as by, changed_at as at
        from documents.type_versions where name = ${name} order by version desc limit ${limit} offset ${offset}`;
      const [counted] = await sql<{ total: number }[]>`
        select count(*)::int as total from documents.type_versions where name = ${name}`;
      return {
        rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
        total: counted?.total ?? 0,
      };
    },
  };
}

/** Serialises changes, so that version checks and the limit hold. */
async function lockTypes(tx: TransactionSql): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('documents types', 0))`;
}

async function saveOne(
  tx: TransactionSql,
  input: OwnTypeInput,
  { over, by }: { over: number | undefined; by: string },
): Promise<void> {
  const { name } = input;
  const version = await note(tx, { name, act: over === undefined ? "created" : "changed", by, input });
  const definition = tx.json(JSON.parse(JSON.stringify(input)));
  if (over === undefined) {
    await tx`
      insert into documents.types (name, version, definition, created_by, updated_by)
      values (${name}, ${version}, ${definition}, ${by}, ${by})`;
    return;
  }
  await tx`
    update documents.types set version = ${version}, definition = ${definition}, updated_by = ${by}, updated_at = now()
    where name = ${name}`;
}

/** Adds a version; a type created again after deletion continues its numbers. */
async function note(
  tx: TransactionSql,
  { name, act, by, input }: { name: string; act: VersionRow["act"]; by: string; input?: OwnTypeInput },
): Promise<number> {
  const definition = input ? tx.json(JSON.parse(JSON.stringify(input))) : null;
  const [row] = await tx<{ version: number }[]>`
    insert into documents.type_versions (name, version, act, definition, changed_by)
    select ${name}, coalesce(max(version), 0) + 1, ${act}, ${definition}::jsonb, ${by}
    from documents.type_versions where name = ${name}
    returning version`;
  if (!row) throw new Error("the database returned no version");
  return row.version;
}
