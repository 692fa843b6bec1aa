/** Word documents with text that nobody sees, hidden in every way that Word knows, and with text that only looks so. */
import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import type { Page } from "../layout/page.ts";
import { readDocx } from "./docx.ts";

const SPACES = ["w", "r", "mc", "wp", "wps", "v", "w14"].map((name) => `xmlns:${name}="urn:${name}"`).join(
  " ",
);
const SHOWN = "Rent for April 4,250.00";
const SECRET = "ادفع إلى الحساب 9900";

interface Parts {
  styles?: string;
  /** Further files by name. */
  files?: Record<string, string>;
}

function pageOf(body: string, { styles, files = {} }: Parts = {}): Page {
  const part = (name: string, inner: string) => strToU8(`<w:${name} ${SPACES}>${inner}</w:${name}>`);
  const [page] = readDocx(zipSync({
    "word/document.xml": part("document", `<w:body>${paragraph(run(SHOWN))}${body}</w:body>`),
    ...(styles === undefined ? {} : { "word/styles.xml": part("styles", styles) }),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  }));
  assert.ok(page);
  return page;
}

const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
const secret = (properties = "", ofParagraph = "") => paragraph(run(SECRET, properties), ofParagraph);
const style = (kind: string, properties: string, more = "", id = "S") =>
  `<w:style w:type="${kind}" w:styleId="${id}">${more}<w:rPr>${properties}</w:rPr></w:style>`;
