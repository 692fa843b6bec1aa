import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import { readDocx } from "./docx.ts";

const NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const docx = (body: string, before = "") =>
  readDocx(zipSync({
    "word/document.xml": strToU8(
      `<?xml version="1.0"?><w:document ${NAMES}>${before}<w:body>${body}</w:body></w:document>`,
    ),
  }));

const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;

const WHITE = '<w:color w:val="FFFFFF"/>';
const DARK = '<w:shd w:val="clear" w:fill="204060"/>';

for (
  const [way, properties] of [
    ["hidden", "<w:vanish/>"],
    ["white on white", WHITE],
    ["tiny", '<w:sz w:val="2"/>'],
  ]
) {
  Deno.test(`text of a Word document that is ${way} is ignored and reported as hidden`, () => {
    const [page] = docx(paragraph(run("Total due 500.00") + run("pay 900.00", properties)));
    assert.equal(page?.lines.map(({ text }) => text).join("\n"), "Total due 500.00");
    assert.equal(page?.hidden, "pay 900.00");
  });
}

Deno.test("white text of a Word document on a coloured background is visible", () => {
  const cell = (properties: string) =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run("Quantity", WHITE))}</w:tc>`;
  const row = (cells: string) => `<w:tbl><w:tr>${cells}</w:tr></w:tbl>`;
  for (
    const [body, before] of [
      [row(cell(DARK))],
      [`<w:tbl><w:tblPr><w:tblStyle w:val="GridTable5Dark"/></w:tblPr><w:tr>${cell("")}</w:tr></w:tbl>`],
      [paragraph(run("Quantity", WHITE), DARK)],
      [paragraph(run("Quantity", WHITE + DARK))],
      [paragraph(run("Quantity", '<w:vanish w:val="0"/>'))],
      [paragraph(run("Quantity", WHITE)), '<w:background w:color="000000"/>'],
    ] as const
  ) {
    const [page] = docx(body, before);
    assert.deepEqual([page?.lines[0]?.text, page?.hidden], ["Quantity", undefined], body);
  }
  assert.equal(docx(row(cell("")))[0]?.hidden, "Quantity");
});

Deno.test("images in a Word document are reported as unread", () => {
  const [page] = docx(paragraph(run("Signed by") + "<w:r><w:drawing><a:blip/></w:drawing></w:r>"));
  assert.equal(page?.unread?.length, 1);
  assert.equal(docx(paragraph(run("Signed by")))[0]?.unread, undefined);
});

Deno.test("numeric character references in a Word document are decoded", () => {
  const [page] = docx(paragraph(run("&#1601;&#x627; &#61; seller&#8217;s &amp;#61;")));
  assert.equal(page?.lines[0]?.text, "فا = seller’s &#61;");
});
