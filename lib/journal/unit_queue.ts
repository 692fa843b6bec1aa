/** A bounded queue of items that wait to be written, in order. */

/** Items that are written all or none. */
export interface Unit<T> {
  /** At least one. */
  items: readonly T[];
  /** Their size. */
  bytes: number;
  /** Settles the caller's promise, if one waits. */
  settle?: { resolve(): void; reject(error: unknown): void };
}

/** A bounded queue of units. */
export interface UnitQueue<T> {
  /** Adds a unit; false when the queue is full. A unit is taken whole while there is any room. */
  push(unit: Unit<T>): boolean;
  /** Takes the next batch of units. */
  take(): Unit<T>[];
  /** Puts taken units back at the front. */
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
  /** Most waiting items; beyond that units are refused. */
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
  /**
   * How many units from the front make a batch: the first, and further ones while the batch stays below its
   * bounds.
   */
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
