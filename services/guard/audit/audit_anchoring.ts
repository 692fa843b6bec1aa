/** Anchors the chain on a schedule and on request. */
import type { Logger } from "lib/telemetry/log.ts";
import { anchorAt, type AuditAnchor } from "./audit_anchor.ts";
import type { AnchorStore } from "./audit_anchors_store.ts";
import type { AuditKeys } from "./audit_keys.ts";
import type { AuditStore } from "./audit_store.ts";

export interface Anchoring {
  /**
   * Writes the chain's current end. Returns undefined when the chain is empty, or was changed from outside
   * and must not be signed.
   */
  anchor(): Promise<AuditAnchor | undefined>;
  /** The same, unless this process has anchored that end already. A failure is logged. */
  anchorIfMoved(): Promise<void>;
  /** Anchors soon and then by schedule until the signal aborts. */
  watch(signal: AbortSignal): void;
}

const SOON_MS = 5_000;
const MINUTE_MS = 60_000;

export function auditAnchoring(
  { store, keys, anchors, minutes, log, now }: {
    store: Pick<AuditStore, "head">;
    keys: AuditKeys;
    anchors: AnchorStore;
    /** Time between two anchors; 0 turns the schedule off. */
    minutes: number;
    log: Logger;
    now: () => number;
  },
): Anchoring {
  let written: number | undefined;

  async function anchor(known?: number): Promise<AuditAnchor | undefined> {
    const { head, fault } = await store.head();
    if (fault) log.error("the audit chain is not anchored: its head was changed from outside", { fault });
    if (fault || head.keyed_from === null || head.seq === 0 || head.seq === known) return undefined;
    const made = anchorAt({ ...head, keyed_from: head.keyed_from }, {
      key: keys.current,
      at: new Date(now()).toISOString(),
    });
    await anchors.add(made);
    written = head.seq;
    return made;
  }
  async function anchorIfMoved(): Promise<void> {
    try {
      await anchor(written);
    } catch (error) {
      log.error("the audit chain could not be anchored", { error });
    }
  }
  return {
    anchor: () => anchor(),
    anchorIfMoved,
    watch(signal) {
      if (minutes === 0) return;
      const soon = setTimeout(anchorIfMoved, SOON_MS);
      const timer = setInterval(anchorIfMoved, minutes * MINUTE_MS);
      signal.addEventListener("abort", () => {
        clearTimeout(soon);
        clearInterval(timer);
      }, { once: true });
    },
  };
}
