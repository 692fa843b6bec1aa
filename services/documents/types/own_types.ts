/** The custom types, compiled for use. */
import type { Logger } from "lib/telemetry/log.ts";
import { isBuiltIn } from "../understanding/classification/document_types.ts";
import type { OwnType } from "../understanding/classification/own_type.ts";
import { compiledType } from "./compiled_type.ts";
import { OwnTypeInput } from "./own_type_input.ts";
import type { TypeRow } from "./document_type.ts";
import type { TypeStore } from "./document_types_store.ts";

export interface OwnTypes {
  all(): Promise<OwnType[]>;
  /** The custom type with that name; undefined for built-in and unknown types. */
  find(name: string): Promise<OwnType | undefined>;
}

export function ownTypes(store: Pick<TypeStore, "all">, log: Logger): OwnTypes {
  let compiled = new Map<string, OwnType | undefined>();

  function usable({ name, version, definition }: TypeRow): OwnType | undefined {
    const parsed = OwnTypeInput.safeParse(definition);
    if (parsed.success) return compiledType(parsed.data);
    log.warn("a stored document type cannot be used", { name, version, error: parsed.error });
    return undefined;
  }

  async function all(): Promise<OwnType[]> {
    const before = compiled;
    compiled = new Map((await store.all()).map((row) => {
      const key = `${row.name} ${row.version}`;
      return [key, before.has(key) ? before.get(key) : usable(row)];
    }));
    return [...compiled.values()].filter((type) => type !== undefined);
  }

  return {
    all,
    find: async (name) => isBuiltIn(name) ? undefined : (await all()).find((type) => type.name === name),
  };
}
