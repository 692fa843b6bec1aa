// PDFium's functions for text and page objects, which the package includes but does not declare.
import type { PDFiumPage } from "@hyzyla/pdfium";

export interface TextCalls {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, at: number): number;
  /** Whether the library generated the character: spaces and line ends. */
  _FPDFText_IsGenerated(text: number, at: number): number;
  _FPDFText_GetLooseCharBox(text: number, at: number, rect: number): number;
  _FPDFText_GetCharBox(
    text: number,
    at: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  _FPDFText_GetCharOrigin(text: number, at: number, x: number, y: number): number;
  _FPDFText_GetFontSize(text: number, at: number): number;
  _FPDFText_GetMatrix(text: number, at: number, matrix: number): number;
  _FPDFText_GetFillColor(text: number, at: number, r: number, g: number, b: number, a: number): number;
  _FPDFText_GetTextObject(text: number, at: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  /** Handle of the font, stable while a page that uses it is open. */
  _FPDFTextObj_GetFont(object: number): number;
  _FPDF_PageToDevice(
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    turn: number,
    x: number,
    y: number,
    toX: number,
    toY: number,
  ): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, at: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, at: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFPageObj_GetFillColor(object: number, r: number, g: number, b: number, a: number): number;
  _FPDFPageObj_SetIsActive(object: number, active: number): number;
  _FPDFPageObj_CountMarks(object: number): number;
  _FPDFPageObj_GetMark(object: number, at: number): number;
  _FPDFPageObjMark_RemoveParam(object: number, mark: number, key: number): number;
  _FPDFPageObjMark_GetName(mark: number, buffer: number, size: number, length: number): number;
  /** Size of a text in UTF-16 with a terminating zero, in bytes. */
  _FPDFTextObj_GetText(object: number, text: number, buffer: number, size: number): number;
  _FPDFPageObj_GetClipPath(object: number): number;
  _FPDFClipPath_CountPaths(clip: number): number;
  _FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  _FPDFClipPath_GetPathSegment(clip: number, path: number, segment: number): number;
  _FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  _FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, at: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  /** Size of a text in UTF-16 with a terminating zero, in bytes; written if the buffer is large enough. */
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, size: number): number;
  _FPDFPage_RemoveAnnot(page: number, at: number): number;
  _FPDFPage_Flatten(page: number, use: number): number;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDF_ClosePage(page: number): void;
  wasmExports: { malloc(size: number): number; free(at: number): void };
  HEAPU8: Uint8Array;
}

/** Private fields of the page class. */
export interface PageInside {
  module: TextCalls;
  pageIdx: number;
}

export type Page = PDFiumPage;
