import type { Logger } from "lib/log.ts";
import { within } from "lib/deadlines.ts";
import type { Spool } from "./spool.ts";

/** Writes records in batches beside the requests that made them. `add` never throws and never waits. */
export interface RecordWriter<T> {
  add(record: T): void;
  /** Resolves when everything added so far is in the database or in the spool. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Records that are not in the database yet. */
  depth(): number;
  /** Records lost because the spool was full, or refused by the database for what they hold. */
  lost(): number;
}

export interface RecordWriterOptions<T = unknown> {
  /** What is written of a record. */
  shape?: (record: T) => unknown;
  /** Inserts the records of a JSON array; a record that is there already is left alone. */
  insert: (json: string) => Promise<unknown>;
  spool: Spool;
  log: Pick<Logger, "warn" | "error">;
  what: string;
  everyMs?: number;
  /** After this long a batch that the database has not taken is put in the spool as well. */
  patienceMs?: number;
  retryMs?: number;
  /** An insert without an answer for this long has failed; should it arrive after all, it counts once. */
  stuckMs?: number;
  batch?: number;
}

// A stop waits this long for a database that has answered so far, rather than leave work to the next start.
const CLOSING_MS = 5_000;

/**
 * A record is at most `everyMs` old when its batch starts and `everyMs + patienceMs` when it is safe, so that a
 * process that is killed loses nothing older. While the database is away everything goes to the spool, and what is
 * in the spool is replayed once it answers again; inserts leave out what is there, so that nothing counts twice.
 */
export function recordWriter<T>(options: RecordWriterOptions<T>): RecordWriter<T> {
  const {
    insert,
    spool,
    log,
    what,
    shape = (record) => record,
    everyMs = 100,
    patienceMs = 500,
    retryMs = 1000,
    stuckMs = 30_000,
    batch = 2000,
  } = options;
  let queue: string[] = [];
  let lost = 0;
  let up = true;
  let probeAt = 0;
  let inserting: Promise<void> | undefined;
  let replaying: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function schedule() {
    if (timer === undefined && !closed) timer = setTimeout(tick, everyMs);
  }

  function tick() {
    timer = undefined;
    sweep().finally(() => {
      if (queue.length > 0 || spool.lines() > 0) schedule();
    });
  }

  function sweep(): Promise<void> {
    return sweeping ??= writeQueue().finally(() => sweeping = undefined);
  }

  async function writeQueue() {
    const deadline = performance.now() + patienceMs;
    const probing = !up && performance.now() >= probeAt;
    if (probing && spool.lines() === 0) up = true;
    // Only what is here now: what is added meanwhile has a sweep, and so a deadline, of its own.
    const waiting = queue;
    queue = [];
    for (let at = 0; at < waiting.length; at += batch) {
      const lines = waiting.slice(at, at + batch);
      if (!(await inserted(lines, deadline))) await keep(lines);
    }
    if (spool.lines() > 0 && (up || probing)) replaying ??= replay();
  }

  /** False when the database has not taken the lines by the deadline, if it ever will. */
  async function inserted(lines: string[], deadline: number): Promise<boolean> {
    if (!up || inserting || performance.now() >= deadline) return false;
    let done = false;
    inserting = insertLines(lines)
      .then(() => void (done = true), (error) => stumble(error))
      .finally(() => inserting = undefined);
    await withDeadline(inserting, deadline);
    return done;
  }

  async function insertLines(lines: string[]): Promise<void> {
    try {
      await within(stuckMs, insert(jsonArray(lines)));
    } catch (error) {
      if (!isAboutData(error)) throw error;
      const [only] = lines;
      if (lines.length === 1 && only !== undefined) return refuse(only, error);
      const half = lines.length >> 1;
      await insertLines(lines.slice(0, half));
      await insertLines(lines.slice(half));
    }
  }

  function refuse(line: string, error: unknown) {
    lost += 1;
    const { id } = JSON.parse(line);
    log.error(`${what} refused by the database`, { id, code: sqlState(error) });
  }

  function stumble(error: unknown) {
    if (up) log.warn(`${what} go to the spool: the database does not answer`, { cause: messageOf(error) });
    up = false;
    probeAt = performance.now() + retryMs;
  }

  async function keep(lines: string[]) {
    const kept = await spool.append(lines).catch((error: unknown) => {
      log.error(`${what} cannot be spooled`, { cause: messageOf(error) });
      return 0;
    });
    if (kept === lines.length) return;
    lost += lines.length - kept;
    log.error(`${what} lost: the spool is full`, { lost: lines.length - kept });
  }

  async function replay(): Promise<void> {
    try {
      for (let segment = await spool.take(); segment; segment = await spool.take()) {
        try {
          for (let at = 0; at < segment.lines.length; at += batch) {
            await insertLines(segment.lines.slice(at, at + batch));
          }
          await segment.done();
        } catch (error) {
          segment.release();
          throw error;
        }
        if (!up) log.warn(`${what} go to the database again`);
        up = true;
      }
    } catch (error) {
      stumble(error);
    } finally {
      replaying = undefined;
    }
  }

  async function flush() {
    // A sweep under way may have passed over what was added since it began.
    await sweeping;
    await sweep();
  }

  async function close() {
    closed = true;
    clearTimeout(timer);
    await flush();
    const deadline = performance.now() + (up ? CLOSING_MS : patienceMs);
    await withDeadline(Promise.all([inserting, replaying]), deadline);
    if (up && spool.lines() > 0) await withDeadline(replay(), deadline);
    spool.close();
  }

  schedule();
  return {
    add: (record) => {
      // In small pieces now: a batch at once would hold up the requests of that moment.
      queue.push(toLine(shape(record)));
      schedule();
    },
    flush,
    close,
    depth: () => queue.length + spool.lines(),
    lost: () => lost,
  };
}

function toLine(record: unknown): string {
  const line = JSON.stringify(record);
  // Postgres takes neither NUL nor half a surrogate pair, and one such name would refuse the whole batch.
  if (!line.includes("\\u") || !/\\u(?:0000|d[89a-f])/.test(line)) return line;
  return JSON.stringify(
    record,
    (_, value) => typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value,
  );
}

function jsonArray(lines: readonly string[]): string {
  return `[${lines.join(",")}]`;
}

async function withDeadline(work: Promise<unknown>, deadline: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Data exceptions and broken constraints: trying again cannot help. */
function isAboutData(error: unknown): boolean {
  return /^2[23][0-9A-Z]{3}$/.test(sqlState(error) ?? "");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
