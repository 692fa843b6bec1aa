import { MAX_PAGES, Unreadable } from "../files/bounds.ts";

type Pdfjs = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

let loaded: Promise<Pdfjs> | undefined;

/** Loads pdf.js inside this worker, without its canvas and its own worker. */
function pdfjs(): Promise<Pdfjs> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Pdfjs> {
  const inner = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  Reflect.set(globalThis, "pdfjsWorker", inner);
  return await import("pdfjs-dist/legacy/build/pdf.mjs");
}

/** The number of pages of a PDF. Throws with a reason when it cannot be opened. */
export async function pdfPages(bytes: Uint8Array): Promise<number> {
  const { getDocument, VerbosityLevel } = await pdfjs();
  const task = getDocument({
    data: bytes.slice(),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const { numPages } = await task.promise;
    if (numPages > MAX_PAGES) throw new Unreadable(`The PDF has more than ${MAX_PAGES} pages`);
    return numPages;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException") {
      throw new Unreadable("The PDF is encrypted: upload it without its password");
    }
    throw new Unreadable("The PDF is damaged or cut short and cannot be opened", { cause: error });
  } finally {
    await task.destroy().catch(() => {});
  }
}
