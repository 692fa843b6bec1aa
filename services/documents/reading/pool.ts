import { Unreadable } from "./bounds.ts";
import type { Models } from "./models.ts";
import type { Page } from "./page.ts";
import type { Answer, Picture, Request } from "./protocol.ts";
import type { Kind } from "./sniff.ts";

/** A file a worker can be asked about; its bytes are fetched when a worker opens it. */
export interface SourceFile {
  key: string;
  kind: Kind;
  load(): Promise<Uint8Array>;
}

/** Workers that read files: bounded in number, time and memory, replaced when they overstep. */
export interface ReadingPool {
  /** Opens the models and lets each read a known line; throws naming the one that cannot. Before anything else. */
  check(): Promise<void>;
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
  /** What a worker may add to the memory of the process. */
  memoryMb?: number;
  memoryUsed?: () => number;
}

interface Slot {
  worker: Worker;
  port: MessagePort;
  /** Settles once the worker has loaded its code, which is not the file's time. */
  ready: Promise<unknown>;
  open?: { key: string; pages: number };
  job?: Job;
  jobs: number;
}

interface Job {
  file: SourceFile;
  work: "count" | "page" | "text" | "picture";
  index: number;
  /** A job suspected of a memory overrun is tried once more, alone. */
  alone: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const START_TIMEOUT_MS = 60_000;
const OPEN_TIMEOUT_MS = 10_000;
/** Recogniser memory only grows: a worker is replaced after this many pages. */
const PAGES_A_WORKER = 50;
const WATCH_MS = 200;
const CLOSED = "the reading pool is closed";

export function readingPool(options: PoolOptions): ReadingPool {
  const { workers = 2, timeoutMs = 60_000, memoryMb = 1_500 } = options;
  const memoryUsed = options.memoryUsed ?? (() => Deno.memoryUsage().rss);
  const slots: (Slot | undefined)[] = Array.from({ length: workers });
  const queue: Job[] = [];
  let idleMemory = 0;
  let watch: ReturnType<typeof setInterval> | undefined;
  let nextId = 1;
  let closed = false;

  function enqueue(file: SourceFile, work: Job["work"], index: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new Error(CLOSED));
      queue.push({ file, work, index, alone: false, resolve, reject });
      pump();
    });
  }

  function busy(): Slot[] {
    return slots.filter((slot) => slot?.job !== undefined).filter((slot) => slot !== undefined);
  }

  function pump(): void {
    while (queue.length > 0 && busy().length < workers) {
      const running = busy();
      const next = queue[0];
      if (!next || running.some((slot) => slot.job?.alone) || (next.alone && running.length > 0)) return;
      queue.shift();
      if (running.length === 0) idleMemory = memoryUsed();
      watch ??= setInterval(checkMemory, WATCH_MS);
      void run(slotFor(next), next);
    }
    if (busy().length === 0) unwatch();
  }

  function unwatch(): void {
    if (watch !== undefined) clearInterval(watch);
    watch = undefined;
  }

  /** The free worker that has the file open already, else any free place. */
  function slotFor(job: Job): number {
    const free = [...slots.keys()].filter((at) => slots[at]?.job === undefined);
    return free.find((at) => slots[at]?.open?.key === job.file.key) ??
      free.find((at) => slots[at] === undefined) ?? free[0] ?? 0;
  }

  async function run(at: number, job: Job): Promise<void> {
    const slot = slots[at] ?? started(at, options.models);
    slot.job = job;
    try {
      job.resolve(await perform(slot, job));
    } catch (error) {
      if (error instanceof Killed && !job.alone && error.retry) queue.unshift({ ...job, alone: true });
      else job.reject(error instanceof Error ? error : new Error(String(error)));
    }
    slot.job = undefined;
    if (++slot.jobs >= PAGES_A_WORKER && slots[at] === slot) drop(at, new Killed("replaced"));
    pump();
  }

  async function perform(slot: Slot, job: Job): Promise<unknown> {
    const { file, work, index } = job;
    await slot.ready;
    if (slot.open?.key !== file.key) {
      slot.open = undefined;
      const request = {
        id: nextId++,
        type: "open",
        key: file.key,
        kind: file.kind,
        bytes: await file.load(),
      } as const;
      const pages = await ask(slot, request, OPEN_TIMEOUT_MS);
      slot.open = { key: file.key, pages: typeof pages === "number" ? pages : 0 };
    }
    if (work === "count") return slot.open.pages;
    return await ask(slot, { id: nextId++, type: work, key: file.key, index }, timeoutMs);
  }

  function ask(slot: Slot, request: Request, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // The worker may have been ended while the file was fetched.
      if (!slots.includes(slot)) {
        return reject(closed ? new Error(CLOSED) : new Killed("Reading was stopped", true));
      }
      const timer = setTimeout(() => {
        const reason = `Reading took longer than ${Math.round(limitMs / 1000)} seconds and was stopped`;
        drop(slots.indexOf(slot), new Killed(reason));
      }, limitMs);
      const settle = () => {
        clearTimeout(timer);
        stops.delete(slot);
        slot.port.onmessage = null;
      };
      stops.set(slot, (error) => (settle(), reject(error)));
      slot.port.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== request.id) return;
        settle();
        if (data.ok) resolve(data.value);
        else reject(new Unreadable(data.message ?? "The file could not be read", { cause: data.detail }));
      };
      slot.port.postMessage(request);
    });
  }

  const stops = new Map<Slot, (error: Error) => void>();

  function drop(at: number, error: Error): void {
    const slot = slots[at];
    slots[at] = undefined;
    if (!slot) return;
    slot.worker.terminate();
    slot.port.close();
    stops.get(slot)?.(error);
  }

  function checkMemory(): void {
    const running = busy();
    const over = memoryUsed() - idleMemory > memoryMb * 1024 * 1024 * Math.max(1, running.length);
    if (!over) return;
    const reason = `Reading needed more than ${memoryMb} MB of memory and was stopped`;
    for (const slot of running) drop(slots.indexOf(slot), new Killed(reason, running.length > 1));
  }

  function started(at: number, models: Models): Slot {
    const worker = new Worker(import.meta.resolve("./worker.ts"), {
      type: "module",
      deno: { permissions: "none" },
    });
    const { port1, port2 } = new MessageChannel();
    worker.postMessage("port", [port2]);
    const slot: Slot = { worker, port: port1, jobs: 0, ready: Promise.resolve() };
    worker.onerror = (event) => {
      event.preventDefault();
      const at = slots.indexOf(slot);
      if (at >= 0) drop(at, new Killed("The file crashed its reader"));
    };
    slots[at] = slot;
    slot.ready = ask(slot, { id: 0, type: "models", models }, START_TIMEOUT_MS);
    return slot;
  }

  return {
    workers,
    async check() {
      const slot = started(0, options.models);
      await slot.ready;
      await ask(slot, { id: nextId++, type: "check" }, START_TIMEOUT_MS);
      // Whoever has only text to read never pays for the recognisers' memory.
      drop(0, new Killed("checked"));
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
      unwatch();
      for (const job of queue.splice(0)) job.reject(new Error(CLOSED));
      for (const at of slots.keys()) drop(at, new Error(CLOSED));
    },
  };
}

/** A worker was ended while it worked. */
class Killed extends Unreadable {
  constructor(message: string, readonly retry = false) {
    super(message);
  }
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
