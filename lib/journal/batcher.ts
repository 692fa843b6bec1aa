/** Writes items to a store in batches beside the requests that made them. */
import { pause, within } from "lib/deadlines.ts";
import { unavailable } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";
import { type Unit, type UnitQueue, unitQueue } from "lib/journal/unit_queue.ts";

/** Writes what it is given in batches, one at a time, in order. */
export interface Batcher<T> {
  /** Takes an item to be written soon, retried until it is written; false when there is no room for it. */
  add(item: T): boolean;
  /**
   * Takes items that belong together and resolves when they are written. Rejects with the failure of their
   * batch, with the database's refusal when it refuses these items, and with 503 when too many items wait
   * already.
   */
  written(items: readonly T[]): Promise<void>;
  /** Resolves when everything taken before is written, or has failed once more. */
  flush(): Promise<void>;
  /** Items taken and not written yet. */
  waiting(): number;
}

/** How a batcher writes, and its bounds. */
export interface BatcherOptions<T> {
  /** Writes all items or none. May be called again with items that it wrote before it failed. */
  write(items: T[]): Promise<void>;
  /** Called when a batch fails, once until a batch is written again. */
  log: Pick<Logger, "warn">;
  /** Names the items in the log. */
  what?: string;
  /** Called with an item that the database refuses and nobody waits for. */
  onRefused?(item: T, error: unknown): void;
  /** How long an item may wait for others to share its batch. */
  waitMs?: number;
  /** The same for items that somebody waits for; by default they are written at once. */
  lingerMs?: number;
  /** The same, but only after a batch of several units: where few come, none waits. */
  crowdMs?: number;
  /** Whether the items are at fault for a failure, so that the batch is halved; by default `isDataRefusal`. */
  isRefusal?(error: unknown): boolean;
  /** Most items of a batch. */
  maxBatch?: number;
  /** Most bytes of a batch by `sizeOf`; a unit above it is written alone. */
  maxBatchBytes?: number;
  /** Most items that may wait, counted apart for those with and without a caller waiting. */
  maxItems?: number;
  /** The same in bytes by `sizeOf`. */
  maxBytes?: number;
  /** Roughly how much memory an item takes. */
  sizeOf?(item: T): number;
  /** Pause after a batch that failed. */
  retryMs?: number;
  /** A write that takes longer than this has failed. */
  stuckMs?: number;
}

/** From this many units on, a batch is a crowd. */
const CROWD = 4;

/**
 * A batcher over `write`. A batch that the database refuses for its data is halved until the refused items
 * stand alone, so that one bad item costs only itself; any other failure stops the batch, which is retried.
 */
export function batcher<T>(options: BatcherOptions<T>): Batcher<T> {
  const { waitMs = 25, lingerMs, crowdMs, retryMs = 1_000, sizeOf = () => 0 } = options;
  const awaited = boundedQueue(options);
  const loose = boundedQueue(options);
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inHand = 0;
  let isCrowded = false;
  const failures = failureLog(options);
  async function run(): Promise<void> {
    let failed = false;
    for (;;) {
      const wait = lingerMs ?? (isCrowded ? crowdMs : undefined);
      if (awaited.items() > 0 && wait !== undefined) await pause(wait);
      const queue = awaited.items() > 0 ? awaited : loose;
      if (queue.items() === 0 || (queue === loose && failed)) break;
      const batch = queue.take();
      isCrowded = batch.length >= CROWD;
      inHand = countOf(batch);
      const failure = await writeApart(batch, options);
      inHand = 0;
      if (queue === awaited) {
        for (const { settle } of failure?.left ?? []) settle?.reject(failure?.error);
      } else if (failure) {
        failed = true;
        loose.putBack(failure.left);
        failures.failed(failure.error, loose.items());
        timer ??= setTimeout(start, retryMs);
      } else failures.over();
    }
    // Clear synchronously after the last look, so that the next item finds nothing running and starts it.
    running = undefined;
  }
  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (running) return running;
    if (awaited.items() + loose.items() === 0) return Promise.resolve();
    return running = run();
  }
  return {
    add(item) {
      const taken = loose.push({ items: [item], bytes: sizeOf(item) });
      if (!running) timer ??= setTimeout(start, waitMs);
      return taken;
    },
    written(items) {
      if (items.length === 0) return Promise.resolve();
      const settled = enqueue(awaited, items, bytesOf(items, sizeOf));
      start();
      return settled;
    },
    async flush() {
      await start();
      // A flush under way may have missed entries added since it began.
      if (awaited.items() + loose.items() > 0) await start();
    },
    waiting: () => awaited.items() + loose.items() + inHand,
  };
}

function boundedQueue<T>(
  { maxBatch = 1_000, maxBatchBytes = 8 * 2 ** 20, maxItems = 200_000, maxBytes = 64 * 2 ** 20 }:
    BatcherOptions<T>,
): UnitQueue<T> {
  return unitQueue({ maxBatch, maxBatchBytes, maxItems, maxBytes });
}

/** Adds a unit; resolves when it is written. */
function enqueue<T>(queue: UnitQueue<T>, items: readonly T[], bytes: number): Promise<void> {
  const settle = Promise.withResolvers<void>();
  if (queue.push({ items, bytes, settle })) return settle.promise;
  return Promise.reject(unavailable("The database is behind; try again later"));
}

function bytesOf<T>(items: readonly T[], sizeOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + sizeOf(item), 0);
}

/** Reports a failure once, until a write succeeds. */
function failureLog<T>({ log, what = "items" }: BatcherOptions<T>) {
  let failing = false;
  return {
    failed(error: unknown, waiting: number): void {
      if (!failing) log.warn(`${what} cannot be written; the write will be retried`, { error, waiting });
      failing = true;
    },
    over(): void {
      failing = false;
    },
  };
}

/** Writes the units; returns those not written when it fails for another reason than their data. */
async function writeApart<T>(
  batch: Unit<T>[],
  { write, isRefusal = isDataRefusal, onRefused = () => {}, stuckMs = 30_000 }: BatcherOptions<T>,
): Promise<{ error: unknown; left: Unit<T>[] } | undefined> {
  const pieces = [batch];
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    try {
      await within(stuckMs, write(piece.flatMap(({ items }) => items)));
      for (const { settle } of piece) settle?.resolve();
    } catch (error) {
      const [only] = piece;
      if (!isRefusal(error)) return { error, left: [piece, ...pieces.reverse()].flat() };
      if (piece.length > 1) {
        const half = piece.length >> 1;
        pieces.push(piece.slice(half), piece.slice(0, half));
      } else if (only?.settle) only.settle.reject(error);
      else for (const item of only?.items ?? []) onRefused(item, error);
    }
  }
  return undefined;
}

function countOf<T>(units: readonly Unit<T>[]): number {
  return units.reduce((sum, { items }) => sum + items.length, 0);
}
