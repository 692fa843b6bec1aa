/** The messages about a KV between the process that has it and the others of a service. */
import { z } from "zod";

// The KV itself refuses keys that are none.
const Key = z.custom<Deno.KvKey>((value) => Array.isArray(value));
const Limits = z.object({
  limit: z.number().optional(),
  cursor: z.string().optional(),
  reverse: z.boolean().optional(),
  batchSize: z.number().optional(),
});

/** One change of an atomic operation. Values are serialised, since only who reads them knows what they are. */
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
/** The event of a watch that failed. */
export const WatchFailed = z.object({ id: z.number(), message: z.string() });
/** A part of a listing: the entries, serialised, where a listing goes on behind each, and whether there may be more. */
export const Listed = z.object({
  entries: z.instanceof(Uint8Array),
  cursors: z.array(z.string()),
  more: z.boolean(),
});
