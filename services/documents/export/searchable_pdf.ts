import { wrongState } from "lib/errors.ts";
import type { Document } from "../storage/document.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { type PdfObjects, pdfObjects } from "./pdf_objects.ts";
import { glyphlessFont } from "./glyphless_font.ts";
import { archiveParts } from "./pdf_archive.ts";
import { type InvisibleText, invisibleText, SYMBOL } from "./pdf_text_layer.ts";
import type { Reader } from "../reading/reader.ts";
import { RENDER_DPI } from "../reading/files/bounds.ts";

const POINTS = 72;
const encoder = new TextEncoder();

interface SearchableDeps {
  pages: PageStore;
  reader: Reader;
}

/** A PDF/A-2u with page images and an invisible text layer, written page by page to limit memory. */
export async function searchablePdf(
  document: Document,
  { pages, reader }: SearchableDeps,
): Promise<ReadableStream<Uint8Array>> {
  if (document.ocr_text === null) throw wrongState("The document is not read yet: call POST /ocr first");
  if (document.kind === "docx") {
    throw wrongState("A Word document has no page pictures; only scans and PDFs are exported");
  }
  const read = await pages.list(document.id);
  async function* parts(): AsyncGenerator<Uint8Array> {
    const file = pdfObjects();
    const [catalogue, tree] = [file.number(), file.number()];
    const kids: number[] = [];
    const archive = archiveParts(file, { title: document.filename, made: isoSeconds(document.created_at) });
    const program = file.number();
    yield file.header();
    yield* archive.objects();
    const font = glyphlessFont(SYMBOL);
    yield* file.stream(program, `/Length1 ${font.length}`, font);
    for (const { page, content } of read) {
      const { width, height, jpeg } = await reader.picture(document, page - 1);
      const scale = POINTS / RENDER_DPI;
      const kid = file.number();
      kids.push(kid);
      const text = invisibleText(content, { height, scale });
      yield* pageObjects(file, { number: kid, tree, width, height, jpeg, scale, text, program });
    }
    const references = kids.map((kid) => `${kid} 0 R`).join(" ");
    yield file.object(tree, `<</Type /Pages /Count ${kids.length} /Kids [${references}]>>`);
    yield file.object(catalogue, `<</Type /Catalog /Pages ${tree} 0 R ${archive.entries}>>`);
    yield file.trailer(catalogue, document.id.replaceAll("-", ""));
  }
  return ReadableStream.from(parts());
}

interface PageParts {
  /** Object numbers of the page and of the page tree. */
  number: number;
  tree: number;
  width: number;
  height: number;
  jpeg: Uint8Array;
  scale: number;
  text: InvisibleText;
  /** Object number of the embedded font program, shared by all pages. */
  program: number;
}

/** The objects of a page: image, text and font. */
function* pageObjects(
  file: PdfObjects,
  { number, tree, width, height, jpeg, scale, text, program }: PageParts,
): Generator<Uint8Array> {
  const [image, content, font] = [file.number(), file.number(), file.number()];
  const [w, h] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
  yield file.object(
    number,
    `<</Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${w} ${h}] /Contents ${content} 0 R ` +
      `/Resources <</XObject <</P ${image} 0 R>> /Font <</F ${font} 0 R>>>>>>`,
  );
  yield* file.stream(
    image,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
  );
  yield* file.stream(content, "", encoder.encode(`q ${w} 0 0 ${h} 0 0 cm /P Do Q\n${text.content}`));
  yield* invisibleFont(file, font, { text, program });
}

/** A font with empty glyphs, whose `ToUnicode` map lets viewers search and copy the text. */
function* invisibleFont(
  file: PdfObjects,
  font: number,
  { text, program }: { text: InvisibleText; program: number },
): Generator<Uint8Array> {
  const [descendant, descriptor, map, glyphs] = [file.number(), file.number(), file.number(), file.number()];
  yield file.object(
    font,
    `<</Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R>>`,
  );
  yield file.object(
    descendant,
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) ` +
      `/Supplement 0>> /FontDescriptor ${descriptor} 0 R /DW ${SYMBOL} /CIDToGIDMap ${glyphs} 0 R>>`,
  );
  yield file.object(
    descriptor,
    "<</Type /FontDescriptor /FontName /Invisible /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 " +
      `/Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${program} 0 R>>`,
  );
  yield* file.stream(map, "", encoder.encode(text.toUnicode));
  // All character codes map to the second glyph.
  const ids = Uint8Array.from({ length: (text.symbols + 1) * 2 }, (_, i) => i > 1 ? i % 2 : 0);
  yield* file.stream(glyphs, "", ids);
}

/** Removes fractions of a second, which some XMP parsers refuse. */
function isoSeconds(date: string): string {
  return new Date(date).toISOString().replace(/\.\d+/, "");
}
