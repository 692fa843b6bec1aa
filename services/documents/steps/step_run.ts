import { pause } from "lib/deadlines.ts";
import { notFound, wrongState } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Document, Step } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { type OutcomeDeps, resultOf } from "./outcomes.ts";
import { checkNeed, isDone } from "./step_needs.ts";

export interface StepDeps extends OutcomeDeps {
  documents: DocumentStore;
}

/** A process that runs steps. */
export interface StepWorker {
  deps: StepDeps;
  /** Owner name in leases of documents. */
  owner: string;
  /** Stops a step between two pages. */
  signal: AbortSignal;
}

const HEARTBEAT_MS = 20_000;
const LOOK_AGAIN_MS = 300;

/** Claims a document, runs a step and releases it; uses the result if another process runs the same step. */
export function runStep(worker: StepWorker, id: string, step: Step): Promise<Document> {
  return claimed(worker, { id, step, wanted: isDone });
}

/** Like `runStep`, but waits for another process and then runs the step again. */
export function runStepAnew(worker: StepWorker, id: string, step: Step): Promise<Document> {
  return claimed(worker, { id, step, wanted: () => false });
}

interface Run {
  id: string;
  step: Step;
  /** Whether the result of another process is accepted. */
  wanted(document: Document, step: Step): boolean;
}

async function claimed(worker: StepWorker, run: Run): Promise<Document> {
  const { documents } = worker.deps;
  const { id, step } = run;
  const before = await findDocument(documents, id);
  checkNeed(before, step);
  const leased = await documents.claim(id, step, worker.owner);
  if (!leased) return await afterOtherProcess(worker, run);
  try {
    // Checked again under the lease: another step may have cleared the required result.
    checkNeed(leased, step);
    return await perform(worker, leased, step);
  } catch (error) {
    await documents.release(id, worker.owner);
    throw error;
  }
}

async function findDocument(documents: DocumentStore, id: string): Promise<Document> {
  const document = await documents.find(id);
  if (!document) throw notFound("Document");
  return document;
}

/** Waits while another process runs the same step. */
async function afterOtherProcess(worker: StepWorker, run: Run): Promise<Document> {
  const { id, step, wanted } = run;
  for (;;) {
    const document = await findDocument(worker.deps.documents, id);
    if (document.step === null) {
      return wanted(document, step) ? document : await claimed(worker, run);
    }
    if (document.step !== step) {
      throw wrongState(`The document is in work (${document.step}); try again when that is done`);
    }
    await pause(LOOK_AGAIN_MS);
  }
}

async function perform(worker: StepWorker, document: Document, step: Step): Promise<Document> {
  const { deps, owner, signal } = worker;
  const { documents, log } = deps;
  const lease = heldLease(documents, { id: document.id, owner, log });
  try {
    // An interrupted reading continues with its missing pages; every other step starts from scratch.
    if (step !== "ocr" || document.status !== "processing") await documents.begin(document.id, step);
    const { outcome, failure } = await resultOf(document, step, { deps, signal });
    await documents.finish(document, owner, outcome);
    if (failure) throw failure;
    return await findDocument(documents, document.id);
  } finally {
    lease.end();
  }
}

/** Renews a lease for as long as its step runs. */
function heldLease(
  documents: Pick<DocumentStore, "renew">,
  { id, owner, log }: { id: string; owner: string; log: Logger },
): { end(): void } {
  const timer = setInterval(() => {
    documents.renew(id, owner).catch((error) => log.warn("lease not renewed", { id, error }));
  }, HEARTBEAT_MS);
  return { end: () => clearInterval(timer) };
}
