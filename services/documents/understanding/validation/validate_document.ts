/** Validates the extraction of a document against its text and type. */
import { asciiDigits } from "../values/digits.ts";
import { readingOf } from "../values/document_reading.ts";
import type { Extraction } from "../results/extraction.ts";
import type { OwnType } from "../classification/own_type.ts";
import type { ReadPage } from "../results/read_page.ts";
import { validateFields } from "./validate_fields.ts";
import type { Validation } from "../results/validation.ts";

/** An extraction with the text and pages it comes from. */
export interface ToCheck {
  type: string;
  own?: OwnType;
  text: string;
  extraction: Extraction | null;
  pages: ReadPage[];
  today: string;
}

export function validateDocument({ type, own, text, extraction, pages, today }: ToCheck): Validation {
  const hidden = hiddenText(pages);
  const { home, way } = readingOf(text);
  return validateFields({
    type,
    fields: extraction?.fields ?? [],
    tables: extraction?.tables ?? [],
    unplaced: extraction?.unplaced_corrections,
    today,
    way,
    amounts: amountsIn(text),
    letters: text.match(/[\p{L}\p{N}]/gu)?.length ?? 0,
    ...(own ? { own } : {}),
    ...(home ? { home } : {}),
    ...(hidden === "" ? {} : { hidden }),
    pages: pages.map(({ page, content: { source, lines, unread = [] } }) => ({
      page,
      failed: source === "failed",
      empty: !lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text)),
      unread: unread.length,
    })),
  });
}

/** Amounts with decimals in a text. */
export function amountsIn(text: string): number[] {
  return [...asciiDigits(text).matchAll(/(?<![\d.,/-])\d{1,3}(?:,?\d{3})*\.\d{2,3}(?![\d.,/-])/g)]
    .map(([amount]) => Number(amount.replaceAll(",", "")));
}

/** Invisible text of the pages. */
export function hiddenText(pages: ReadPage[]): string {
  return pages.flatMap(({ content }) => content.hidden ?? []).join(" ");
}
