/** Keeps a process running: starts it again when it ends, after a pause that grows while it ends soon. */
import { pause } from "lib/deadlines.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { readLines } from "lib/processes/process_lines.ts";

/** A process that is kept running. */
export interface Kept {
  /** Sends a signal to it, if it runs. */
  signal(name: Deno.Signal): void;
  /** Its end is the last one; resolves when it has ended. */
  letEnd(): Promise<void>;
}

/** How a process is kept. */
export interface Keeping {
  /** The program. */
  command: string;
  /** Its arguments. */
  args: readonly string[];
  /** Its environment beside this process's. */
  env: Record<string, string>;
  /** The line that each new process finds in its standard input, which stays open while this process lives. */
  birth(): string;
  /** Takes what it writes to its standard output, whole lines at a time. */
  write(lines: string): void;
  /** Called each time it has ended; whether it is to be started again. */
  onEnd(status: Deno.CommandStatus): boolean;
  /** Told of each end that was not wanted. */
  log: Pick<Logger, "warn">;
  /** The first pause, the longest, and how long a process must last to begin with the first again, in milliseconds. */
  pauses?: { firstMs: number; longestMs: number; steadyMs: number };
}

const PAUSES = { firstMs: 100, longestMs: 5_000, steadyMs: 10_000 };

/** Starts a process and keeps it running. */
export function keepRunning({ pauses = PAUSES, ...keeping }: Keeping): Kept {
  const ending = new AbortController();
  let running: Deno.ChildProcess | undefined;

  async function once(): Promise<boolean> {
    const { command, args, env, birth, write, onEnd, log } = keeping;
    running = new Deno.Command(command, { args: [...args], env, stdin: "piped", stdout: "piped" }).spawn();
    const { stdin, stdout, status, pid } = running;
    const input = stdin.getWriter();
    // One that ends at once reads nothing.
    input.write(new TextEncoder().encode(`${birth()}\n`)).catch(() => {});
    for await (const lines of readLines(stdout)) write(lines);
    const ended = await status;
    running = undefined;
    await input.close().catch(() => {});
    const again = onEnd(ended);
    if (again && !ending.signal.aborted) {
      log.warn("a process ended and is started again", { pid, code: ended.code, signal: ended.signal });
    }
    return again;
  }

  async function keep(): Promise<void> {
    for (let pauseMs = pauses.firstMs; !ending.signal.aborted;) {
      const born = performance.now();
      if (!await once()) return;
      if (performance.now() - born > pauses.steadyMs) pauseMs = pauses.firstMs;
      await pause(pauseMs, ending.signal).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, pauses.longestMs);
    }
  }

  const kept = keep();
  return {
    signal(name) {
      try {
        running?.kill(name);
      } catch {
        // It has ended already.
      }
    },
    async letEnd() {
      ending.abort();
      await kept;
    },
  };
}
