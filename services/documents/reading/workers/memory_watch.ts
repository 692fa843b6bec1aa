const EVERY_MS = 200;

/** Monitors the process's memory while workers read, and reports excess. */
export interface MemoryWatch {
  /** Starts watching, relative to the current memory use. */
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
