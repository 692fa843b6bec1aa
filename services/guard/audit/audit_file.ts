/**
 * The trail as a file that can be verified without the service. JSON Lines: a header, the events in order,
 * and a footer with the SHA-256 of all lines before it and a signature.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { CHAIN_FAULTS, type ChainPlace, firstFault } from "./audit_chain.ts";
import { AuditRecord } from "./audit_event.ts";
import { type Head, HEAD_FAULTS, type HeadFault } from "./audit_head.ts";
import type { AuditKeys } from "./audit_keys.ts";
import type { AuditStore } from "./audit_store.ts";

const FORMAT = "diwan audit export 1";

export const FileHeader = z.object({
  kind: z.literal("header"),
  format: z.literal(FORMAT),
  exported_at: z.iso.datetime(),
  exported_by: z.string(),
  /** The hash that the first event is chained to. */
  after_seq: z.int(),
  after_hash: z.string(),
  /** The last event of the file. */
  last_seq: z.int(),
  /** The last event of the trail. */
  head_seq: z.int(),
  /** The first place whose hash is keyed. */
  keyed_from: z.int().nullable(),
  key_id: z.string(),
  public_key: z.string(),
});
export type FileHeader = z.output<typeof FileHeader>;

export const FileEvent = AuditRecord.extend({ kind: z.literal("event") });

export const FileFooter = z.object({
  kind: z.literal("footer"),
  events: z.int(),
  last_seq: z.int(),
  last_hash: z.string(),
  /** Faults that the service found with its own key while writing the file. */
  fault: z.enum([...CHAIN_FAULTS, ...HEAD_FAULTS]).nullable(),
  broken_at: z.int().nullable(),
  sha256: z.string(),
  signature: z.string(),
});
export type FileFooter = z.output<typeof FileFooter>;

export const FileLine = z.discriminatedUnion("kind", [FileHeader, FileEvent, FileFooter]);
export type FileLine = z.output<typeof FileLine>;

/** The text that a footer signs. */
export const signedText = (footer: Omit<FileFooter, "signature" | "kind">): string => {
  const { events, last_seq, last_hash, fault, broken_at, sha256 } = footer;
  return JSON.stringify([FORMAT, events, last_seq, last_hash, fault, broken_at, sha256]);
};

/** A range of the trail. */
export interface FileRange {
  /** The first place; the oldest when left out. */
  first_seq?: number;
  /** The last place; the newest when left out. */
  last_seq?: number;
}

const PIECE = 500;

/**
 * The lines of the file, in batches, up to the current head. @throws when events are dropped as too old
 * before they are read; a file that was cut off has no footer.
 */
export async function* auditFile(
  { store, keys }: { store: AuditStore; keys: AuditKeys },
  { head, fault: headFault, range, exported_at, exported_by }: {
    head: Head;
    fault: HeadFault | undefined;
    range: FileRange;
    exported_at: string;
    exported_by: string;
  },
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  const line = (value: object) => {
    const text = JSON.stringify(value) + "\n";
    digest.update(text);
    return text;
  };
  const before = await placeBefore(store, head, range.first_seq ?? 0);
  const end = Math.min(head.seq, range.last_seq ?? head.seq);
  const header: FileHeader = {
    ...{ kind: "header", format: FORMAT, exported_at, exported_by },
    ...{ after_seq: before.seq, after_hash: before.hash, last_seq: end, head_seq: head.seq },
    ...{ keyed_from: head.keyed_from, key_id: keys.current.id, public_key: keys.current.publicKey },
  };
  yield line(header);
  const check = { keys, keyedFrom: head.keyed_from ?? Infinity };
  let last = before;
  let events = 0;
  let chainFault: Pick<FileFooter, "fault" | "broken_at"> = { fault: headFault ?? null, broken_at: null };
  while (last.seq < end) {
    const records = (await store.after(last.seq, Math.min(PIECE, end - last.seq))).filter(({ seq }) =>
      seq <= end
    );
    const broken = firstFault(last, records, check) ??
      (records.length === 0 ? { seq: last.seq + 1, fault: "missing" as const } : undefined);
    if (broken?.fault === "missing" && (await store.head()).head.anchor_seq >= broken.seq) {
      throw new Error("events were dropped as too old while they were exported");
    }
    if (broken && chainFault.broken_at === null) chainFault = { fault: broken.fault, broken_at: broken.seq };
    const next = records.at(-1);
    if (!next) break;
    yield records.map((record) => line({ kind: "event", ...record })).join("");
    events += records.length;
    last = next;
  }
  const footer = {
    events,
    last_seq: last.seq,
    last_hash: last.hash,
    ...chainFault,
    sha256: digest.digest("hex"),
  };
  yield JSON.stringify({ kind: "footer", ...footer, signature: keys.current.sign(signedText(footer)) }) +
    "\n";
}

/** The place that the first event of a range is chained to. */
async function placeBefore(store: AuditStore, head: Head, firstSeq: number): Promise<ChainPlace> {
  const start = { seq: head.anchor_seq, hash: head.anchor_hash };
  if (firstSeq <= start.seq + 1) return start;
  const seq = Math.min(firstSeq - 1, head.seq);
  return { seq, hash: (await store.hashes([seq])).get(seq) ?? "" };
}
