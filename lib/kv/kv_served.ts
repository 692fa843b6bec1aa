/** Serves this process's KV to another process over a channel, since only one process can open a KV file. */
import { deserialize, serialize } from "node:v8";
import { KvCall, type Listed, type Mutation } from "lib/kv/kv_messages.ts";
import type { Channel } from "lib/processes/process_channel.ts";
import type { z } from "zod";

// Entries per page; a longer listing continues with further requests.
const MOST_LISTED = 500;

type CallOf<Op extends KvCall["op"]> = Extract<KvCall, { op: Op }>;

/** Answers calls over `channel` until it closes. */
export function serveKv(channel: Channel, kv: Deno.Kv): void {
  const watches = new Map<number, ReadableStreamDefaultReader<Deno.KvEntryMaybe<unknown>[]> | undefined>();
  const unwatch = (id: number) => {
    const reader = watches.get(id);
    watches.delete(id);
    reader?.cancel().catch(() => {});
  };
  void channel.closed.then(() => [...watches.keys()].forEach(unwatch));

  async function watch({ id, keys }: CallOf<"watch">): Promise<void> {
    watches.set(id, undefined);
    const reader = kv.watch<unknown[]>(keys).getReader();
    watches.set(id, reader);
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      channel.tell("kv changed", { id, entries: serialize(read.value.map(serialisable)) });
    }
  }

  channel.on("kv", (asked) => {
    const call = KvCall.parse(asked);
    switch (call.op) {
      case "getMany":
        return kv.getMany<unknown[]>(call.keys).then((entries) => serialize(entries.map(serialisable)));
      case "list":
        return listed(kv, call);
      case "commit":
        return commit(kv, call);
      case "watch":
        watch(call).catch((error) => {
          // A watch that its reader ended needs no message.
          if (watches.has(call.id)) {
            channel.tell("kv watch failed", { id: call.id, message: messageOf(error) });
          }
          unwatch(call.id);
        });
        return undefined;
      case "unwatch":
        return unwatch(call.id);
    }
  });
}

async function listed(
  kv: Deno.Kv,
  { selector, options }: CallOf<"list">,
): Promise<z.output<typeof Listed>> {
  const limit = Math.min(options.limit ?? MOST_LISTED, MOST_LISTED);
  const iterator = kv.list(selector, { ...options, limit });
  const entries = [];
  const cursors: string[] = [];
  for await (const entry of iterator) {
    entries.push(serialisable(entry));
    cursors.push(iterator.cursor);
  }
  return { entries: new Uint8Array(serialize(entries)), cursors, more: entries.length === limit };
}

async function commit(kv: Deno.Kv, { checks, mutations }: CallOf<"commit">) {
  const operation = kv.atomic().check(...checks);
  for (const mutation of mutations) change(operation, mutation);
  return await operation.commit();
}

function change(operation: Deno.AtomicOperation, mutation: Mutation): void {
  const { type, key } = mutation;
  if (type === "delete") operation.delete(key);
  else if (type !== "set" && type !== "count") operation[type](key, mutation.n);
  else {
    const { expireIn } = mutation;
    const value = type === "count" ? new Deno.KvU64(mutation.n) : deserialize(mutation.value);
    operation.set(key, value, expireIn === undefined ? {} : { expireIn });
  }
}

/** Marks counters, because serialisation loses their class. */
function serialisable({ key, value, versionstamp }: Deno.KvEntryMaybe<unknown>) {
  return value instanceof Deno.KvU64
    ? { entry: { key, versionstamp, value: null }, count: value.value }
    : { entry: { key, versionstamp, value } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
