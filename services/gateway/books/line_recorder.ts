import { join } from "node:path";
import { z } from "zod";
import { openJournal } from "lib/journal.ts";
import type { Logger } from "lib/log.ts";
import type { Quarantine } from "lib/quarantine.ts";
import { type Recorder, recorder } from "lib/recorder.ts";

/** Where records are kept, shared by the usage records and the audit events. */
export interface Keeping {
  /** Folder of the journals; may be shared by processes of one machine. */
  dir: string;
  /** Most bytes of a journal. */
  maxBytes: number;
  log: Pick<Logger, "warn" | "error">;
  /** Where records go that the database refuses. */
  quarantine?: Quarantine;
  /** How long a record may wait for others to share its batch. */
  waitMs?: number;
  /** How long those who read what was written wait for a database that is slow. */
  patienceMs?: number;
}

export interface LineRecorderOptions extends Keeping {
  /** Of the journal's files. */
  name: string;
  /** Beginning of their names when they lay in DATA_DIR/spool. */
  spooled: string;
  /** Of the records, in the log and in the quarantine. */
  what: string;
  /** Inserts the records of a JSON array; a record that is there already is left out. */
  insert: (json: string) => Promise<unknown>;
}

const Identified = z.looseObject({ id: z.uuid() });
const MOST_IN_MEMORY = { maxItems: 20_000, maxBytes: 16 * 2 ** 20 };

/**
 * Keeps records that are JSON lines from their first moment: the journal and the database take the same text. What
 * processes that were killed left is written beside the requests, so that a start does not wait for it.
 */
export async function openLineRecorder(options: LineRecorderOptions): Promise<Recorder<string>> {
  const { name, spooled, what, insert, dir, maxBytes, log, quarantine, waitMs = 100, patienceMs } = options;
  const former = { dir: join(dir, "../spool"), prefix: spooled };
  const journal = await openJournal(dir, name, { maxBytes, former });
  const lines = recorder<string>({
    ...{ what, log, journal, quarantine, waitMs, patienceMs, maxBatch: 2_000, ...MOST_IN_MEMORY },
    encode: (line) => line,
    decode(line) {
      Identified.parse(JSON.parse(line));
      return line;
    },
    write: (batch) => insert(`[${batch.join(",")}]`),
  });
  lines.recover();
  return lines;
}
