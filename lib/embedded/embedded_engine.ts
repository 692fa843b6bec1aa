/** An open embedded engine: answers messages, syncs its log, and truncates it at checkpoints. */
import { PGlite, protocol } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { type Disk, type Sync, SyncedFolder } from "lib/embedded/embedded_folder.ts";
import { startParams } from "lib/embedded/embedded_parameters.ts";
import { answering } from "lib/embedded/engine_failure.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** An engine that is open. */
export interface Engine {
  /** Its answer to a message of the wire protocol, once its commits are on disk. */
  answer(message: Bytes): Promise<Bytes>;
  /** Runs a checkpoint when one is due; called between two messages. */
  tidy(): Promise<void>;
  /** Pauses checkpoints, as is needed while the folder is copied. */
  hold(held: boolean): void;
  /** Gives the engine up after an `EngineFailed`, without writing anything more. */
  abandon(): void;
  /** Flushes everything and closes. */
  close(): Promise<void>;
}

const EXTENSIONS = { amcheck, btree_gin, pg_trgm };

/** A freshly initialised folder as a tar archive. Segments of 4 MB keep it small, and a new one quick to make. */
export async function initialise(): Promise<Bytes> {
  const fresh = await PGlite.create({ initDbStartParams: ["--wal-segsize=4"] });
  const tar = await (await fresh.dumpDataDir("none")).arrayBuffer();
  await fresh.close();
  return new Uint8Array(tar);
}

/** An engine in memory, started from archive `tar`. */
export async function openInMemory(tar?: Bytes): Promise<Engine> {
  const loadDataDir = tar && new Blob([tar]);
  const engine = await PGlite.create({
    loadDataDir,
    startParams: startParams("off"),
    extensions: EXTENSIONS,
  });
  return {
    answer: answering(engine),
    tidy: () => Promise.resolve(),
    hold: () => {},
    abandon: () => {},
    close: () => engine.close(),
  };
}

/** The engine of folder `path`. */
export async function openFolder(path: string, sync: Sync, disk?: Disk): Promise<Engine> {
  const folder = new SyncedFolder(path, sync, disk);
  const engine = await PGlite.create({ fs: folder, startParams: startParams(sync), extensions: EXTENSIONS });
  const answer = answering(engine);
  const keep = keeper(folder);
  const checkpoints = checkpointer(folder);
  const timer = sync === "interval" ? setInterval(keep.attempt, 1000) : undefined;
  let isLocked = false;
  let idle = false;
  return {
    async answer(message) {
      keep.check();
      const answered = await answer(message);
      if (sync === "commit") keep.now();
      idle = endsIdle(answered);
      return answered;
    },
    async tidy() {
      if (isLocked || !idle || !checkpoints.due()) return;
      await answer(protocol.serialize.query("checkpoint"));
      keep.attempt();
      checkpoints.done();
    },
    hold: (hold) => void (isLocked = hold),
    abandon: () => clearInterval(timer),
    async close() {
      clearInterval(timer);
      await engine.close();
      keep.now();
    },
  };
}

/** Syncs the log. A disk that failed once may have dropped pages, so nothing is acknowledged after that. */
function keeper(folder: SyncedFolder): { now(): void; attempt(): void; check(): void } {
  let failure: Error | undefined;
  const attempt = () => {
    try {
      folder.flush();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failure ??= new Error(`the disk did not keep the log (${reason}); start again when the disk is well`);
    }
  };
  const check = () => {
    if (failure) throw failure;
  };
  return {
    attempt,
    check,
    now() {
      attempt();
      check();
    },
  };
}

const LOGGED_AT_MOST = 64 * 2 ** 20;
const MS_AT_MOST = 5 * 60_000;

/**
 * When a checkpoint is due: without checkpoints the log grows without bound, and the next start reads all of
 * it.
 */
function checkpointer(folder: SyncedFolder): { due(): boolean; done(): void } {
  let last = Date.now();
  return {
    due: () => folder.logged > LOGGED_AT_MOST || (folder.logged > 0 && Date.now() - last > MS_AT_MOST),
    done() {
      folder.logged = 0;
      last = Date.now();
    },
  };
}

const READY_AND_IDLE = [0x5a, 0, 0, 0, 5, 0x49];

/** Whether the session is idle: no transaction is open and no message incomplete. */
function endsIdle(answered: Uint8Array): boolean {
  return READY_AND_IDLE.every((byte, index) => answered.at(index - READY_AND_IDLE.length) === byte);
}
