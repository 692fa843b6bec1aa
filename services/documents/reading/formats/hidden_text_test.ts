/** PDFs with invisible text, hidden in every common way. */
import assert from "node:assert/strict";
import PDFDocument from "pdfkit";
import { joined } from "lib/bytes.ts";
import { directed, directedFont } from "lib/pdf/pdf_fonts.ts";
import { openEngine } from "../ocr/engine.ts";
import { englishModels } from "../workers/models_fixture.ts";
import type { Page } from "../layout/page.ts";
import { openFile } from "./file.ts";
import { openPdfium } from "./pdf_picture.ts";
import { photograph, place } from "./pictured_pdf_fixture.ts";

type Doc = InstanceType<typeof PDFDocument>;

const SHOWN = "Total amount due for the month of March";
const SECRET = "Pay account ninety";

const SCAN = new URL("../../fixtures/invoice_en_scan.png", import.meta.url);

/** Reads a page of a PDF that `draw` paints. */
async function pageOf(draw: (doc: Doc) => void): Promise<Page> {
  const doc = new PDFDocument({ size: "A4", margin: 0, font: "" });
  doc.registerFont("regular", directedFont("regular"));
  doc.font("regular").fontSize(14);
  const chunks: Uint8Array[] = [];
  const ended = new Promise((resolve) => doc.on("end", resolve));
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  draw(doc);
  doc.end();
  await ended;
  const { pdfium, engines } = await recognisers();
  const file = await openFile("pdf", joined(chunks), {
    pdfium: () => Promise.resolve(pdfium),
    engines: () => Promise.resolve(engines),
  });
  try {
    return await file.page(0);
  } finally {
    await file.close();
  }
}

let opened: ReturnType<typeof open> | undefined;

function recognisers() {
  return opened ??= open();
}

async function open() {
  const { pdfium, tesseract, languages } = await englishModels();
  const [english] = languages;
  assert.ok(english);
  return {
    pdfium: await openPdfium(pdfium),
    engines: [await openEngine("eng", tesseract, english.model)],
  };
}

function write(doc: Doc, text: string, top: number): void {
  doc.text(directed(text, "ltr"), 80, top, { lineBreak: false });
}

function textOf({ lines }: Page): string {
  return lines.map(({ text }) => text).join("\n");
}

const HIDING: [string, (doc: Doc) => void][] = [
  ["white on white", (doc) => write(doc.fillColor("white"), SECRET, 200)],
  ["light yellow on white", (doc) => write(doc.fillColor("#ffffd0"), SECRET, 200)],
  ["yellow, which is as light as white", (doc) => write(doc.fillColor("#ffff00"), SECRET, 200)],
  ["off the page", (doc) => write(doc, SECRET, -60)],
  ["tiny", (doc) => write(doc.fontSize(1), SECRET, 200)],
  ["squeezed", (doc) => {
    doc.text(directed(SECRET, "ltr"), 80, 200, { lineBreak: false, horizontalScaling: 1 });
  }],
  ["in no ink", (doc) => {
    doc.addContent("3 Tr");
    write(doc, SECRET, 200);
  }],
  ["through and through transparent", (doc) => write(doc.fillOpacity(0.02), SECRET, 200)],
  ["black on black", (doc) => {
    doc.rect(70, 190, 300, 40).fill("black");
    write(doc.fillColor("black"), SECRET, 200);
  }],
  ["under a black bar", (doc) => {
    write(doc, SECRET, 200);
    doc.rect(70, 190, 300, 40).fill("black");
  }],
  ["under a white sheet", (doc) => {
    write(doc, SECRET, 200);
    doc.rect(70, 190, 300, 40).fill("white");
  }],
  ["under a picture", (doc) => {
    write(doc, SECRET, 200);
    place(doc, photograph(), { left: 60, top: 180, width: 420 });
  }],
  ["in a layer that is switched off", (doc) => {
    const layer = doc.ref({ Type: "OCG", Name: new String("notes") });
    layer.end();
    Reflect.get(doc, "_root").data.OCProperties = { OCGs: [layer], D: { Order: [layer], OFF: [layer] } };
    Reflect.get(doc.page, "resources").data.Properties = { L0: layer };
    doc.addContent("/OC /L0 BDC");
    write(doc, SECRET, 200);
    doc.addContent("EMC");
  }],
  ["in a note that is not for view", (doc) => {
    Reflect.get(doc, "annotate").call(doc, 80, 200, 300, 20, {
      Subtype: "FreeText",
      Contents: new String(SECRET),
      DA: new String("/Helv 10 Tf 0 g"),
      F: 32,
    });
  }],
  ["in a hidden form field", (doc) => {
    Reflect.get(doc, "annotate").call(doc, 80, 200, 300, 20, {
      Subtype: "Widget",
      FT: "Tx",
      T: new String("account"),
      V: new String(SECRET),
      F: 2,
    });
  }],
  ["outside of what it is clipped to", (doc) => {
    doc.rect(70, 600, 100, 100).clip();
    write(doc, SECRET, 200);
  }],
];

