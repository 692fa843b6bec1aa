import { join } from "node:path";
import { z } from "zod";
import { openJournal } from "lib/journal/journal.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { type Recorder, recorder } from "lib/journal/recorder.ts";

/** Journal settings shared by usage records and audit events. */
export interface Keeping {
  /** Folder of the journals; may be shared by processes of one machine. Undefined without a disk. */
  dir: string | undefined;
  /** Most bytes of a journal. */
  maxBytes: number;
  log: Pick<Logger, "warn" | "error">;
  /** Takes records that the database refuses. */
  quarantine?: Quarantine;
  /** How long a record may wait for others to share its batch. */
  waitMs?: number;
  /** How long readers wait for a slow database to store pending records. */
  patienceMs?: number;
}

export interface LineRecorderOptions extends Keeping {
  /** Of the journal's files. */
  name: string;
  /** Prefix of their former names in DATA_DIR/spool. */
  spooled: string;
  /** Of the records, in the log and in the quarantine. */
  what: string;
  /** Inserts the records of a JSON array, except those stored already. */
  insert: (json: string) => Promise<unknown>;
}

const Identified = z.looseObject({ id: z.uuid() });
const MOST_IN_MEMORY = { maxItems: 20_000, maxBytes: 16 * 2 ** 20 };

/**
 * Stores records that are JSON lines from the start, so that journal and database take the same text. Records
 * left by killed processes are stored in the background, so that a start does not wait for them.
 */
export async function openLineRecorder(options: LineRecorderOptions): Promise<Recorder<string>> {
  const { name, spooled, what, insert, dir, maxBytes, log, quarantine, waitMs = 100, patienceMs } = options;
  const journal = dir === undefined
    ? undefined
    : await openJournal(dir, name, { maxBytes, former: { dir: join(dir, "../spool"), prefix: spooled } });
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
