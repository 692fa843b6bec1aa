import type { Page } from "../layout/page.ts";
import type { Picture } from "../images/picture.ts";
import { createSchedule, type WorkerBounds } from "./schedule.ts";
import type { SourceFile } from "./slot.ts";
import { createSupervisor, type SupervisorOptions } from "./worker_supervisor.ts";
import { isPage, numberFrom, pageFrom, pictureFrom } from "./worker_answers.ts";

/**
 * A pool of workers that read files, limited in number, time and memory. A worker that exceeds a limit or fails twice is
 * replaced.
 */
export interface ReadingPool {
  /** Opens the models and has each read a test line; throws an error that names a failing one. */
  check(): Promise<void>;
  /** Throws while no worker starts; tries to start one if none has, or the last failed. */
  ready(): Promise<void>;
  pageCount(file: SourceFile): Promise<number>;
  page(file: SourceFile, index: number): Promise<Page>;
  /** The page from its text layer, without OCR; undefined without a reliable one. */
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
