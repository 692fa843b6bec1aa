/** Runs in a worker without permissions: all parsing of untrusted bytes happens here. */
import { limitedAsync, TimeLimitExceeded } from "lib/workers/time_limit.ts";
import { Unreadable } from "../files/bounds.ts";
import { jpegOf } from "../images/images.ts";
import { openFile } from "../formats/file.ts";
import type { OpenFile } from "../formats/open_file.ts";
import { type Engine, openEngine } from "../ocr/engine.ts";
import { checkModel } from "../ocr/model_check.ts";
import type { Models } from "./models.ts";
import type { Page } from "../layout/page.ts";
import { openPdfium, type Pdfium } from "../formats/pdf_picture.ts";
import type { Picture } from "../images/picture.ts";
import type { WorkerAnswer, WorkerRequest, WorkerTask } from "./protocol.ts";

// Silences warnings of libraries.
for (const level of ["log", "info", "warn", "error"]) Reflect.set(console, level, () => {});

let models: Models | undefined;
let opened: Promise<Engine[]> | undefined;
let drawing: Promise<Pdfium> | undefined;
let open: { key: string; file: OpenFile } | undefined;

// The service talks to the worker over the port of its first message.
globalThis.addEventListener("message", (event: Event) => {
  const port = event instanceof MessageEvent ? event.ports[0] : undefined;
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<WorkerRequest>) => void reply(port, data);
  port.start();
});

async function reply(port: MessagePort, { id, work, limitMs }: WorkerRequest): Promise<void> {
  try {
    send(port, { id, ok: true, value: await limitedAsync(() => answer(work), limitMs) });
  } catch (error) {
    if (error instanceof TimeLimitExceeded) return send(port, { id, ok: false, isLate: true });
    // An OCR engine that trapped cannot continue, so the next page opens a new one.
    if (error instanceof WebAssembly.RuntimeError) [opened, drawing] = [undefined, undefined];
    const message = error instanceof Unreadable ? error.message : undefined;
    send(port, { id, ok: false, message, detail: errorChain(error) });
  }
}

function send(port: MessagePort, answer: WorkerAnswer): void {
  port.postMessage(answer);
}

async function answer(request: WorkerTask): Promise<number | Page | Picture | undefined> {
  if (request.type === "models") {
    models = request.models;
    return undefined;
  }
  if (request.type === "check") {
    await engines();
    return undefined;
  }
  if (request.type === "open") {
    // Cleared before closing, so that a file that cannot be closed does not block the next one.
    const previous = open;
    open = undefined;
    await previous?.file.close().catch(() => {});
    open = { key: request.key, file: await openFile(request.kind, request.bytes, { engines, pdfium }) };
    return open.file.pages;
  }
  if (!open || open.key !== request.key) throw new Error("the file is not open in this worker");
  const { file } = open;
  if (request.type === "page") return await file.page(request.index);
  if (request.type === "text") return await file.text(request.index);
  return jpegOf(await file.picture(request.index));
}

/** Engines are opened when the first picture needs them: text files never pay for them. */
function engines(): Promise<Engine[]> {
  opened ??= openEngines();
  return opened;
}

function pdfium(): Promise<Pdfium> {
  drawing ??= openPdfium(requireModels().pdfium);
  return drawing;
}

function requireModels(): Models {
  if (!models) throw new Error("the worker was given no models");
  return models;
}

async function openEngines(): Promise<Engine[]> {
  const { tesseract, languages } = requireModels();
  return await Promise.all(
    languages.map(({ script, source, model }) =>
      checkModel({ script, source, open: () => openEngine(script, tesseract, model) })
    ),
  );
}

/** An error with its causes, for the log. */
function errorChain(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorChain(error.cause)}` : "";
  return `${error}${cause}`;
}
