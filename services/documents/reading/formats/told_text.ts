/** Texts that a PDF gives in words of its own: replacements of drawn letters (ISO 32000-1, 14.9.4), and notes. */
import type { TextCalls } from "./pdfium_text.d.ts";

const REPLACEMENT = "ActualText";
/** Longest text of a note that is reported, in bytes of UTF-16. */
const LONGEST = 1000;

/** Calls `use` with the address of a text in the library's memory, as zero-terminated bytes. */
function withName<T>(calls: TextCalls, name: string, use: (at: number) => T): T {
  const at = calls.wasmExports.malloc(name.length + 1);
  try {
    calls.HEAPU8.set([...new TextEncoder().encode(name), 0], at);
    return use(at);
  } finally {
    calls.wasmExports.free(at);
  }
}

/** Takes the replacements from texts, so that their letters are read as drawn; whether any had one. */
export function withoutReplacements(calls: TextCalls, objects: number[]): boolean {
  return withName(calls, REPLACEMENT, (key) => {
    let found = false;
    for (const object of objects) {
      const count = calls._FPDFPageObj_CountMarks(object);
      for (let i = 0; i < count; i++) {
        const mark = calls._FPDFPageObj_GetMark(object, i);
        found = calls._FPDFPageObjMark_RemoveParam(object, mark, key) !== 0 || found;
      }
    }
    return found;
  });
}

/** A text of an annotation by its key; empty without one. */
export function annotationText(calls: TextCalls, annotation: number, key: string): string {
  const buffer = calls.wasmExports.malloc(LONGEST);
  try {
    const size = withName(
      calls,
      key,
      (at) => calls._FPDFAnnot_GetStringValue(annotation, at, buffer, LONGEST),
    );
    if (size <= 2 || size > LONGEST) return "";
    return new TextDecoder("utf-16le").decode(calls.HEAPU8.slice(buffer, buffer + size - 2));
  } finally {
    calls.wasmExports.free(buffer);
  }
}
