/** Verifies the whole trail: every event, the head, and the external anchors. */
import { z } from "@hono/zod-openapi";
import { isAnchorSigned } from "./audit_anchor.ts";
import type { AnchorStore } from "./audit_anchors_store.ts";
import { CHAIN_FAULTS, type ChainFault, type ChainPlace, firstFault } from "./audit_chain.ts";
import { type Head, HEAD_FAULTS } from "./audit_head.ts";
import type { AuditKeys } from "./audit_keys.ts";
import type { AuditStore } from "./audit_store.ts";

const FAULTS = [...new Set([...CHAIN_FAULTS, ...HEAD_FAULTS, "anchor"] as const)];

export const Verification = z.object({
  valid: z.boolean(),
  checked: z.int(),
  first_seq: z.int().nullable(),
  last_seq: z.int().nullable(),
  broken_at: z.int().nullable().meta({ description: "first position where the chain is broken" }),
  fault: z.enum(FAULTS).nullable().meta({
    description: "head_…: the record of the chain's end; anchor: an external anchor contradicts the chain",
  }),
  keyed_from: z.int().nullable().meta({ description: "first position with a keyed hash" }),
  key_id: z.string().meta({ description: "the key in use" }),
  public_key: z.string().meta({ description: "the public key for signatures of exports and anchors" }),
  anchors: z.object({
    checked: z.int().meta({ description: "anchors that were compared with the chain" }),
    unreadable: z.int().meta({ description: "anchors without a known signature" }),
    last_seq: z.int().nullable().meta({ description: "position of the newest" }),
    last_at: z.iso.datetime().nullable().meta({ description: "when it was made" }),
  }).meta({ description: "signed statements of where the chain ended, kept outside the database" }),
}).meta({ id: "AuditVerification" });
export type Verification = z.output<typeof Verification>;

const PIECE = 2_000;

interface Checked {
  store: AuditStore;
  keys: AuditKeys;
  anchors?: AnchorStore;
}

export async function verifyTrail(deps: Checked): Promise<Verification> {
  const { store, keys } = deps;
  const { head, fault: headFault } = await store.head();
  const chain = await verifyChain(store, head, keys);
  const anchored = await verifyAnchors(deps, head);
  const fault = chain.fault ?? headFault ?? (anchored.brokenAt === undefined ? null : "anchor" as const);
  return {
    valid: fault === null,
    checked: chain.checked,
    first_seq: chain.checked > 0 ? chain.first.seq + 1 : null,
    last_seq: chain.checked > 0 ? chain.last.seq : null,
    broken_at: chain.seq ?? (fault === "anchor" ? anchored.brokenAt ?? null : null),
    fault,
    keyed_from: head.keyed_from,
    key_id: keys.current.id,
    public_key: keys.current.publicKey,
    anchors: anchored.found,
  };
}

interface Walk extends Partial<ChainFault> {
  checked: number;
  first: ChainPlace;
  last: ChainPlace;
}

/** Checks the chain from the last pruned event to its head. */
async function verifyChain(store: AuditStore, head: Head, keys: AuditKeys): Promise<Walk> {
  const first = { seq: head.anchor_seq, hash: head.anchor_hash };
  const check = { keys, keyedFrom: head.keyed_from ?? Infinity };
  let last = first;
  let checked = 0;
  while (last.seq < head.seq) {
    const records = await store.after(last.seq, PIECE);
    const broken = firstFault(last, records, check);
    if (broken) {
      // Old events may be pruned during the check.
      const now = broken.fault === "missing" ? (await store.head()).head : head;
      if (now.anchor_seq >= broken.seq) return await verifyChain(store, now, keys);
      return { ...broken, checked, first, last };
    }
    const end = records.at(-1);
    if (!end) return { seq: last.seq + 1, fault: "missing", checked, first, last };
    checked += records.length;
    last = { seq: end.seq, hash: end.hash };
  }
  const isSame = last.seq > head.seq || last.hash === head.hash;
  return isSame ? { checked, first, last } : { seq: head.seq, fault: "altered", checked, first, last };
}

/** Compares the newest anchors with the chain. */
async function verifyAnchors(
  { store, keys, anchors }: Checked,
  head: Head,
): Promise<{ found: Verification["anchors"]; brokenAt?: number }> {
  const newestAnchors = await anchors?.newest() ?? [];
  const signed = newestAnchors.filter((anchor) => {
    const key = anchor && keys.find(anchor.key_id);
    return key && isAnchorSigned(anchor, key.publicKey);
  }).filter((anchor) => anchor !== undefined);
  const [newest] = signed;
  const here = signed.filter(({ seq }) => seq >= head.anchor_seq);
  const hashes = await store.hashes(here.map(({ seq }) => seq));
  hashes.set(head.anchor_seq, head.anchor_hash);
  // Events after the first keyed hash must have keyed hashes too.
  const broken = here.filter(({ seq, hash, keyed_from }) =>
    hashes.get(seq) !== hash || (head.keyed_from ?? Infinity) > keyed_from
  );
  return {
    found: {
      checked: here.length,
      unreadable: newestAnchors.length - signed.length,
      last_seq: newest?.seq ?? null,
      last_at: newest?.at ?? null,
    },
    brokenAt: broken.length > 0 ? Math.min(...broken.map(({ seq }) => seq)) : undefined,
  };
}
