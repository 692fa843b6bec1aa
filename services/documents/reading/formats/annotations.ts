/** Filled-in form fields, notes and stamps: readers see them, while the page's own text is without them. */
import type { PDFiumDocument } from "@hyzyla/pdfium";
import { closePage } from "./pdf_glyphs.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";

/** FPDF_ANNOT_LINK of fpdf_annot.h: links show nothing. */
const LINK = 2;
/** FLAT_NORMALDISPLAY of fpdf_flatten.h: as on a screen. */
const ON_SCREEN = 0;

/** Opens a page with its annotations as parts of it, in the memory of the library alone. */
export function openWhole(document: PDFiumDocument, index: number): Page {
  const page = document.getPage(index);
  const calls: TextCalls = Reflect.get(page, "module");
  const opened: number = Reflect.get(page, "pageIdx");
  if (!hasAnnotations(calls, opened)) return page;
  // Fields that the file gives no appearance get one from the form.
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
