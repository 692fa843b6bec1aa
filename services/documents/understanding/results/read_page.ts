import type { Page } from "../../reading/layout/page.ts";

/** A page of a document with its number. */
export interface ReadPage {
  page: number;
  content: Page;
}
