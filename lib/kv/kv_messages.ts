/** Messages about a KV between the process that owns it and its member processes. */
import { z } from "zod";

// The KV itself validates keys.
const Key = z.custom<Deno.KvKey>((value) => Array.isArray(value));
const Limits = z.object({
  limit: z.number().optional(),
  cursor: z.string().optional(),
  reverse: z.boolean().optional(),
  batchSize: z.number().optional(),
});

/** One change of an atomic operation. Values are serialised, since only the reader knows their types. */
export const Mutation = z.union([
  z.object({ type: z.literal("count"), key: Key, n: z.bigint(), expireIn: z.number().optional() }),
  z.object({
    type: z.literal("set"),
    key: Key,
    value: z.instanceof(Uint8Array),
    expireIn: z.number().optional(),
  }),
  z.object({ type: z.literal("delete"), key: Key }),
  z.object({ type: z.enum(["sum", "min", "max"]), key: Key, n: z.bigint() }),
]);
/** One change of an atomic operation. */
export type Mutation = z.output<typeof Mutation>;

/** A call of a KV. */
export const KvCall = z.union([
  z.object({ op: z.literal("getMany"), keys: z.array(Key) }),
  z.object({
    op: z.literal("list"),
    selector: z.union([
      z.object({ prefix: Key, start: Key.optional(), end: Key.optional() }),
      z.object({ start: Key, end: Key }),
    ]),
    options: Limits,
  }),
  z.object({
    op: z.literal("commit"),
    checks: z.array(z.object({ key: Key, versionstamp: z.string().nullable() })),
    mutations: z.array(Mutation),
  }),
  z.object({ op: z.literal("watch"), id: z.number(), keys: z.array(Key) }),
  z.object({ op: z.literal("unwatch"), id: z.number() }),
]);
/** A call of a KV. */
export type KvCall = z.output<typeof KvCall>;

/** The answer to a commit. */
export const Committed = z.union([
  z.object({ ok: z.literal(true), versionstamp: z.string() }),
  z.object({ ok: z.literal(false) }),
]);

/** An event of a watch: its id, and the entries, serialised. */
export const Changed = z.object({ id: z.number(), entries: z.instanceof(Uint8Array) });
/** Reports a failed watch. */
export const WatchFailed = z.object({ id: z.number(), message: z.string() });
/** A page of a listing: the serialised entries, the cursor after each, and whether there may be more. */
export const Listed = z.object({
  entries: z.instanceof(Uint8Array),
  cursors: z.array(z.string()),
  more: z.boolean(),
});
