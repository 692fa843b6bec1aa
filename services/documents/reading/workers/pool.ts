import type { Page } from "../layout/page.ts";
import type { Picture } from "../images/picture.ts";
import { createSchedule, type WorkerBounds } from "./schedule.ts";
import type { SourceFile } from "./slot.ts";
import { createSupervisor, type SupervisorOptions } from "./worker_supervisor.ts";
import { isPage, numberFrom, pageFrom, pictureFrom } from "./worker_answers.ts";

/**
 * A pool of workers that read files, bounded in number, time and memory; a worker that exceeds a bound or
 * fails twice is replaced.
 */
export interface ReadingPool {
  /** Opens the models and has each read a known line; throws naming the one that fails. */
  check(): Promise<void>;
  /** Throws while no worker starts; tries one where none did yet, or the last did not. */
  ready(): Promise<void>;
  pageCount(file: SourceFile): Promise<number>;
  page(file: SourceFile, index: number): Promise<Page>;
  /** The page's text layer, without OCR; undefined without a trustworthy one. */
  textPage(file: SourceFile, index: number): Promise<Page | undefined>;
  picture(file: SourceFile, index: number): Promise<Picture>;
  workers: number;
  close(): void;
}

export interface PoolOptions extends SupervisorOptions, Partial<WorkerBounds> {}

export function readingPool(options: PoolOptions): ReadingPool {
  const { workers = 2, timeoutMs = 60_000, memoryMb = 1_500 } = options;
  const { memoryUsed = () => Deno.memoryUsage().rss } = options;
  const staff = createSupervisor(options);
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
