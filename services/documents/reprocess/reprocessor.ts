import { HTTPException } from "hono/http-exception";
import type { Logger } from "lib/telemetry/log.ts";
import type { Step } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import type { ReprocessingItem, ReprocessingStore } from "../storage/reprocessings_store.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import type { Steps } from "../steps/steps.ts";

/** Reprocesses queued documents, one at a time in each process. */
export interface Reprocessor {
  /** Starts at once on queued documents. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

interface ReprocessorDeps {
  reprocessings: ReprocessingStore;
  documents: DocumentStore;
  rules: SharingRules;
  steps: Steps;
  log: Logger;
}

const ORDER: Step[] = ["ocr", "classify", "extract", "validate"];
const LOOK_MS = 30_000;
const HEARTBEAT_MS = 20_000;
const LATER_SECONDS = 20;

export function createReprocessor(
  { reprocessings, documents, rules, steps, log }: ReprocessorDeps,
): Reprocessor {
  const worker = crypto.randomUUID();
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function workOn(item: ReprocessingItem): Promise<void> {
    const document = await documents.find(item.document_id);
    // Another process or request is processing it.
    if (document && document.step !== null) return await reprocessings.giveBack(item, worker, LATER_SECONDS);
    // Access may have been revoked since the request.
    if (document && !rules.may({ sub: item.owner, role: item.role }, document, "change")) {
      return await reprocessings.finish(item, worker, "Whoever began this may no longer change the document");
    }
    const heartbeat = setInterval(() => {
      reprocessings.renew(item, worker).catch((error) => log.warn("lease not renewed", { ...item, error }));
    }, HEARTBEAT_MS);
    try {
      const failure = await failureOf(item, { steps, log, isStopped: () => stopped });
      if (stopped) await reprocessings.giveBack(item, worker, 0);
      else await reprocessings.finish(item, worker, failure);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const item = await reprocessings.take(worker);
      if (!item) return;
      await workOn(item);
    }
  }

  function wake(): void {
    if (stopped) return;
    running ??= work().catch((error) => log.warn("reprocessing interrupted", { error }))
      .finally(() => void (running = undefined));
  }

  return {
    wake,
    start() {
      wake();
      timer = setInterval(wake, LOOK_MS);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Runs all steps of a document; returns the reason of a failure. */
async function failureOf(
  { document_id, from_step }: ReprocessingItem,
  { steps, log, isStopped }: Pick<ReprocessorDeps, "steps" | "log"> & { isStopped(): boolean },
): Promise<string | undefined> {
  try {
    for (const step of ORDER.slice(ORDER.indexOf(from_step))) {
      if (isStopped()) return undefined;
      await steps.run(document_id, step);
    }
    return undefined;
  } catch (error) {
    if (error instanceof HTTPException) return error.message;
    if (!isStopped()) log.warn("document not reprocessed", { id: document_id, error });
    return "Processing failed for a reason of the service's own";
  }
}
