/** A client of a KV that another process owns, with the interface of Deno.Kv. */
import { deserialize, serialize } from "node:v8";
import { Changed, Committed, type KvCall, Listed, type Mutation, WatchFailed } from "lib/kv/kv_messages.ts";
import { z } from "zod";
import type { Channel } from "lib/processes/process_channel.ts";

/** The KV served by the process behind `channel`. It has no queues. */
export function remoteKv(channel: Channel): Deno.Kv {
  const call = (asked: KvCall) => channel.ask("kv", asked);
  const watches = watchesOver(channel, call);
  const commit = async (
    checks: Deno.AtomicCheck[],
    mutations: Mutation[],
  ): Promise<Deno.KvCommitResult | Deno.KvCommitError> =>
    Committed.parse(await call({ op: "commit", checks: checks.map(plainCheck), mutations }));
  const commitOne = async (mutation: Mutation): Promise<Deno.KvCommitResult> => {
    const committed = await commit([], [mutation]);
    if (!committed.ok) throw new Error("a commit without checks was refused");
    return committed;
  };
  const getMany = async (keys: readonly Deno.KvKey[]) =>
    revived(Bytes.parse(await call({ op: "getMany", keys: [...keys] })));
  const close = () => watches.close();
  return {
    async get(key) {
      const [entry] = await getMany([key]);
      return entry;
    },
    getMany: async (keys) => await getMany(keys),
    set: (key, value, options) => commitOne(setting(key, value, options)),
    delete: async (key) => void await commitOne({ type: "delete", key }),
    list: (selector, options) => listOver(call, selector, options),
    atomic: () => operationOver(commit),
    watch: (keys) => watches.open(keys),
    enqueue: noQueues,
    listenQueue: noQueues,
    close,
    commitVersionstamp: () => Symbol("no versionstamp before the commit"),
    [Symbol.dispose]: close,
  };
}

type Call = (asked: KvCall) => Promise<unknown>;
const Bytes = z.instanceof(Uint8Array);

const noQueues = () => Promise.reject(new Error("a KV of another process has no queues"));

/** Restores entries, with counters as Deno.KvU64. */
function revived(bytes: Uint8Array) {
  const entries: ReturnType<typeof deserialize> = deserialize(bytes);
  for (const { entry, count } of entries) if (count !== undefined) entry.value = new Deno.KvU64(count);
  return entries.map(({ entry }: { entry: unknown }) => entry);
}

function plainCheck({ key, versionstamp }: Deno.AtomicCheck) {
  return { key, versionstamp };
}

function setting(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Mutation {
  const lasting = options?.expireIn === undefined ? {} : { expireIn: options.expireIn };
  // Serialisation loses the class of counters.
  if (value instanceof Deno.KvU64) return { type: "count", key, n: value.value, ...lasting };
  return { type: "set", key, value: new Uint8Array(serialize(value)), ...lasting };
}

function operationOver(
  commit: (
    checks: Deno.AtomicCheck[],
    mutations: Mutation[],
  ) => Promise<Deno.KvCommitResult | Deno.KvCommitError>,
): Deno.AtomicOperation {
  const checks: Deno.AtomicCheck[] = [];
  const mutations: Mutation[] = [];
  const add = (mutation: Mutation) => {
    mutations.push(mutation);
    return operation;
  };
  const operation: Deno.AtomicOperation = {
    check(...more) {
      checks.push(...more);
      return operation;
    },
    mutate(...more) {
      for (const change of more) {
        const { type, key } = change;
        if (type === "set") add(setting(key, change.value, change));
        else if (type === "delete") add({ type, key });
        else add({ type, key, n: change.value.value });
      }
      return operation;
    },
    set: (key, value, options) => add(setting(key, value, options)),
    delete: (key) => add({ type: "delete", key }),
    sum: (key, n) => add({ type: "sum", key, n }),
    min: (key, n) => add({ type: "min", key, n }),
    max: (key, n) => add({ type: "max", key, n }),
    enqueue() {
      throw new Error("a KV of another process has no queues");
    },
    commit: () => commit(checks, mutations),
  };
  return operation;
}

function listOver<T>(
  call: Call,
  selector: Deno.KvListSelector,
  { limit = Infinity, cursor = "", reverse = false }: Deno.KvListOptions = {},
): Deno.KvListIterator<T> {
  let rest: Deno.KvEntry<T>[] = [];
  let cursors: string[] = [];
  let after = cursor;
  let left = limit;
  let begun = false;
  let isMore = true;
  async function more(): Promise<void> {
    const options = {
      ...{ reverse },
      ...Number.isFinite(left) ? { limit: left } : {},
      ...after ? { cursor: after } : {},
    };
    const part = Listed.parse(await call({ op: "list", selector: plainSelector(selector), options }));
    rest = revived(part.entries);
    cursors = part.cursors;
    isMore = part.more;
  }
  const iterator: Deno.KvListIterator<T> = {
    get cursor() {
      if (!begun) throw new Error("Cannot get cursor before first iteration");
      return after;
    },
    async next() {
      // Keep the cursor after the last entry when a limit ends the listing.
      if (left <= 0) return { done: true, value: undefined };
      if (rest.length === 0 && isMore) await more();
      begun = true;
      const value = rest.shift();
      after = cursors.shift() ?? "";
      if (value === undefined) return { done: true, value };
      left--;
      return { done: false, value };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function plainSelector(selector: Deno.KvListSelector) {
  if (!("prefix" in selector)) return { start: selector.start, end: selector.end };
  return {
    prefix: selector.prefix,
    ..."start" in selector ? { start: selector.start } : {},
    ..."end" in selector ? { end: selector.end } : {},
  };
}

/** Watches by id; a slow reader sees only the newest entries, as with a local KV. */
function watchesOver(channel: Channel, call: Call) {
  const heard = new Map<number, { change(entries: Uint8Array): void; fail(error: Error): void }>();
  let last = 0;
  channel.on("kv changed", (told) => {
    const { id, entries } = Changed.parse(told);
    heard.get(id)?.change(entries);
  });
  channel.on("kv watch failed", (told) => {
    const { id, message } = WatchFailed.parse(told);
    heard.get(id)?.fail(new Error(message));
  });
  const end = (id: number) => {
    if (heard.delete(id)) call({ op: "unwatch", id }).catch(() => {});
  };
  return {
    open<T extends readonly unknown[]>(
      keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
    ): ReadableStream<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
      const id = ++last;
      let newest: Uint8Array | undefined;
      let wake = () => {};
      return new ReadableStream({
        start(controller) {
          const fail = (error: unknown) => {
            if (!heard.delete(id)) return;
            controller.error(error);
            wake();
          };
          const change = (entries: Uint8Array) => {
            newest = entries;
            wake();
          };
          heard.set(id, { change, fail });
          call({ op: "watch", id, keys: [...keys] }).catch(fail);
          channel.closed.then(() => fail(new Error("the process that serves the KV has ended")));
        },
        async pull(controller) {
          if (!newest) await new Promise<void>((resolve) => wake = resolve);
          if (!newest) return;
          const entries = newest;
          newest = undefined;
          controller.enqueue(revived(entries));
        },
        cancel: () => end(id),
      }, { highWaterMark: 0 });
    },
    close: () => [...heard.keys()].forEach(end),
  };
}
