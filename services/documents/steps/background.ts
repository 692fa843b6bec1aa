import { HTTPException } from "hono/http-exception";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Document, Step } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { documentQueue } from "./document_queue.ts";
import type { Steps } from "./steps.ts";

export interface Background {
  /** Runs the remaining steps; a complete or failed document runs through all of them again. */
  process(document: Document): Promise<void>;
  /** Continues documents left by stopped processes, now and periodically. */
  start(): void;
  stop(): void;
}

interface BackgroundDeps {
  documents: DocumentStore;
  steps: Steps;
  lifecycle: Lifecycle;
  log: Logger;
  /** Documents processed concurrently. */
  width: number;
}

const ORDER: Step[] = ["ocr", "classify", "extract", "validate"];
const SWEEP_MS = 30_000;

export function createBackground({ documents, steps, lifecycle, log, width }: BackgroundDeps): Background {
  const queue = documentQueue(width, work);
  let timer: ReturnType<typeof setInterval> | undefined;

  async function work(id: string, order: Step[]): Promise<void> {
    try {
      for (const step of order) {
        if (queue.isStopped() || lifecycle.phase !== "ready") return;
        await steps.run(id, step);
      }
    } catch (error) {
      if (queue.isStopped()) return;
      log.info("background processing ended", { id, error });
      if (error instanceof HTTPException && error.status !== 404) await documents.fail(id, error.message);
    }
    await documents.setBackground(id, false).catch((error) =>
      log.warn("document not released", { id, error })
    );
  }

  async function sweep(): Promise<void> {
    for (const { id, background } of await documents.abandoned(100)) {
      const document = await documents.find(id);
      if (document) queue.add(id, background ? stepsLeft(document) : ["ocr"]);
    }
  }

  const sweepSafely = () => void sweep().catch((error) => log.warn("sweep failed", { error }));

  return {
    async process(document) {
      await documents.setBackground(document.id, true);
      const fresh = document.status === "completed" || document.status === "failed";
      queue.add(document.id, fresh ? ORDER : stepsLeft(document));
    },
    start() {
      sweepSafely();
      timer = setInterval(sweepSafely, SWEEP_MS);
    },
    stop() {
      queue.stop();
      clearInterval(timer);
    },
  };
}

function stepsLeft(document: Document): Step[] {
  if (document.extraction) return ["validate"];
  if (document.classification) return ["extract", "validate"];
  return document.ocr_text === null ? ORDER : ORDER.slice(1);
}
