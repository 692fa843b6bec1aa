import { onPage } from "../reading/layout/page.ts";
import { findDates } from "./values/dates.ts";
import { withAmountInWords } from "./fields/amount_in_words.ts";
import { withColumnTotals } from "./fields/column_totals.ts";
import { completedSums } from "./fields/completed_sums.ts";
import { builtInRules } from "./fields/field_rules.ts";
import { withDiscountedSums } from "./fields/discounted_sums.ts";
import { extractFields } from "./fields/extract_fields.ts";
import type { Extraction } from "./results/extraction.ts";
import type { Field, FoundField } from "./results/field.ts";
import { withPrintedNet, withPrintedTax } from "./fields/tax_sum.ts";
import { withGoodsSums } from "./fields/goods_sums.ts";
import { documentTables, printedTables } from "./tables/document_tables.ts";
import { withBalances } from "./fields/statement_balances.ts";
import { pairedTable } from "./tables/paired_rows.ts";
import { rollTable } from "./tables/roll_items.ts";
import { withYears } from "./tables/entry_years.ts";
import { lineItems, tablesOfGoods } from "./tables/line_items.ts";
import { textPlaceOf } from "./fields/text_places.ts";
import { countryOf } from "./values/countries.ts";
import { readingOf } from "./values/document_reading.ts";
import { ownFields } from "./fields/own_fields.ts";
import type { OwnType } from "./classification/own_type.ts";
import { rowsOfPages } from "./tables/page_rows.ts";
import type { ReadPage } from "./results/read_page.ts";
import { summaryOf } from "./summary.ts";
import { capUncorroborated } from "./fields/corroboration.ts";

/** Types whose goods may take two lines each. */
const HAVE_GOODS = new Set(["invoice", "purchase_order", "quotation"]);

/** Extracts fields, tables and dates by rules, without a model. */
export function extractFrom(type: string, pages: ReadPage[], own?: OwnType): Extraction {
  const text = pages.flatMap(({ content }) => content.lines.map((line) => line.text)).join("\n");
  const read = documentTables(pages);
  const { way, home } = readingOf(text);
  const rows = rowsOfPages(pages);
  const usual = lineItems(read, way);
  const isBroken = usual.filter(({ description, amount }) => description !== "" && amount !== undefined)
        .length * 2 < Math.max(1, usual.length);
  const unusual = HAVE_GOODS.has(type) && isBroken
    ? pairedTable(read, way)
    : type === "receipt" && usual.length === 0
    ? rollTable(rows)
    : undefined;
  const printed = unusual ? [...read, unusual] : read;
  const items = lineItems(tablesOfGoods(type, printed, way), way);
  const found = own ? ownFields(own, rows) : completed(type, extractFields(type, rows));
  const tables = type === "bank_statement" ? withYears(printed, found, way.dates) : printed;
  function completed(type: string, fields: FoundField[]): FoundField[] {
    if (type !== "bank_statement") {
      const keys = builtInRules(type).map(({ key }) => key);
      const paper = { items, rows, way, keys };
      const written = withAmountInWords(
        withDiscountedSums(withGoodsSums(withColumnTotals(fields, paper), paper), paper),
        paper,
      );
      return completedSums(
        withPrintedNet(withPrintedTax(written, { rows, way, keys, rate: countryOf(home)?.vat }), paper),
        items,
        keys,
      );
    }
    const scanned = pages.some(({ content: { source, lines } }) =>
      source === "ocr" || lines.some(({ pictured }) => pictured)
    );
    return withBalances(fields, printedTables(pages), { way, scanned });
  }
  return {
    fields: (own ? found : capUncorroborated(found, items)).map((field) => fieldOnPage(field, pages)),
    tables,
    dates: [...new Set(findDates(text, way.dates).map((date) => date.value))],
    summary: summaryOf(text),
    line_items: items,
  };
}

function fieldOnPage({ box, isCorroborated: _, ...field }: FoundField, pages: ReadPage[]): Field {
  // A currency is derived from the whole document, so it has no position of its own.
  if (field.page === undefined) return { ...field, ...textPlaceOf(field.value, pages) };
  const page = pages.find((one) => one.page === field.page)?.content;
  if (!box || !page || page.width === 0) return field;
  return { ...field, bbox: onPage(box, page.placement) };
}
