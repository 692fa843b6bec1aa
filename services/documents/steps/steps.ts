import { notFound, wrongState } from "lib/errors.ts";
import type { Document, Step } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { type OutcomeDeps, resultOf } from "./outcomes.ts";

export interface StepDeps extends OutcomeDeps {
  documents: DocumentStore;
}

export interface Steps {
  /** Runs a step; calls for the same step of the same document share one run. */
  run(id: string, step: Step): Promise<Document>;
  /** Stops between two pages and lets everything go, for another process to go on with. */
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 20_000;
const LOOK_AGAIN_MS = 300;

/** The result that each step needs, and the message that names the step to call first. */
const NEEDS: Record<Step, { has(document: Document): boolean; message: string } | undefined> = {
  ocr: undefined,
  classify: {
    has: (document) => document.ocr_text !== null,
    message: "The document is not read yet: call POST /ocr first",
  },
  extract: {
    has: (document) => document.classification !== null,
    message: "The document is not classified yet: call POST /classify first",
  },
  validate: {
    has: (document) => document.extraction !== null,
    message: "Nothing is extracted yet: call POST /extract first",
  },
};

export function createSteps(deps: StepDeps): Steps {
  const { documents, log } = deps;
  const running = new Map<string, Promise<Document>>();
  const owner = crypto.randomUUID();
  const stopping = new AbortController();

  function run(id: string, step: Step): Promise<Document> {
    const key = `${id} ${step}`;
    const known = running.get(key);
    if (known) return known;
    const started = attempt(id, step).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  async function attempt(id: string, step: Step): Promise<Document> {
    const before = await found(id);
    check(before, step);
    const claimed = await documents.claim(id, step, owner);
    if (!claimed) return await theirs(id, step);
    try {
      // Looked at again under the lease: another step may have cleared what this one needs.
      check(claimed, step);
      return await perform(claimed, step);
    } catch (error) {
      await documents.release(id, owner);
      throw error;
    }
  }

  async function found(id: string): Promise<Document> {
    const document = await documents.find(id);
    if (!document) throw notFound("Document");
    return document;
  }

  /** Another process works on the document: on the same step, its result is ours. */
  async function theirs(id: string, step: Step): Promise<Document> {
    for (;;) {
      const document = await found(id);
      if (document.step === null) {
        return NEEDS[step] === undefined || hasResult(document, step) ? document : await attempt(id, step);
      }
      if (document.step !== step) {
        throw wrongState(`The document is in work (${document.step}); try again when that is done`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async function perform(document: Document, step: Step): Promise<Document> {
    const heartbeat = setInterval(() => {
      documents.renew(document.id, owner).catch((error) =>
        log.warn("lease not renewed", { id: document.id, error })
      );
    }, HEARTBEAT_MS);
    try {
      // Reading that was interrupted goes on where it was; anything else starts afresh.
      if (step !== "ocr" || document.status !== "processing") await documents.begin(document.id, step);
      const { outcome, failure } = await resultOf(document, step, { deps, signal: stopping.signal });
      await documents.finish(document, owner, outcome);
      if (failure) throw failure;
      return await found(document.id);
    } finally {
      clearInterval(heartbeat);
    }
  }

  return {
    run,
    async stop() {
      stopping.abort(new Error("the service is stopping"));
      await Promise.allSettled(running.values());
    },
  };
}

function check(document: Document, step: Step): void {
  const need = NEEDS[step];
  if (need && !need.has(document)) throw wrongState(need.message);
}

function hasResult(document: Document, step: Step): boolean {
  if (step === "classify") return document.classification !== null;
  return step === "extract" ? document.extraction !== null : document.validation !== null;
}
