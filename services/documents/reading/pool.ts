import type { Page } from "./page.ts";
import type { Picture } from "./protocol.ts";
import { createSchedule } from "./schedule.ts";
import type { SourceFile } from "./slot.ts";
import { createStaff, type StaffOptions } from "./staff.ts";
import { isPage, numberFrom, pageFrom, pictureFrom } from "./worker_answers.ts";

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

export function readingPool(options: PoolOptions): ReadingPool {
  const { workers = 2, timeoutMs = 60_000, memoryMb = 1_500 } = options;
  const { memoryUsed = () => Deno.memoryUsage().rss } = options;
  const staff = createStaff(options);
  const { ask, close } = createSchedule({ staff, workers, timeoutMs, memoryMb, memoryUsed });
  return {
    workers,
    check: staff.check,
    ready: staff.ready,
    pageCount: async (file) => numberFrom(await ask(file, "count", 0)),
    page: async (file, index) => pageFrom(await ask(file, "page", index)),
    async textPage(file, index) {
      const page = await ask(file, "text", index);
      return isPage(page) ? page : undefined;
    },
    picture: async (file, index) => pictureFrom(await ask(file, "picture", index)),
    close,
  };
}
