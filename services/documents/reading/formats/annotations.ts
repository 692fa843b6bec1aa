/** Form fields, notes and stamps: visible on a page, but not part of its own text. */
import type { PDFiumDocument } from "@hyzyla/pdfium";
import { closePage } from "./pdf_glyphs.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";
import { annotationText } from "./told_text.ts";

/** FPDF_ANNOT_LINK of fpdf_annot.h: links are invisible. */
const LINK = 2;
/** FLAT_NORMALDISPLAY of fpdf_flatten.h: the appearance on screen. */
const ON_SCREEN = 0;

/** Flags of annotations that no viewer shows on screen: invisible, hidden and not for view (ISO 32000-1, 12.5.3). */
const UNSEEN = 1 | 2 | 32;
/** FPDF_ANNOT_FREETEXT, a note on the page, and FPDF_ANNOT_WIDGET, a form field, with the keys of their texts. */
const TEXTS = new Map([[3, "Contents"], [20, "V"]]);

export interface WholePage {
  page: Page;
  /** Texts of notes and fields that are not shown. */
  unshown: string[];
}

/** Opens a page with its visible annotations flattened, in memory only. */
export function openWhole(document: PDFiumDocument, index: number): WholePage {
  const page = document.getPage(index);
  const calls: TextCalls = Reflect.get(page, "module");
  const opened: number = Reflect.get(page, "pageIdx");
  const { isEmpty, unshown } = withoutUnseen(calls, opened);
  if (isEmpty) return { page, unshown };
  // Generates the appearance of fields without one.
  const form = document.initializeFormFields();
  calls._FORM_OnAfterLoadPage(opened, form);
  calls._FORM_OnBeforeClosePage(opened, form);
  calls._FPDFPage_Flatten(opened, ON_SCREEN);
  closePage(page);
  return { page: document.getPage(index), unshown };
}

/** Removes annotations that are not shown, which flattening would draw; whether none but links are left. */
function withoutUnseen(calls: TextCalls, page: number): { isEmpty: boolean; unshown: string[] } {
  const unshown: string[] = [];
  let isEmpty = true;
  for (let i = calls._FPDFPage_GetAnnotCount(page) - 1; i >= 0; i--) {
    const annotation = calls._FPDFPage_GetAnnot(page, i);
    if (annotation === 0) continue;
    const kind = calls._FPDFAnnot_GetSubtype(annotation);
    const isUnseen = (calls._FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0;
    const key = TEXTS.get(kind);
    if (isUnseen && key !== undefined) unshown.push(annotationText(calls, annotation, key));
    calls._FPDFPage_CloseAnnot(annotation);
    if (isUnseen) calls._FPDFPage_RemoveAnnot(page, i);
    else if (kind !== LINK) isEmpty = false;
  }
  return { isEmpty, unshown: unshown.toReversed().filter((text) => text.trim() !== "") };
}