for (const [way, hide] of HIDING) {
  Deno.test(`text that is ${way} is ignored and reported as hidden`, async () => {
    const page = await pageOf((doc) => {
      write(doc, SHOWN, 100);
      doc.save();
      hide(doc);
      doc.restore();
    });
    const text = textOf(page);
    assert.ok(text.includes(SHOWN), text);
    assert.ok(!text.includes("ninety"), text);
    assert.equal(page.hidden, SECRET);
  });
}

Deno.test("text on an image, on a coloured background and beside a shape is visible, and so is a title with shadow", async () => {
  const page = await pageOf((doc) => {
    write(doc, SHOWN, 100);
    doc.rect(70, 190, 300, 40).fill("#204060");
    write(doc.fillColor("white"), "Light on dark", 200);
    doc.rect(70, 290, 300, 40).fill("#ffff00");
    write(doc.fillColor("black"), "Dark on yellow", 300);
    write(doc.fillColor("#dddddd"), "Shadowed", 400.8);
    write(doc.fillColor("black"), "Shadowed", 400);
    doc.rect(70, 425, 300, 1).fill("black");
    write(doc.fillColor("#707070"), "Gray print", 500);
  });
  const text = textOf(page);
  for (const part of [SHOWN, "Light on dark", "Dark on yellow", "Shadowed", "Gray print"]) {
    assert.ok(text.includes(part), `${part}\n${text}`);
  }
  assert.equal(page.hidden, undefined);
});

Deno.test("a scan is read from its image, whatever its invisible text layer says", async () => {
  const lie = "Total due 999,999.00 to be paid to account 12345678";
  const page = await pageOf((doc) => {
    doc.image(SCAN.pathname, 0, 0, { width: 595 });
    doc.addContent("3 Tr");
    for (let top = 60; top < 400; top += 30) write(doc, lie, top);
  });
  assert.equal(page.source, "ocr");
  assert.ok(textOf(page).includes("INV-2026-0142"), textOf(page));
  assert.ok(!textOf(page).includes("999,999"));
  assert.match(page.hidden ?? "", /999,999\.00/);
});

Deno.test("an invisible text layer that matches its scan is not reported as hidden", async () => {
  const shown = await pageOf((doc) => doc.image(SCAN.pathname, 0, 0, { width: 595 }));
  const page = await pageOf((doc) => {
    doc.image(SCAN.pathname, 0, 0, { width: 595 });
    doc.addContent("3 Tr");
    for (const { text, box } of shown.lines) {
      doc.text(directed(text, "ltr"), box.left * 0.36, box.top * 0.36, { lineBreak: false });
    }
  });
  assert.equal(page.hidden, undefined);
  assert.equal(textOf(page), textOf(shown));
});

Deno.test("white text beside a scan is reported as hidden", async () => {
  const page = await pageOf((doc) => {
    doc.image(SCAN.pathname, 0, 0, { width: 400 });
    write(doc.fillColor("white"), SECRET, 800);
  });
  assert.equal(page.source, "ocr");
  assert.equal(page.hidden, SECRET);
});

Deno.test("images on a text page are reported as unread, bullets and backgrounds of words are not", async () => {
  const page = await pageOf((doc) => {
    write(doc, SHOWN, 100);
    doc.image(SCAN.pathname, 300, 200, { width: 100 });
    doc.image(SCAN.pathname, 60, 100, { width: 8 });
  });
  assert.equal(page.source, "text");
  assert.equal(page.unread?.length, 1);
  const [box] = page.unread ?? [];
  assert.ok(
    box && Math.abs(box.left - 300 / 0.36) < 4 && Math.abs(box.right - 400 / 0.36) < 4,
    JSON.stringify(box),
  );
});

Deno.test("form fields are read at their place", async () => {
  const page = await pageOf((doc) => {
    doc.initForm();
    write(doc, "Application form for membership", 60);
    write(doc, "Full name:", 100);
    doc.formText("name", 200, 98, 200, 20, { value: "Layla Haddad" });
  });
  assert.equal(page.source, "text");
  assert.ok(textOf(page).includes("Full name: Layla Haddad"), textOf(page));
  const [word] = page.lines.flatMap((line) => line.words).filter(({ text }) => text === "Layla");
  assert.ok(word && Math.abs(word.box.left - 200 / 0.36) < 20, JSON.stringify(word));
  assert.equal(page.hidden, undefined);
});

/** Draws a text for which the file gives another one. */
function replaced(doc: Doc, text: string, by: string, top: number): void {
  doc.addContent(`/Span <</ActualText <feff${utf16(by)}>>> BDC`);
  write(doc, text, top);
  doc.addContent("EMC");
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, "0")).join(
    "",
  );
}

Deno.test("letters that the file replaces by others are read as people see them, and the others are hidden text", async () => {
  const page = await pageOf((doc) => {
    write(doc, SHOWN, 100);
    replaced(doc, "Balance 1,890.00", "Balance 9,990.00", 150);
  });
  assert.equal(page.source, "ocr");
  assert.ok(textOf(page).includes("Balance 1,890.00"), textOf(page));
  assert.match(page.hidden ?? "", /9,990\.00/);
});

Deno.test("letters that the file repeats as their own text are read from the file", async () => {
  const page = await pageOf((doc) => {
    write(doc, SHOWN, 100);
    replaced(doc, "Balance 1,890.00", "Balance 1,890.00", 150);
  });
  assert.deepEqual([page.source, page.hidden], ["text", undefined]);
});
