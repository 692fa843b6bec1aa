import type { Document, Step } from "../storage/document.ts";
import { runStep, runStepAnew, type StepDeps } from "./step_run.ts";

export interface Steps {
  /** Runs a step; concurrent calls for the same step of a document share one run. */
  run(id: string, step: Step): Promise<Document>;
  /** Like `run`, but shares no run that started before the call, since it may have read an older document. */
  runAnew(id: string, step: Step): Promise<Document>;
  /** Stops between two pages and releases all leases for other processes. */
  stop(): Promise<void>;
}

export function createSteps(deps: StepDeps): Steps {
  const running = new Map<string, Promise<Document>>();
  const stopping = new AbortController();
  const worker = { deps, owner: crypto.randomUUID(), signal: stopping.signal };

  function shared(id: string, step: Step, begin: typeof runStep): Promise<Document> {
    const key = `${id} ${step}`;
    const known = running.get(key);
    if (known) return known;
    const started = begin(worker, id, step).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  return {
    run: (id, step) => shared(id, step, runStep),
    async runAnew(id, step) {
      await Promise.allSettled([running.get(`${id} ${step}`)]);
      return await shared(id, step, runStepAnew);
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await Promise.allSettled(running.values());
    },
  };
}
