import { NotStarted, type ReadingWorker, Refused } from "./reading_worker.ts";
import type { Kind } from "../files/sniff.ts";

/** A file to read; its bytes are fetched only when a worker opens it. */
export interface SourceFile {
  key: string;
  kind: Kind;
  load(): Promise<Uint8Array>;
}

/** A part of a file to read. */
export interface Job {
  file: SourceFile;
  work: "count" | "page" | "text" | "picture";
  index: number;
  /** A job suspected of exceeding the memory limit is retried once, alone. */
  alone: boolean;
  /** A job that failed in a suspected worker is retried once, in a fresh one. */
  again: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A slot of the pool: its worker, the open file, and the worker's record of failures. */
export interface Slot {
  worker: ReadingWorker;
  /** Settles once the worker accepts requests. */
  ready: Promise<void>;
  open?: { key: string; pages: number };
  job?: Job;
  /** Jobs done. */
  jobs: number;
  /** Files opened. */
  files: number;
  /** Files that failed since the worker's last success. */
  failed: Set<string>;
}

const OPEN_TIMEOUT_MS = 10_000;

/** Runs a job, opening its file first unless it is open. */
export async function performJob(slot: Slot, job: Job, timeoutMs: number): Promise<unknown> {
  const { file: { key, kind, load }, work, index } = job;
  await slot.ready;
  if (slot.open?.key !== key) {
    slot.open = undefined;
    const bytes = await load();
    slot.files++;
    const pages = await slot.worker.ask({ type: "open", key, kind, bytes }, OPEN_TIMEOUT_MS);
    slot.open = { key, pages: typeof pages === "number" ? pages : 0 };
  }
  if (work === "count") return slot.open.pages;
  return await slot.worker.ask({ type: work, key, index }, timeoutMs);
}

/**
 * Why a failed job's worker must be replaced: it did not start, it failed on two files in a row, or it failed
 * in an unforeseen way after having another file open. Undefined when the file is at fault.
 */
export function replacementReason(
  { failed, files }: Slot,
  { file }: Job,
  error: unknown,
): string | undefined {
  if (error instanceof NotStarted) return error.message;
  if (!(error instanceof Refused)) return undefined;
  failed.add(file.key);
  if (failed.size > 1) return "it failed on two files in a row";
  return !error.foreseen && files > 1 ? `it failed unforeseen: ${String(error.cause)}` : undefined;
}
