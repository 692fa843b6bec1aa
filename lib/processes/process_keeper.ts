/** Supervises a process: restarts it when it ends, with a backoff while it ends soon. */
import { pause, within } from "lib/deadlines.ts";
import { readLines } from "lib/processes/process_lines.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** A supervised process. */
export interface SupervisedProcess {
  /** Sends it a signal, if it runs. */
  signal(name: Deno.Signal): void;
  /** Stops restarting it; resolves when it has ended. */
  letEnd(): Promise<void>;
  /** Resolves when supervision ends. */
  ended: Promise<void>;
}

/** How a process ended, or why it did not start. */
export type Ending = Pick<Deno.CommandStatus, "code" | "signal"> & { error?: unknown };

/** How a process is supervised. */
export interface Keeping {
  /** The program. */
  command: string;
  /** Its arguments. */
  args: readonly string[];
  /** Environment variables added to this process's. */
  env: Record<string, string>;
  /** The first line of each new process's standard input, which stays open while this process lives. */
  firstLine(): string;
  /** Receives its standard output in whole lines. */
  write(lines: string): void;
  /** Called after each end or failed start; returns whether to start it again. */
  onEnd(ending: Ending): boolean;
  /** Called after each unexpected end. */
  log: Pick<Logger, "warn">;
  /** The first backoff, the longest, and the run time that resets the backoff, in milliseconds. */
  pauses?: { firstMs: number; longestMs: number; steadyMs: number };
}

const PAUSES = { firstMs: 100, longestMs: 5_000, steadyMs: 10_000 };

/** Starts a process and supervises it. */
export function keepRunning({ pauses = PAUSES, ...keeping }: Keeping): SupervisedProcess {
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
    // A process that exits at once never reads it.
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
 * Waits until `end` has ended all `kept` processes and kills those left after `ms`, because a stuck one would
 * keep the port. @throws when one survives that for another `ms`.
 */
export async function endWithin(
  ms: number,
  kept: readonly SupervisedProcess[],
  end: () => Promise<void>,
): Promise<void> {
  try {
    await within(ms, end());
  } catch {
    for (const process of kept) process.signal("SIGKILL");
    await within(ms, Promise.all(kept.map((process) => process.letEnd())));
  }
}

/** Writes a line; ignores a closed reader, so that work continues. */
function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere to say so.
  }
}
