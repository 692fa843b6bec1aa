const EVERY_MS = 200;

/** Looks at the memory of the process while workers read, and says when they take too much. */
export interface MemoryWatch {
  /** From now on, counted from the memory in use now. */
  begin(): void;
  stop(): void;
}

export function memoryWatch(
  { used, most, onOver }: { used(): number; most(): number; onOver(): void },
): MemoryWatch {
  let idle = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    begin() {
      idle = used();
      timer ??= setInterval(() => {
        if (used() - idle > most()) onOver();
      }, EVERY_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