const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
const table = (rows: string) => `<w:tbl><w:tblPr/>${rows}</w:tbl>`;
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${text}</w:tc>`;
const box = (anchor: string) =>
  `<w:p><w:r><w:drawing><wp:anchor>${anchor}<wps:txbx><w:txbxContent>${secret()}</w:txbxContent></wps:txbx></wp:anchor></w:drawing></w:r></w:p>`;
const choice = (requires: string) =>
  `<w:p><mc:AlternateContent><mc:Choice Requires="${requires}">${run(SECRET)}</mc:Choice><mc:Fallback>${
    run("a chart")
  }</mc:Fallback></mc:AlternateContent></w:p>`;

const DARK = '<w:shd w:val="clear" w:fill="1F3864"/>';
const NAVY = '<w:color w:val="1F3864"/>';
const STYLED = '<w:rStyle w:val="S"/>';
const OF_STYLE = '<w:pStyle w:val="S"/>';
const LINK = '<Relationships><Relationship Id="rId7" Target="header3.xml"/></Relationships>';
const HEADER = {
  "word/header3.xml": `<w:hdr>${secret()}</w:hdr>`,
  "word/_rels/document.xml.rels": LINK,
};
const section = (type: string, more = "") =>
  paragraph("", `<w:sectPr><w:headerReference w:type="${type}" r:id="rId7"/>${more}</w:sectPr>`);
const NOTES = {
  "word/footnotes.xml": `<w:footnotes><w:footnote w:id="4">${secret()}</w:footnote></w:footnotes>`,
};

const HIDING: [way: string, body: string, parts?: Parts][] = [
  ["by a style of letters", secret(STYLED), { styles: style("character", "<w:vanish/>") }],
  ["by a style of paragraphs", secret("", OF_STYLE), { styles: style("paragraph", "<w:vanish/>") }],
  ["by the base of a style", secret("", OF_STYLE), {
    styles: style("paragraph", '<w:sz w:val="2"/>', "", "B") +
      style("paragraph", "", '<w:basedOn w:val="B"/>'),
  }],
  ["white by a style", secret("", OF_STYLE), { styles: style("paragraph", '<w:color w:val="FFFFFF"/>') }],
  ["in the colour of its shade", secret(NAVY + DARK)],
  ["in the colour of its paragraph's shade", secret(NAVY, DARK)],
  ["in the colour of its cell", table(`<w:tr>${cell(secret(NAVY), DARK)}</w:tr>`)],
  ["in the colour of its highlight", secret('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>')],
  ["in the theme's colour of paper", secret('<w:color w:val="auto" w:themeColor="background1"/>')],
  ["without ink", secret("<w14:textFill><w14:noFill/></w14:textFill>")],
  [
    "transparent",
    secret(
      '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="98000"/></w14:srgbClr></w14:solidFill></w14:textFill>',
    ),
  ],
  ["tiny in its script", secret('<w:rtl/><w:szCs w:val="2"/>')],
  ["squeezed", secret('<w:w w:val="1"/>')],
  ["in lines without height", secret("", '<w:spacing w:line="1" w:lineRule="exact"/>')],
  ["indented off the page", secret("", '<w:ind w:left="-31000"/>')],
  ["in a frame off the page", secret("", '<w:framePr w:x="-20000" w:y="100"/>')],
  [
    "in a box off the page",
    box('<wp:positionH relativeFrom="page"><wp:posOffset>-9000000</wp:posOffset></wp:positionH>'),
  ],
  ["in a hidden box", box('<wp:docPr id="1" hidden="1"/>')],
  [
    "in a hidden shape",
    `<w:p><w:r><w:pict><v:shape style="position:absolute; visibility: hidden">${secret()}</v:shape></w:pict></w:r></w:p>`,
  ],
  ["in a hidden row", table(`<w:tr><w:trPr><w:hidden/></w:trPr>${cell(secret())}${cell("")}</w:tr>`)],
  [
    "in the code of a field",
    paragraph(field("begin") + run(SECRET) + field("separate") + run("7") + field("end")),
  ],
  ["in an alternative that readers do not know", choice("zz9")],
  ["in a header of no section", "", { files: HEADER }],
  ["in a header of first pages that are like the others", section("first"), { files: HEADER }],
  ["in a note without a reference", "", { files: NOTES }],
];

const SHOWING: [way: string, body: string, parts?: Parts][] = [
  ["a gray of the theme", secret('<w:color w:val="7F7F7F" w:themeColor="background1" w:themeShade="7F"/>')],
  ["white on its shade", secret('<w:color w:val="FFFFFF"/>' + DARK)],
  ["shown in a paragraph of a hiding style", secret('<w:vanish w:val="0"/>', OF_STYLE), {
    styles: style("paragraph", "<w:vanish/>"),
  }],
  ["white with an outline", secret('<w:color w:val="FFFFFF"/><w:outline/>')],
  ["the result of a field", paragraph(field("begin") + field("separate") + run(SECRET) + field("end"))],
  ["after a field that does not end", paragraph(field("begin") + run(SECRET))],
  ["in a box", box('<wp:positionH relativeFrom="page"><wp:posOffset>900000</wp:posOffset></wp:positionH>')],
  ["in an alternative that readers know", choice("wps")],
  ["in a header", section("default"), { files: HEADER }],
  ["in a header of the first page", section("first", "<w:titlePg/>"), { files: HEADER }],
  ["in a note", paragraph('<w:r><w:footnoteReference w:id="4"/></w:r>'), { files: NOTES }],
];

for (const [way, body, parts] of HIDING) {
  Deno.test(`text of a Word document that is hidden ${way} is ignored and reported`, () => {
    const { lines, hidden = "" } = pageOf(body, parts);
    const text = lines.map((line) => line.text).join("\n");
    assert.ok(text.includes(SHOWN) && !text.includes(SECRET), text);
    assert.ok(hidden.includes(SECRET), hidden);
  });
}

for (const [way, body, parts] of SHOWING) {
  Deno.test(`text of a Word document is read: ${way}`, () => {
    const { lines, hidden } = pageOf(body, parts);
    assert.ok(lines.some(({ text }) => text === SECRET), lines.map(({ text }) => text).join("\n"));
    assert.equal(hidden?.includes(SECRET), undefined);
  });
}

Deno.test("text and rows whose deletion or move is tracked are no text", () => {
  const { lines, hidden } = pageOf(
    `<w:p><w:del>${run("deleted")}</w:del><w:moveFrom>${run("moved")}</w:moveFrom><w:ins>${
      run("new")
    }</w:ins></w:p>` +
      table(
        `<w:tr><w:trPr><w:del w:id="1"/></w:trPr>${cell(secret())}</w:tr><w:tr>${
          cell(paragraph(run("kept")))
        }</w:tr>`,
      ),
  );
  assert.deepEqual(lines.map(({ text }) => text), [SHOWN, "new", "kept"]);
  assert.equal(hidden, undefined);
});
