import { join } from "node:path";
import { z } from "zod";
import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/log.ts";
import { type AuditEntry, EVENT_TYPES, SEVERITIES } from "./audit_chain.ts";

/** Audit events on disk for as long as the database does not have them. */
export interface AuditJournal {
  /** Keeps an event at once, so that it outlives the process. */
  add(entry: AuditEntry): void;
  /** Tells that so many more of the events are in the database. */
  stored(count: number): void;
  /** Writes what processes that were killed left behind. */
  recover(append: (entries: AuditEntry[]) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** A journal for those who have no disk. */
export const NO_JOURNAL: AuditJournal = {
  add() {},
  stored() {},
  recover: () => Promise.resolve(0),
  close: () => Promise.resolve(),
};

const name = z.string().nullable();
const Entry = z.object({
  id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  severity: z.enum(SEVERITIES),
  user_id: name,
  subject: z.string(),
  model: name,
  action: name,
  request_id: name,
  violations: z.int(),
  pii_entities: z.int(),
  safety_blocked: z.boolean(),
  content_hash: name,
  content_snippet: name,
  details: z.string(),
  created_at: z.string(),
});

const MOST_BYTES = 64 * 2 ** 20;
const AT_ONCE = 500;
const encoder = new TextEncoder();

/**
 * One file per process, locked by it: a file without a lock is one that a process left. It is emptied whenever the
 * database has everything, so it is as long as what waits. Handed to the system at once and not forced to the disk:
 * that survives the end of the process, not of the machine.
 */
export async function openAuditJournal(dir: string, log: Logger): Promise<AuditJournal> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${uuidv7()}.ndjson`);
  const file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  await file.lock(true);
  let waiting = 0;
  let bytes = 0;
  let failing = false;

  function write(entry: AuditEntry) {
    const line = encoder.encode(JSON.stringify(entry) + "\n");
    if (bytes + line.length > MOST_BYTES) throw new Error("the journal is full");
    for (let at = 0; at < line.length;) at += file.writeSync(line.subarray(at));
    bytes += line.length;
  }
  return {
    add(entry) {
      waiting++;
      try {
        write(entry);
        failing = false;
      } catch (error) {
        if (!failing) log.error("audit events are kept in memory alone", { error });
        failing = true;
      }
    },
    stored(count) {
      waiting -= count;
      if (waiting > 0 || bytes === 0) return;
      file.truncateSync(0);
      file.seekSync(0, Deno.SeekMode.Start);
      bytes = 0;
    },
    recover: (append) => recoverFrom(dir, path, append),
    async close() {
      file.close();
      // Another process may have found it without a lock and removed it already.
      if (waiting === 0) await Deno.remove(path).catch(() => {});
    },
  };
}

async function recoverFrom(dir: string, own: string, append: (entries: AuditEntry[]) => Promise<void>) {
  let recovered = 0;
  for await (const { name, isFile } of Deno.readDir(dir)) {
    const path = join(dir, name);
    if (!isFile || !name.endsWith(".ndjson") || path === own) continue;
    const file = await Deno.open(path, { read: true, write: true }).catch(() => undefined);
    if (!file) continue;
    using _closing = file;
    if (!await file.tryLock(true) || await isBeginning(file)) continue;
    const entries = linesOf(await Deno.readTextFile(path));
    for (let at = 0; at < entries.length; at += AT_ONCE) await append(entries.slice(at, at + AT_ONCE));
    await Deno.remove(path);
    recovered += entries.length;
  }
  return recovered;
}

/** Between its creation and its lock a file looks like one that was left. */
async function isBeginning(file: Deno.FsFile): Promise<boolean> {
  const { size, mtime } = await file.stat();
  return size === 0 && Date.now() - (mtime?.getTime() ?? 0) < 10_000;
}

/** The whole lines: the last may be the half that a process was killed at. */
function linesOf(text: string): AuditEntry[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [Entry.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
