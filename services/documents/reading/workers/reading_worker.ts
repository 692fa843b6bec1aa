import { after } from "lib/deadlines.ts";
import { Unreadable } from "../files/bounds.ts";
import type { Models } from "./models.ts";
import type { WorkerAnswer, WorkerRequest, WorkerTask } from "./protocol.ts";

/** A worker was ended while reading. */
export class Stopped extends Unreadable {
  constructor(message: string, readonly retry = false) {
    super(message);
  }
}

/** A worker crashed or did not answer in time. */
class Failed extends Stopped {}

/** A worker refused a file: with a known reason (`foreseen`), or after an unexpected error. */
export class Refused extends Unreadable {
  readonly foreseen: boolean;

  constructor(message: string | undefined, detail: string) {
    super(message ?? "The file could not be read", { cause: detail });
    this.foreseen = message !== undefined;
  }
}

/** A worker did not start or could not read the test line, which is not the file's fault. */
export class NotStarted extends Error {
  override name = "NotStarted";
}

/** A thread without permissions that reads files, one request at a time. */
export interface ReadingWorker {
  readonly ended: boolean;
  /** Settles once the code is loaded, which does not count towards the file's time limit. */
  readonly ready: Promise<void>;
  /** Has each model read its test line. */
  check(): Promise<void>;
  /** Sends a request and returns its answer; ends the worker at the time limit. */
  ask(work: WorkerTask, limitMs: number): Promise<unknown>;
  /** Ends the worker; the current and later requests fail with `error`. */
  end(error: Error): void;
}

const START_TIMEOUT_MS = 60_000;
// Time for a worker that stops itself to answer, before it is ended.
const GRACE_MS = 2_000;

export function startReadingWorker(models: Models | Promise<Models>): ReadingWorker {
  const worker = new Worker(import.meta.resolve("./worker.ts"), {
    type: "module",
    deno: { permissions: "none" },
  });
  const { port1: port, port2 } = new MessageChannel();
  let ended: Error | undefined;
  let fail: ((error: Error) => void) | undefined;
  let nextId = 0;

  function end(error: Error): void {
    if (ended) return;
    ended = error;
    worker.terminate();
    port.close();
    fail?.(error);
  }

  function ask(work: WorkerTask, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const request: WorkerRequest = { id: nextId++, work, limitMs };
      const withdraw = after(limitMs + GRACE_MS, () => end(tooSlow(limitMs)));
      const settle = () => {
        withdraw();
        [fail, port.onmessage] = [undefined, null];
      };
      fail = (error) => (settle(), reject(error));
      port.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data.id !== request.id) return;
        if (!data.ok && "isLate" in data) return end(tooSlow(limitMs));
        settle();
        if (data.ok) resolve(data.value);
        else reject(new Refused(data.message, data.detail));
      };
      port.postMessage(request);
    });
  }

  worker.onerror = (event) => {
    event.preventDefault();
    end(new Failed("The file crashed its reader"));
  };
  worker.postMessage("port", [port2]);
  const ready = started(async () => ask({ type: "models", models: await models }, START_TIMEOUT_MS));
  // The first request reports a failed start.
  ready.catch(() => {});
  return {
    get ended() {
      return ended !== undefined;
    },
    ready,
    async check() {
      await ready;
      await started(() => ask({ type: "check" }, START_TIMEOUT_MS));
    },
    ask,
    end,
  };
}

function tooSlow(limitMs: number): Failed {
  return new Failed(`Reading took longer than ${Math.round(limitMs / 1000)} seconds and was stopped`);
}

async function started(begin: () => Promise<unknown>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    // Rethrown for other errors: the pool has ended the worker, for memory or on close, with its own error.
    if (!(error instanceof Refused || error instanceof Failed)) throw error;
    const reason = error instanceof Refused && !error.foreseen ? String(error.cause) : error.message;
    throw new NotStarted(`A reading worker does not start: ${reason}`, { cause: error });
  }
}
