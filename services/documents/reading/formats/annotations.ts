/** Form fields, notes and stamps: visible on a page, but not part of its own text. */
import type { PDFiumDocument } from "@hyzyla/pdfium";
import { closePage } from "./pdf_glyphs.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";

/** FPDF_ANNOT_LINK of fpdf_annot.h: links are invisible. */
const LINK = 2;
/** FLAT_NORMALDISPLAY of fpdf_flatten.h: the appearance on screen. */
const ON_SCREEN = 0;

/** Opens a page with its annotations flattened, in memory only. */
export function openWhole(document: PDFiumDocument, index: number): Page {
  const page = document.getPage(index);
  const calls: TextCalls = Reflect.get(page, "module");
  const opened: number = Reflect.get(page, "pageIdx");
  if (!hasAnnotations(calls, opened)) return page;
  // Generates the appearance of fields without one.
  const form = document.initializeFormFields();
  calls._FORM_OnAfterLoadPage(opened, form);
  calls._FORM_OnBeforeClosePage(opened, form);
  calls._FPDFPage_Flatten(opened, ON_SCREEN);
  closePage(page);
  return document.getPage(index);
}

function hasAnnotations(calls: TextCalls, page: number): boolean {
  const count = calls._FPDFPage_GetAnnotCount(page);
  for (let i = 0; i < count; i++) {
    const annotation = calls._FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    const kind = calls._FPDFAnnot_GetSubtype(annotation);
    calls._FPDFPage_CloseAnnot(annotation);
    if (kind !== LINK) return true;
  }
  return false;
}
