import { memoryWatch } from "./memory_watch.ts";
import type { Page } from "./page.ts";
import type { Picture } from "./protocol.ts";
import { Stopped } from "./reading_worker.ts";
import { type Job, perform, type Slot, type SourceFile } from "./slot.ts";
import { createStaff, type StaffOptions } from "./staff.ts";

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

export interface PoolOptions extends StaffOptions {
  workers?: number;
  /** For opening a file and for each page of it. */
  timeoutMs?: number;
  /** The memory in MB that a worker may add to that of the process. */
  memoryMb?: number;
  memoryUsed?: () => number;
}

/** Recogniser memory only grows: a worker is replaced after this many pages. */
const PAGES_A_WORKER = 50;
const CLOSED = "the reading pool is closed";

export function readingPool(options: PoolOptions): ReadingPool {
  const { workers = 2, timeoutMs = 60_000, memoryMb = 1_500 } = options;
  const staff = createStaff(options);
  const slots: (Slot | undefined)[] = Array.from({ length: workers });
  const queue: Job[] = [];
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
    const slot = current && !current.worker.ended ? current : staff.slot();
    slots[at] = slot;
    slot.job = job;
    try {
      job.resolve(await perform(slot, job, timeoutMs));
      staff.succeeded(slot);
    } catch (error) {
      const again = staff.failed(slot, job, error);
      if (again) queue.unshift(again);
    }
    slot.job = undefined;
    if (++slot.jobs >= PAGES_A_WORKER) slot.worker.end(new Stopped("replaced"));
    pump();
  }

  function close(): void {
    closed = true;
    memory.stop();
    for (const job of queue.splice(0)) job.reject(new Error(CLOSED));
    for (const slot of slots) slot?.worker.end(new Error(CLOSED));
  }

  return {
    workers,
    check: staff.check,
    ready: staff.ready,
    pageCount: async (file) => numberFrom(await enqueue(file, "count", 0)),
    page: async (file, index) => pageFrom(await enqueue(file, "page", index)),
    async textPage(file, index) {
      const page = await enqueue(file, "text", index);
      return isPage(page) ? page : undefined;
    },
    picture: async (file, index) => pictureFrom(await enqueue(file, "picture", index)),
    close,
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
