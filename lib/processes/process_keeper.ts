/** Keeps a process running: starts it again when it ends, after a pause that grows while it ends soon. */
import { pause, within } from "lib/deadlines.ts";
import { readLines } from "lib/processes/process_lines.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** A process that is kept running. */
export interface Kept {
  /** Sends a signal to it, if it runs. */
  signal(name: Deno.Signal): void;
  /** Its end is the last one; resolves when it has ended. */
  letEnd(): Promise<void>;
  /** Resolves when it is kept no longer. */
  ended: Promise<void>;
}

/** How a process ended, or why it did not come to run. */
export type Ending = Pick<Deno.CommandStatus, "code" | "signal"> & { error?: unknown };

/** How a process is kept. */
export interface Keeping {
  /** The program. */
  command: string;
  /** Its arguments. */
  args: readonly string[];
  /** Its environment beside this process's. */
  env: Record<string, string>;
  /** The line that each new process finds in its standard input, which stays open while this process lives. */
  firstLine(): string;
  /** Takes what it writes to its standard output, whole lines at a time. */
  write(lines: string): void;
  /** Called each time it has ended, or could not be started; whether it is to be started again. */
  onEnd(ending: Ending): boolean;
  /** Told of each end that was not wanted. */
  log: Pick<Logger, "warn">;
  /** The first pause, the longest, and how long a process must last to begin with the first again, in milliseconds. */
  pauses?: { firstMs: number; longestMs: number; steadyMs: number };
}

const PAUSES = { firstMs: 100, longestMs: 5_000, steadyMs: 10_000 };

/** Starts a process and keeps it running. */
export function keepRunning({ pauses = PAUSES, ...keeping }: Keeping): Kept {
  const { command, args, env, firstLine, write, onEnd, log } = keeping;
  const ending = new AbortController();
  let running: Deno.ChildProcess | undefined;

  async function run(): Promise<Ending & { pid?: number }> {
    let child: Deno.ChildProcess;
    try {
      child = new Deno.Command(command, { args: [...args], env, stdin: "piped", stdout: "piped" }).spawn();
    } catch (error) {
      return { code: -1, signal: null, error };
    }
    running = child;
    const { stdin, stdout, status, pid } = child;
    const input = stdin.getWriter();
    // One that ends at once reads nothing.
    input.write(new TextEncoder().encode(`${firstLine()}\n`)).catch(() => {});
    for await (const lines of readLines(stdout)) attempt(() => write(lines));
    const { code, signal } = await status;
    running = undefined;
    await input.close().catch(() => {});
    return { pid, code, signal };
  }

  async function keep(): Promise<void> {
    for (let pauseMs = pauses.firstMs; !ending.signal.aborted;) {
      const started = performance.now();
      const last = await run();
      if (!onEnd(last) || ending.signal.aborted) return;
      if (performance.now() - started > pauses.steadyMs) pauseMs = pauses.firstMs;
      attempt(() => log.warn("a process ended and is started again", { ...last, pauseMs }));
      await pause(pauseMs, ending.signal).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, pauses.longestMs);
    }
  }

  function signal(name: Deno.Signal): void {
    try {
      running?.kill(name);
    } catch {
      // It has ended already.
    }
  }

  const ended = keep();
  return {
    signal,
    ended,
    async letEnd() {
      ending.abort();
      await ended;
    },
  };
}

/**
 * Resolves when `end`, which lets `kept` end, is through, or else when those left are killed `ms` later: one that runs
 * in circles would keep the port. @throws when one outlives even that by `ms`.
 */
export async function endWithin(
  ms: number,
  kept: readonly Kept[],
  end: () => Promise<void>,
): Promise<void> {
  try {
    await within(ms, end());
  } catch {
    for (const one of kept) one.signal("SIGKILL");
    await within(ms, Promise.all(kept.map((one) => one.letEnd())));
  }
}

/** Writes a line, which is lost when whoever read this process's output is gone: its work goes on. */
function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere to say so.
  }
}
