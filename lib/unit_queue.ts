/** Items that wait to be written, in order and within bounds. */

/** Items that are written together or not at all. */
export interface Unit<T> {
  /** At least one. */
  items: readonly T[];
  /** Their size. */
  bytes: number;
  /** Told of their end, when somebody waits for it. */
  settle?: { resolve(): void; reject(error: unknown): void };
}

/** A bounded queue of units. */
export interface UnitQueue<T> {
  /** False when the queue is full; a unit is taken whole as long as there is room at all. */
  push(unit: Unit<T>): boolean;
  /** The next units, as many as make a batch. */
  take(): Unit<T>[];
  /** Puts units that were taken back to the front. */
  putBack(units: readonly Unit<T>[]): void;
  /** How many items there are. */
  items(): number;
}

/** The bounds of a queue and of the batches taken from it. */
export interface Bounds {
  /** Most items of a batch. */
  maxBatch: number;
  /** Most bytes of a batch. */
  maxBatchBytes: number;
  /** No unit is taken with this many items waiting. */
  maxItems: number;
  /** The same in bytes. */
  maxBytes: number;
}

/** An empty queue. */
export function unitQueue<T>({ maxBatch, maxBatchBytes, maxItems, maxBytes }: Bounds): UnitQueue<T> {
  const units: Unit<T>[] = [];
  let count = 0;
  let size = 0;

  function counted(added: readonly Unit<T>[], sign: 1 | -1): void {
    for (const { items, bytes } of added) {
      count += sign * items.length;
      size += sign * bytes;
    }
  }
  /** How many units from the front make a batch: the first, and more while the batch is below its bounds. */
  function batchLength(): number {
    let length = 0;
    let items = 0;
    let bytes = 0;
    for (const unit of units) {
      if (length > 0 && (items >= maxBatch || bytes + unit.bytes > maxBatchBytes)) break;
      length++;
      items += unit.items.length;
      bytes += unit.bytes;
    }
    return length;
  }
  return {
    push(unit) {
      if (count >= maxItems || size >= maxBytes) return false;
      units.push(unit);
      counted([unit], 1);
      return true;
    },
    take() {
      const batch = units.splice(0, batchLength());
      counted(batch, -1);
      return batch;
    },
    putBack(given) {
      units.unshift(...given);
      counted(given, 1);
    },
    items: () => count,
  };
}
