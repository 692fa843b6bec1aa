/** Lets so many through at once, the others in the order they came. */

export interface Gate {
  readonly free: boolean;
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate(slots: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    get free() {
      return running < slots;
    },
    async run(work) {
      if (running >= slots) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await work();
      } finally {
        // The place goes to the next one, or is free again.
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
