import { type MemoryWatch, memoryWatch } from "./memory_watch.ts";
import { Stopped } from "./reading_worker.ts";
import { type Job, performJob, type Slot, type SourceFile } from "./slot.ts";
import type { WorkerSupervisor } from "./worker_supervisor.ts";

/** Assigns jobs to workers in order, within limits of number, time and memory. */
export interface Schedule {
  /** The worker's answer. */
  ask(file: SourceFile, work: Job["work"], index: number): Promise<unknown>;
  close(): void;
}

/** Limits of all workers. */
export interface WorkerBounds {
  workers: number;
  /** Time limit for opening a file and for each page. */
  timeoutMs: number;
  /** Memory in MB that each worker may add to the process. */
  memoryMb: number;
  memoryUsed: () => number;
}

export interface ScheduleOptions extends WorkerBounds {
  staff: WorkerSupervisor;
}

/** A worker is replaced after this many pages, since the memory of OCR engines only grows. */
const PAGES_A_WORKER = 50;
const CLOSED = "the reading pool is closed";

export function createSchedule(options: ScheduleOptions): Schedule {
  const { staff, workers, timeoutMs } = options;
  const slots: (Slot | undefined)[] = Array.from({ length: workers });
  const queue: Job[] = [];
  let closed = false;
  const memory = watchOver(busy, options);

  function busy(): Slot[] {
    return slots.filter((slot) => slot !== undefined).filter((slot) => slot.job !== undefined);
  }

  function pump(): void {
    while (queue.length > 0 && busy().length < workers) {
      const running = busy();
      const next = queue[0];
      if (!next || running.some((slot) => slot.job?.alone) || (next.alone && running.length > 0)) return;
      queue.shift();
      if (running.length === 0) memory.begin();
      void run(placeFor(slots, next), next);
    }
    if (busy().length === 0) memory.stop();
  }

  async function run(at: number, job: Job): Promise<void> {
    const current = slots[at];
    const slot = current && !current.worker.ended ? current : staff.slot();
    slots[at] = slot;
    slot.job = job;
    try {
      job.resolve(await performJob(slot, job, timeoutMs));
      staff.succeeded(slot);
    } catch (error) {
      const again = staff.failed(slot, job, error);
      if (again) queue.unshift(again);
    }
    slot.job = undefined;
    if (++slot.jobs >= PAGES_A_WORKER) slot.worker.end(new Stopped("replaced"));
    pump();
  }

  return {
    ask(file, work, index) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error(CLOSED));
        queue.push({ file, work, index, alone: false, again: false, resolve, reject });
        pump();
      });
    },
    close() {
      closed = true;
      memory.stop();
      for (const job of queue.splice(0)) job.reject(new Error(CLOSED));
      for (const slot of slots) slot?.worker.end(new Error(CLOSED));
    },
  };
}

/** The free worker with the file open, else an empty slot, else any free worker. */
function placeFor(slots: (Slot | undefined)[], { file }: Job): number {
  const free = [...slots.keys()].filter((at) => slots[at]?.job === undefined);
  const open = free.find((at) => !slots[at]?.worker.ended && slots[at]?.open?.key === file.key);
  return open ?? free.find((at) => slots[at]?.worker.ended ?? true) ?? free[0] ?? 0;
}

/** Ends the busy workers when they exceed the memory limit together. */
function watchOver(busy: () => Slot[], { memoryMb, memoryUsed }: ScheduleOptions): MemoryWatch {
  return memoryWatch({
    used: memoryUsed,
    most: () => memoryMb * 2 ** 20 * Math.max(1, busy().length),
    onOver() {
      const running = busy();
      const reason = `Reading needed more than ${memoryMb} MB of memory and was stopped`;
      for (const { worker } of running) worker.end(new Stopped(reason, running.length > 1));
    },
  });
}
