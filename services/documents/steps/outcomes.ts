import { HTTPException } from "hono/http-exception";
import type { AttackWarnings } from "lib/injection/attack_warning.ts";
import { invalid } from "lib/errors.ts";
import { Unreadable } from "../reading/files/bounds.ts";
import type { Document, Outcome, Step } from "../storage/document.ts";
import type { CorrectionStore } from "../storage/corrections_store.ts";
import type { PageStore } from "../storage/pages_store.ts";
import type { DocumentRules } from "../understanding/document_rules.ts";
import type { Refiner } from "../understanding/model_refiner.ts";
import { hiddenText } from "../understanding/validation/validate_document.ts";
import { builtInRules } from "../understanding/fields/field_rules.ts";
import type { OwnTypes } from "../types/own_types.ts";
import { type PageReadingDeps, readPages } from "./page_reading.ts";

export interface OutcomeDeps extends PageReadingDeps {
  pages: PageStore;
  corrections: CorrectionStore;
  ownTypes: OwnTypes;
  documentRules: DocumentRules;
  refiner?: Refiner;
  /** Checks texts for prompt injection, if configured. */
  attacks?: AttackWarnings;
  today(): string;
}

/** How many corrections from the owner's other documents a model sees. */
const EXAMPLES = 20;

/** A step's result to store, and a failure to return to the caller afterwards. */
export interface StepResult {
  outcome: Outcome;
  failure?: unknown;
}

/** Runs a step; stores nothing but pages. Throws when the document must stay unchanged. */
export async function resultOf(
  document: Document,
  step: Step,
  { deps, signal }: { deps: OutcomeDeps; signal: AbortSignal },
): Promise<StepResult> {
  if (step === "ocr") return await readingResult(document, deps, signal);
  try {
    return { outcome: await RULED[step](document, deps) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    deps.log.info("document too complex", { id: document.id, step, reason: error.message });
    return { outcome: { status: "failed", failure: error.message }, failure: unreadable(error.message) };
  }
}

/** Steps that apply rules to the text. */
const RULED = { classify: classified, extract: extracted, validate: validated };

async function validated(
  { id, ocr_text, classification, extraction }: Document,
  deps: OutcomeDeps,
): Promise<Outcome> {
  const text = ocr_text ?? "";
  const pages = await deps.pages.list(id);
  const type = classification?.document_type ?? "other";
  const own = await deps.ownTypes.find(type);
  const checked = { type, own, text, extraction, pages, today: deps.today() };
  const validation = await deps.documentRules.validate(checked);
  const warning = await deps.attacks?.of(`${text}\n${hiddenText(pages)}`);
  const attack = { field: "text", issue: warning ?? "", severity: "warning" as const };
  const issues = warning ? [...validation.issues, attack] : validation.issues;
  return { status: "completed", validation: { ...validation, issues } };
}

/** The result of reading: an unreadable document fails with its reason, an interrupted one does not fail. */
async function readingResult(
  document: Document,
  deps: OutcomeDeps,
  signal: AbortSignal,
): Promise<StepResult> {
  try {
    const outcome = await readPages(document, deps, signal);
    return { outcome, failure: outcome.failure && unreadable(outcome.failure) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof Unreadable) {
      deps.log.info("document unreadable", { id: document.id, reason: error.message, detail: error.cause });
      return { outcome: { status: "failed", failure: error.message }, failure: unreadable(error.message) };
    }
    const failure = error instanceof HTTPException
      ? error.message
      : "Reading failed for a reason of the service's own";
    return { outcome: { status: "failed", failure }, failure: error };
  }
}

function unreadable(message: string): Error {
  return invalid(["query", "document_id"], message, "unreadable");
}

async function classified({ id, ocr_text }: Document, deps: OutcomeDeps): Promise<Outcome> {
  const { pages, ownTypes, documentRules } = deps;
  const text = ocr_text ?? "";
  const refiner = await refinerFor(text, deps);
  const own = await ownTypes.all();
  const rules = await documentRules.classify(text, await pages.list(id), own);
  const classification = refiner
    ? await refiner.classification(text, rules, own.map(({ name }) => name))
    : rules;
  return { status: "classified", classification };
}

async function extracted(
  { id, ocr_text, classification, uploaded_by }: Document,
  deps: OutcomeDeps,
): Promise<Outcome> {
  const { pages, corrections, ownTypes, documentRules } = deps;
  const type = classification?.document_type ?? "other";
  const own = await ownTypes.find(type);
  const read = await pages.list(id);
  const found = await documentRules.extract(type, read, own);
  const refiner = await refinerFor(ocr_text ?? "", deps);
  if (!refiner) return { status: "extracted", extraction: found };
  const examples = await corrections.examples(uploaded_by, type, EXAMPLES);
  const rules = own?.rules ?? builtInRules(type);
  const extraction = await refiner.extraction(type, read, { found, rules, examples });
  return { status: "extracted", extraction };
}

/** The model that may read a text; undefined when the text is withheld from models. */
async function refinerFor(text: string, { refiner, attacks }: OutcomeDeps): Promise<Refiner | undefined> {
  if (!refiner || !attacks?.withholds) return refiner;
  return await attacks.of(text) ? undefined : refiner;
}
