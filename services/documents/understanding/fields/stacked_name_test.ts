import assert from "node:assert/strict";
import type { FieldRow } from "../tables/field_row.ts";
import { withStackedNames } from "./stacked_name.ts";

/** A row of one cell; letters are as high as `height`. */
function row(text: string, top: number, height: number, left = 56): FieldRow {
  const box = { left, top, right: left + text.length * height * 0.5, bottom: top + height };
  return {
    cells: [{ text, confidence: 1, page: 1, box }],
    page: 1,
    box,
    placed: true,
    rightToLeft: false,
    inTable: false,
  };
}

const SMALL = ["Mill Lane", "Pershore", "01386 550 933", "VAT no. GB638715023", "Invoice number"]
  .map((text, i) => row(text, 200 + i * 20, 12));
const texts = (rows: FieldRow[], isPart = () => true) =>
  withStackedNames(rows.flatMap(({ cells }) => cells), rows, isPart).map(({ text }) => text);

Deno.test("a name on several tall lines of a letterhead is one", () => {
  const rows = [row("Lowmoor", 40, 24), row("Wholesale", 70, 26), row("Nurseries Ltd", 100, 24), ...SMALL];
  assert.deepEqual(texts(rows).slice(0, 2), ["Lowmoor Wholesale Nurseries Ltd", "Mill Lane"]);
});

Deno.test("lines of a centred name are one", () => {
  const rows = [row("Al Noor", 40, 24, 358), row("Trading Establishment", 70, 24, 274), ...SMALL];
  assert.equal(texts(rows)[0], "Al Noor Trading Establishment");
});

Deno.test("a title in other letters, a line far below and one beside the edge are no part of a name", () => {
  for (
    const second of [row("INVOICE", 70, 44), row("Nurseries Ltd", 110, 24), row("Nurseries Ltd", 70, 24, 300)]
  ) {
    assert.equal(texts([row("Lowmoor", 40, 24), second, ...SMALL])[0], "Lowmoor");
  }
});

Deno.test("lines as low as the rest of the page are not joined", () => {
  assert.equal(texts([row("Lowmoor", 40, 12), row("Nurseries Ltd", 54, 12), ...SMALL])[0], "Lowmoor");
});

Deno.test("a line that is no part of a name stays apart", () => {
  const rows = [row("Lowmoor Ltd", 40, 24), row("Invoice", 70, 24), ...SMALL];
  const isPart = ({ text }: { text: string }) => text !== "Invoice";
  assert.equal(withStackedNames(rows.flatMap(({ cells }) => cells), rows, isPart)[0]?.text, "Lowmoor Ltd");
});

Deno.test("a place below a body may be no part of its name, so that the name is unsure", () => {
  const rows = [row("Northern Municipality", 40, 24), row("Chandpur", 70, 24), ...SMALL];
  const [joined] = withStackedNames(rows.flatMap(({ cells }) => cells), rows, () => true);
  assert.ok(joined && joined.confidence <= 0.8);
});
