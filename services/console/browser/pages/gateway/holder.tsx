/** The holder of a call's credential: a person by name, a key by what people call it. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { Code } from "../../ui/time.tsx";
import type { VirtualKey } from "./calls.ts";

const KEY_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Names of keys by id; undefined for one that is being asked for, or that is no key any more. */
const known = signal<ReadonlyMap<string, string | undefined>>(new Map());

const learned = (id: string, name?: string) => known.value = new Map(known.value).set(id, name);

async function learn(id: string): Promise<void> {
  learned(id);
  try {
    const { name } = await get<VirtualKey>(`/gateway/governance/virtual-keys/${id}`);
    learned(id, name);
  } catch {
    // The id stands for it: asking again at once would repeat the failure.
  }
}

/** The name of a holder as far as it is known; else its id. */
export const holderName = (id: string): string => known.value.get(id) ?? id;

export function Holder({ id }: { id: string }) {
  useEffect(() => {
    if (isAdmin.value && KEY_ID.test(id) && !known.value.has(id)) void learn(id);
  }, [id]);
  const name = known.value.get(id);
  return name === undefined ? <Code>{id}</Code> : (
    <bdi title={id}>
      {name}
    </bdi>
  );
}
