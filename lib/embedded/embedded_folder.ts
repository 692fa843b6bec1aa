/** The engine's folder on disk, and when its writes are synced. */
import { fdatasyncSync, fsyncSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/**
 * When commits reach the disk: before they are acknowledged, within a second, or whenever the system writes
 * them.
 */
export type Sync = "commit" | "interval" | "off";

/** Syncs a file to disk: its data, or data and metadata. Tests inject a disk of their own. */
export interface Disk {
  /** Syncs the data of an open file. */
  syncData(fd: number, path: string): void;
  /** Syncs an open file or folder with its metadata. */
  sync(fd: number, path: string): void;
}

const DISK: Disk = { syncData: (fd) => fdatasyncSync(fd), sync: (fd) => fsyncSync(fd) };

interface Stream {
  nfd: number;
  path: string;
}

interface StreamOps {
  write(stream: Stream, ...rest: unknown[]): number;
  close(stream: Stream): void;
  fsync?(stream: Stream): number;
}

/**
 * A folder whose file system forwards the engine's syncs, which the engine's default one drops. Syncs of the
 * write-ahead log wait for `flush`, so that commits which arrive together share one; but the log is always on
 * disk before any other file is written or synced, as crash recovery needs it.
 */
export class SyncedFolder extends NodeFS {
  /** Bytes written to the log since this was last set to 0. */
  logged = 0;
  #waiting = new Map<number, string>();
  #sync: Sync;
  #disk: Disk;

  /** Opens folder `path`. */
  constructor(path: string, sync: Sync, disk: Disk = DISK) {
    super(path);
    this.#sync = sync;
    this.#disk = disk;
  }

  /** Called by the engine. */
  override async init(
    engine: PGlite,
    options: Parameters<NodeFS["init"]>[1],
  ): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [...emscriptenOpts.preRun ?? []];
    preRun.push(({ NODEFS }) => this.#watch(streamOps(NODEFS)));
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  /** Syncs the log to disk up to the engine's last request. */
  flush(): void {
    for (const [fd, path] of this.#waiting) this.#disk.syncData(fd, path);
    this.#waiting.clear();
  }

  #watch(ops: StreamOps): void {
    const { write, close } = ops;
    ops.write = (stream, ...rest) => {
      if (isLog(stream)) this.logged += Number(rest[2]);
      else this.flush();
      return write(stream, ...rest);
    };
    ops.close = (stream) => {
      if (this.#waiting.has(stream.nfd)) this.flush();
      close(stream);
    };
    ops.fsync = (stream) => {
      if (this.#sync === "off") return 0;
      if (isLog(stream)) {
        this.#waiting.set(stream.nfd, stream.path);
        return 0;
      }
      this.flush();
      this.#disk.sync(stream.nfd, stream.path);
      return 0;
    };
  }
}

function isLog({ path }: Stream): boolean {
  return path.includes("/pg_wal/");
}

function streamOps(nodefs: unknown): StreamOps {
  if (typeof nodefs === "object" && nodefs !== null && "stream_ops" in nodefs) {
    const { stream_ops: ops } = nodefs;
    if (isStreamOps(ops)) return ops;
  }
  throw new Error("The engine's file system is not the one whose syncs this code knows");
}

function isStreamOps(value: unknown): value is StreamOps {
  return typeof value === "object" && value !== null && "write" in value && "close" in value;
}
