import { wrongState } from "lib/errors.ts";
import type { Document } from "../storage/document.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { invisibleText } from "./pdf_text_layer.ts";
import type { Reader } from "../reading/reader.ts";
import { RENDER_DPI } from "../reading/bounds.ts";

const POINTS = 72;

interface SearchableDeps {
  pages: PageStore;
  reader: Reader;
}

/** A PDF of page pictures with their text under them, written page by page. */
export async function searchablePdf(
  document: Document,
  { pages, reader }: SearchableDeps,
): Promise<ReadableStream<Uint8Array>> {
  if (document.ocr_text === null) throw wrongState("The document is not read yet: call POST /ocr first");
  if (document.kind === "docx") {
    throw wrongState("A Word document has no page pictures; only scans and PDFs are exported");
  }
  const read = await pages.list(document.id);
  const file = pdfFile();
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield file.header();
    for (const { page, content } of read) {
      const { width, height, jpeg } = await reader.picture(document, page - 1);
      const scale = POINTS / RENDER_DPI;
      yield* file.page({ width, height, jpeg, scale, text: invisibleText(content, { height, scale }) });
    }
    yield file.trailer();
  }
  return ReadableStream.from(parts());
}

interface PageParts {
  width: number;
  height: number;
  jpeg: Uint8Array;
  scale: number;
  text: { content: string; toUnicode: string };
}

/** Object numbers 1 and 2 are the catalogue and the page tree, 3 to 5 the font that all pages share. */
function pdfFile() {
  const encoder = new TextEncoder();
  const offsets = new Map<number, number>();
  const kids: number[] = [];
  let at = 0;
  let next = 3;
  const bytes = (text: string | Uint8Array) => {
    const part = typeof text === "string" ? encoder.encode(text) : text;
    at += part.length;
    return part;
  };
  const object = (number: number, body: string) => {
    offsets.set(number, at);
    return bytes(`${number} 0 obj\n${body}\nendobj\n`);
  };
  function* stream(number: number, dictionary: string, data: Uint8Array): Generator<Uint8Array> {
    offsets.set(number, at);
    yield bytes(`${number} 0 obj\n<<${dictionary} /Length ${data.length}>>\nstream\n`);
    yield bytes(data);
    yield bytes("\nendstream\nendobj\n");
  }
  return {
    header: () => bytes("%PDF-1.7\n%\u00e2\u00e3\n"),
    *page({ width, height, jpeg, scale, text }: PageParts): Generator<Uint8Array> {
      const [page, image, content, font, descendant, descriptor, map] = Array.from(
        { length: 7 },
        () => next++,
      );
      if (!page || !image || !content || !font || !descendant || !descriptor || !map) return;
      kids.push(page);
      const [w, h] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
      yield object(
        page,
        `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Contents ${content} 0 R ` +
          `/Resources <</XObject <</P ${image} 0 R>> /Font <</F ${font} 0 R>>>>>>`,
      );
      yield* stream(
        image,
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        jpeg,
      );
      yield* stream(content, "", encoder.encode(`q ${w} 0 0 ${h} 0 0 cm /P Do Q\n${text.content}`));
      yield object(
        font,
        `<</Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R>>`,
      );
      yield object(
        descendant,
        `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) ` +
          `/Supplement 0>> /FontDescriptor ${descriptor} 0 R /DW 500>>`,
      );
      yield object(
        descriptor,
        "<</Type /FontDescriptor /FontName /Invisible /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>",
      );
      yield* stream(map, "", encoder.encode(text.toUnicode));
    },
    trailer() {
      const tree = object(
        2,
        `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`,
      );
      const root = object(1, "<</Type /Catalog /Pages 2 0 R>>");
      const start = at;
      const rows = Array.from(
        { length: next - 1 },
        (_, i) => `${String(offsets.get(i + 1) ?? 0).padStart(10, "0")} 00000 n \n`,
      );
      const table = `xref\n0 ${next}\n0000000000 65535 f \n${rows.join("")}` +
        `trailer\n<</Size ${next} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
      return joined([tree, root, bytes(table)]);
    },
  };
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
