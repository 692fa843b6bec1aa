/** Names of suppliers by their ids, each asked for once. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { API, type Supplier } from "./procurement.ts";

/** Null for one that is being asked for, or could not be read. */
const known = signal<ReadonlyMap<string, string | null>>(new Map());

/** The name of a supplier; its id until the name is known. */
export const supplierName = (id: string): string => known.value.get(id) ?? id;

/** Fetches the names of `ids` that are not known yet. */
export function useSupplierNames(ids: readonly string[]): void {
  const missing = [...new Set(ids)].filter((id) => !known.value.has(id));
  useEffect(() => {
    for (const id of missing) void learn(id);
  }, [missing.join()]);
}

async function learn(id: string): Promise<void> {
  learned(id, null);
  try {
    const { name } = await get<Supplier>(`${API}/suppliers/${id}`);
    learned(id, name);
  } catch {
    // The id stands for it: asking again at once would repeat the failure.
  }
}

function learned(id: string, name: string | null): void {
  known.value = new Map(known.value).set(id, name);
}
