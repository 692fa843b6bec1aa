/** Prints reports as PDF in a separate thread, since hundreds of requirements take seconds. */
import { invalid } from "lib/errors.ts";
import { limitedThread } from "lib/workers/limited_thread.ts";
import { TimeLimitExceeded } from "lib/workers/time_limit.ts";
import type { ReportContent } from "./report.ts";

const LIMIT_MS = 60_000;

export interface ReportPrinter {
  /** Prints a report as PDF. @throws 422 if it takes too long. */
  print(content: ReportContent): Promise<Uint8Array<ArrayBuffer>>;
  /** Terminates the thread. */
  close(): void;
}

/** Creates a printer with a timeout of `limitMs` milliseconds. */
export function reportPrinter({ limitMs = LIMIT_MS }: { limitMs?: number } = {}): ReportPrinter {
  const thread = limitedThread<ReportContent, Uint8Array<ArrayBuffer>>(
    new URL("./report_worker.ts", import.meta.url),
    limitMs,
  );
  return {
    async print(content) {
      try {
        return await thread.ask(content);
      } catch (error) {
        if (!(error instanceof TimeLimitExceeded)) throw error;
        throw invalid(["path", "report_id"], `takes longer than ${limitMs / 1000} seconds to print`);
      }
    },
    close: () => thread.close(),
  };
}
