import type { Document, Step } from "../storage/document.ts";
import { runStep, type StepDeps } from "./step_run.ts";

export interface Steps {
  /** Runs a step; calls for the same step of the same document share one run. */
  run(id: string, step: Step): Promise<Document>;
  /** Stops between two pages and releases all documents for other processes. */
  stop(): Promise<void>;
}

export function createSteps(deps: StepDeps): Steps {
  const running = new Map<string, Promise<Document>>();
  const stopping = new AbortController();
  const worker = { deps, owner: crypto.randomUUID(), signal: stopping.signal };
  return {
    run(id, step) {
      const key = `${id} ${step}`;
      const known = running.get(key);
      if (known) return known;
      const started = runStep(worker, id, step).finally(() => running.delete(key));
      running.set(key, started);
      return started;
    },
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await Promise.allSettled(running.values());
    },
  };
}
