/** Stores anchors in a file or an S3 bucket. */
import type { Bucket } from "lib/files/s3.ts";
import { anchorIn, type AuditAnchor } from "./audit_anchor.ts";

export interface AnchorStore {
  add(anchor: AuditAnchor): Promise<void>;
  /** The newest anchors, newest first; undefined for a malformed one. */
  newest(): Promise<(AuditAnchor | undefined)[]>;
}

/** Most anchors to read. */
const MOST = 500;
/** Upper bound of an anchor's length. */
const LONGEST_LINE = 1_000;

/** Anchors as lines of an append-only file. */
export async function anchorFile(dir: string): Promise<AnchorStore> {
  const path = `${dir}/guard_audit.jsonl`;
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  return {
    async add(anchor) {
      using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
      // Ends a line that a crash cut off.
      await file.write(new TextEncoder().encode(`\n${JSON.stringify(anchor)}\n`));
      await file.sync();
    },
    async newest() {
      const lines = (await endOf(path)).split("\n").filter((line) => line !== "");
      return lines.slice(-MOST).reverse().map(anchorIn);
    },
  };
}

/** The end of the file, as long as `MOST` lines can be. */
async function endOf(path: string): Promise<string> {
  try {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    const start = Math.max(0, size - MOST * LONGEST_LINE);
    await file.seek(start, Deno.SeekMode.Start);
    const text = await new Response(file.readable).text();
    return start > 0 ? text.slice(text.indexOf("\n")) : text;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

/** Each object costs a request, so fewer are read, some at a time. */
const MOST_OBJECTS = 100;
const AT_ONCE = 10;
const PATIENCE_MS = 10_000;
/** How many months to search for them. */
const MOST_MONTHS = 24;

/** Anchors as objects of a bucket, so that the bucket's rules can forbid changing or deleting them. */
export function anchorBucket(bucket: Bucket, now: () => number = Date.now): AnchorStore {
  const read = async (key: string) => {
    const bytes = await bucket.get(key, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return anchorIn(new TextDecoder().decode(bytes));
  };
  return {
    async add(anchor) {
      const place = String(anchor.seq).padStart(16, "0");
      const key = `guard_audit/${anchor.at.slice(0, 7)}/${anchor.at.replaceAll(":", "")}_${place}.json`;
      await bucket.put(key, new TextEncoder().encode(`${JSON.stringify(anchor)}\n`));
    },
    async newest() {
      const keys: string[] = [];
      const month = new Date(now());
      month.setUTCDate(1);
      for (let i = 0; i < MOST_MONTHS && keys.length < MOST_OBJECTS; i++) {
        keys.push(...(await bucket.list(`guard_audit/${month.toISOString().slice(0, 7)}/`)).reverse());
        month.setUTCMonth(month.getUTCMonth() - 1);
      }
      const anchors: (AuditAnchor | undefined)[] = [];
      for (let i = 0; i < Math.min(keys.length, MOST_OBJECTS); i += AT_ONCE) {
        anchors.push(...await Promise.all(keys.slice(i, Math.min(i + AT_ONCE, MOST_OBJECTS)).map(read)));
      }
      return anchors;
    },
  };
}
