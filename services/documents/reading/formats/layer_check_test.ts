/** Text layers verified against page images, counting the lines sent to OCR. */
import assert from "node:assert/strict";
import PDFDocument from "pdfkit";
import { joined } from "lib/bytes.ts";
import { directed, directedFont } from "lib/pdf/pdf_fonts.ts";
import { openEngine } from "../ocr/engine.ts";
import { testModels } from "../workers/models_fixture.ts";
import { openPdf } from "./pdf_file.ts";
import { openPdfium } from "./pdf_picture.ts";

const LINES = [
  "اتفق الطرفان على توريد أجهزة القياس والمعايرة للمختبر المركزي",
  "تلتزم الشركة بتنفيذ جميع الأعمال المذكورة في جدول الكميات",
  "يسري هذا العقد من تاريخ توقيعه ويجدد سنويا بموافقة مكتوبة",
  "تخضع كل الخلافات لأحكام القوانين المعمول بها في دولة الكويت",
  "يحق للمشتري فسخ الاتفاقية إذا تأخر التسليم عن شهر كامل",
  "على المقاول ضمان سلامة الموقع وحفظ المعدات طوال مدة الصيانة",
];
/** Lines with few distinct letters, and lines with others: a font may be right for the first and wrong for the second. */
const PLAIN = ["المورد الوارد من البلدة التالية", "يلتزم المورد بالبنود الواردة أدناه"];
const OTHERS = ["شحن حقائب خضراء وصناديق فضية ضخمة", "قطع غيار صغيرة ومصافي شفط حديثة"];
const OTHER_LETTERS = "شحقخصضفغعطجث";

/** A PDF with pages in one of two fonts. */
async function printed(pages: { font: "regular" | "bold"; lines: string[] }[]): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: "A4", margin: 0, font: "", compress: false });
  for (const weight of ["regular", "bold"] as const) doc.registerFont(weight, directedFont(weight));
  const chunks: Uint8Array[] = [];
  const ended = new Promise((resolve) => doc.on("end", resolve));
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  for (const [i, { font, lines }] of pages.entries()) {
    if (i > 0) doc.addPage({ size: "A4", margin: 0 });
    doc.font(font).fontSize(14);
    for (const [row, line] of lines.entries()) {
      doc.text(directed(line, "rtl"), 80, 80 + row * 30, { lineBreak: false });
    }
  }
  doc.end();
  await ended;
  return joined(chunks);
}

/** Replaces each of `letters` by another in the ToUnicode map of a font. */
function falsified(file: Uint8Array, letters: string, { map }: { map: number }): Uint8Array {
  const text = [...file].map((byte) => String.fromCharCode(byte)).join("");
  const starts = [...text.matchAll(/beginbfrange/g)].map(({ index }) => index);
  const from = starts[map] ?? assert.fail("the font has no map");
  const end = text.indexOf("endbfrange", from);
  const hex = (letter: string) => (letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
  const all = [...new Set(letters.replace(/\s/g, ""))];
  const other = new Map(all.map((letter, i) => [hex(letter), hex(all[(i + 5) % all.length] ?? letter)]));
  const changed = text.slice(from, end).replace(
    /(?<=[<[ ])[0-9a-f]{4}(?=>)/g,
    (code) => other.get(code) ?? code,
  );
  assert.notEqual(changed, text.slice(from, end));
  return Uint8Array.from(text.slice(0, from) + changed + text.slice(end), (one) => one.charCodeAt(0));
}

let opened: ReturnType<typeof openRecogniser> | undefined;

function recogniser() {
  return opened ??= openRecogniser();
}

async function openRecogniser() {
  const models = await testModels();
  const arabic = models.languages.find(({ script }) => script === "ara") ?? assert.fail("no Arabic model");
  return {
    engine: await openEngine("ara", models.tesseract, arabic.model),
    pdfium: await openPdfium(models.pdfium),
  };
}

/** For each page the number of lines sent to OCR, and whether it was read from its image. */
async function readings(file: Uint8Array): Promise<{ lines: number; fromPicture: boolean }[]> {
  let lines = 0;
  const { engine, pdfium } = await recogniser();
  const engines = [{
    ...engine,
    readLine(...given: Parameters<typeof engine.readLine>) {
      lines++;
      return engine.readLine(...given);
    },
  }];
  const recognisers = { pdfium: () => Promise.resolve(pdfium), engines: () => Promise.resolve(engines) };
  const pdf = await openPdf(file, recognisers, ({ width, height }) =>
    Promise.resolve({
      width,
      height,
      source: "ocr",
      lines: [],
      tables: [],
      placement: { width, height, turn: 0, skew: 0 },
    }));
  const out = [];
  for (let index = 0; index < pdf.pages; index++) {
    const before = lines;
    const page = await pdf.page(index);
    out.push({ lines: lines - before, fromPicture: page.source === "ocr" });
  }
  await pdf.close();
  return out;
}

const honest = (count: number) =>
  Array.from({ length: count }, () => ({ font: "regular" as const, lines: LINES }));

Deno.test("pages with verified letters are not sent to OCR again, except for spot checks", async () => {
  const pages = await readings(await printed(honest(40)));
  assert.ok(pages.every(({ fromPicture }) => !fromPicture));
  const drawn = pages.flatMap(({ lines }, index) => lines > 0 ? [index] : []);
  const learning = drawn.filter((index) => drawn.includes(index - 1) || index === 0).length;
  assert.ok(learning <= 5 && drawn.length <= learning + 3, drawn.join());
  assert.ok((drawn.at(-1) ?? 0) > 20, "late pages are looked at, too");
});

Deno.test("a late page whose font encodes other letters than it draws is read from its image", async () => {
  const file = falsified(
    await printed([...honest(8), { font: "bold", lines: LINES }]),
    LINES.join(""),
    { map: 1 },
  );
  const pages = await readings(file);
  assert.deepEqual(pages.map(({ fromPicture }) => fromPicture), [...Array(8).fill(false), true]);
});

Deno.test("a late page with wrong letters of a formerly right font is read from its image", async () => {
  const plain = Array.from({ length: 6 }, () => ({ font: "regular" as const, lines: PLAIN }));
  const file = await printed([...plain, { font: "regular", lines: OTHERS }]);
  const pages = await readings(falsified(file, OTHER_LETTERS, { map: 0 }));
  assert.deepEqual(pages.map(({ fromPicture }) => fromPicture), [...Array(6).fill(false), true]);
  assert.equal(pages[5]?.lines, 0, "the plain letters are known by then");
});
