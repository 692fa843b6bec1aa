import { HTTPException } from "hono/http-exception";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import type { Logger } from "lib/log.ts";
import type { Document, Outcome, Step } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import { extractFrom } from "../understanding/extract_document.ts";
import { type OcrDeps, readPages } from "./page_reading.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { Unreadable } from "../reading/bounds.ts";
import type { Refiner } from "../understanding/refine.ts";
import { classifyText } from "../understanding/classify_text.ts";
import { validateFields } from "../understanding/validate_fields.ts";

export interface StepDeps extends OcrDeps {
  documents: DocumentStore;
  pages: PageStore;
  refiner?: Refiner;
  log: Logger;
  today(): string;
}

export interface Steps {
  /** Runs a step; calls for the same step of the same document share one run. */
  run(id: string, step: Step): Promise<Document>;
  /** Stops between two pages and lets everything go, for another process to go on with. */
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 20_000;
const LOOK_AGAIN_MS = 300;

/** What a step needs to be there, and what to call for it. */
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
      const outcome = await outcomeOf(document, step);
      await documents.finish(document, owner, outcome);
      if (outcome.failure) throw invalid(["query", "document_id"], outcome.failure, "unreadable");
      return await found(document.id);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function outcomeOf(document: Document, step: Step): Promise<Outcome> {
    if (step === "ocr") return await ocrOutcome(document);
    await documents.begin(document.id, step);
    if (step === "classify") return await classifyOutcome(document);
    if (step === "extract") return await extractOutcome(document);
    const validation = validateFields({
      type: document.classification?.document_type ?? "other",
      fields: document.extraction?.fields ?? [],
      tables: document.extraction?.tables ?? [],
      today: deps.today(),
    });
    return { status: "completed", validation };
  }

  async function ocrOutcome(document: Document): Promise<Outcome> {
    // One that was interrupted goes on where it was; anything else starts from the first page.
    if (document.status !== "processing") await documents.begin(document.id, "ocr");
    try {
      return await readPages(document, deps, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      if (!(error instanceof Unreadable)) {
        const failure = error instanceof HTTPException
          ? error.message
          : "Reading failed for a reason of the service's own";
        await documents.finish(document, owner, { status: "failed", failure });
        throw error;
      }
      log.info("document unreadable", { id: document.id, reason: error.message, detail: error.cause });
      return { status: "failed", failure: error.message };
    }
  }

  async function classifyOutcome({ ocr_text }: Document): Promise<Outcome> {
    const text = ocr_text ?? "";
    const rules = classifyText(text);
    const classification = deps.refiner ? await deps.refiner.classification(text, rules) : rules;
    return { status: "classified", classification };
  }

  async function extractOutcome({ id, ocr_text, classification }: Document): Promise<Outcome> {
    const type = classification?.document_type ?? "other";
    const rules = extractFrom(type, await deps.pages.list(id));
    const extraction = deps.refiner ? await deps.refiner.extraction(type, ocr_text ?? "", rules) : rules;
    return { status: "extracted", extraction };
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
