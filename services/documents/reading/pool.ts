import { unavailable } from "lib/errors.ts";
import { memoryWatch } from "./memory_watch.ts";
import type { Models } from "./models.ts";
import type { Page } from "./page.ts";
import type { Picture } from "./protocol.ts";
import { NotStarted, type ReadingWorker, startReadingWorker, Stopped } from "./reading_worker.ts";
import { type Job, perform, type Slot, type SourceFile, suspicion } from "./slot.ts";

/** Workers that read files: bounded in number, time and memory, replaced when they overstep or fail twice. */
export interface ReadingPool {
  /** Opens the models and lets each read a known line; throws naming the one that cannot. Before anything else. */
  check(): Promise<void>;
  /** Throws while no worker starts; tries one where the last did not. */
  ready(): Promise<void>;
  pageCount(file: SourceFile): Promise<number>;
  page(file: SourceFile, index: number): Promise<Page>;
  /** The page's own text, without recognition; undefined where it has none to believe. */
  textPage(file: SourceFile, index: number): Promise<Page | undefined>;
  picture(file: SourceFile, index: number): Promise<Picture>;
  workers: number;
  close(): void;
}

export interface PoolOptions {
  models: Models;
  workers?: number;
  /** For opening a file and for each page of it. */
  timeoutMs?: number;
  /** The memory in MB that a worker may add to that of the process. */
  memoryMb?: number;
  memoryUsed?: () => number;
  /** Told when a worker is replaced because it may be at fault, and why. */
  onReplaced?(reason: string): void;
  start?(models: Models): ReadingWorker;
}

/** Recogniser memory only grows: a worker is replaced after this many pages. */
const PAGES_A_WORKER = 50;
const CLOSED = "the reading pool is closed";

export function readingPool(options: PoolOptions): ReadingPool {
  const { workers = 2, timeoutMs = 60_000, memoryMb = 1_500, start = startReadingWorker } = options;
  const slots: (Slot | undefined)[] = Array.from({ length: workers });
  const queue: Job[] = [];
  let trouble: NotStarted | undefined;
  let closed = false;
  const memory = memoryWatch({
    used: options.memoryUsed ?? (() => Deno.memoryUsage().rss),
    most: () => memoryMb * 2 ** 20 * Math.max(1, busy().length),
    onOver() {
      const running = busy();
      const reason = `Reading needed more than ${memoryMb} MB of memory and was stopped`;
      for (const { worker } of running) worker.end(new Stopped(reason, running.length > 1));
    },
  });

  function busy(): Slot[] {
    return slots.filter((slot) => slot !== undefined).filter((slot) => slot.job !== undefined);
  }

  function enqueue(file: SourceFile, work: Job["work"], index: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new Error(CLOSED));
      queue.push({ file, work, index, alone: false, again: false, resolve, reject });
      pump();
    });
  }

  function pump(): void {
    while (queue.length > 0 && busy().length < workers) {
      const running = busy();
      const next = queue[0];
      if (!next || running.some((slot) => slot.job?.alone) || (next.alone && running.length > 0)) return;
      queue.shift();
      if (running.length === 0) memory.begin();
      void run(placeFor(slots, next), next);
    }
    if (busy().length === 0) memory.stop();
  }

  async function run(at: number, job: Job): Promise<void> {
    const current = slots[at];
    const slot = current && !current.worker.ended ? current : fresh();
    slots[at] = slot;
    slot.job = job;
    try {
      job.resolve(await perform(slot, job, timeoutMs));
      slot.failed.clear();
      trouble = undefined;
    } catch (error) {
      failed(slot, job, error);
    }
    slot.job = undefined;
    if (++slot.jobs >= PAGES_A_WORKER) slot.worker.end(new Stopped("replaced"));
    pump();
  }

  /** A slot with a new worker, which reads a known line first when the one before it was at fault. */
  function fresh(): Slot {
    const worker = start(options.models);
    const ready = suspected ? worker.check() : worker.ready;
    suspected = false;
    return { worker, ready, jobs: 0, files: 0, failed: new Set() };
  }
  let suspected = false;

  function failed(slot: Slot, job: Job, error: unknown): void {
    const reason = suspicion(slot, job, error);
    if (reason !== undefined) {
      suspected = true;
      slot.worker.end(new Stopped("replaced"));
      options.onReplaced?.(reason);
    }
    if (error instanceof NotStarted) {
      trouble = error;
      job.reject(unavailable("Documents cannot be read at the moment; try again later", { cause: error }));
    } else if (error instanceof Stopped && error.retry && !job.alone) queue.unshift({ ...job, alone: true });
    else if (reason !== undefined && !job.again) queue.unshift({ ...job, again: true });
    else job.reject(error instanceof Error ? error : new Error(String(error)));
  }

  let probe: Promise<void> | undefined;
  async function check(): Promise<void> {
    const worker = start(options.models);
    try {
      await worker.check();
    } finally {
      // Whoever has only text to read never pays for the recognisers' memory.
      worker.end(new Stopped("checked"));
    }
  }

  return {
    workers,
    check,
    async ready() {
      if (!trouble) return;
      // One at a time: whoever asks may ask often.
      await (probe ??= check().finally(() => probe = undefined));
      trouble = undefined;
    },
    pageCount: async (file) => numberFrom(await enqueue(file, "count", 0)),
    page: async (file, index) => pageFrom(await enqueue(file, "page", index)),
    async textPage(file, index) {
      const page = await enqueue(file, "text", index);
      return isPage(page) ? page : undefined;
    },
    picture: async (file, index) => pictureFrom(await enqueue(file, "picture", index)),
    close() {
      closed = true;
      memory.stop();
      for (const job of queue.splice(0)) job.reject(new Error(CLOSED));
      for (const slot of slots) slot?.worker.end(new Error(CLOSED));
    },
  };
}

/** The free worker that has the file open already, else an empty place, else any free worker. */
function placeFor(slots: (Slot | undefined)[], { file }: Job): number {
  const free = [...slots.keys()].filter((at) => slots[at]?.job === undefined);
  const open = free.find((at) => !slots[at]?.worker.ended && slots[at]?.open?.key === file.key);
  return open ?? free.find((at) => slots[at]?.worker.ended ?? true) ?? free[0] ?? 0;
}

function numberFrom(value: unknown): number {
  if (typeof value !== "number") throw new Error("the worker answered no number");
  return value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function pageFrom(value: unknown): Page {
  if (!isPage(value)) throw new Error("the worker answered no page");
  return value;
}

function isPage(value: unknown): value is Page {
  return isObject(value) && "lines" in value && "placement" in value;
}

function pictureFrom(value: unknown): Picture {
  if (!isPicture(value)) throw new Error("the worker answered no picture");
  return value;
}

function isPicture(value: unknown): value is Picture {
  return isObject(value) && "jpeg" in value;
}
