import { wrongState } from "lib/errors.ts";
import type { Document } from "../storage/document.ts";
import type { PageStore } from "../storage/pages_store.ts";
import { type PdfObjects, pdfObjects } from "./pdf_objects.ts";
import { invisibleText } from "./pdf_text_layer.ts";
import type { Reader } from "../reading/reader.ts";
import { RENDER_DPI } from "../reading/bounds.ts";

const POINTS = 72;
const encoder = new TextEncoder();

interface SearchableDeps {
  pages: PageStore;
  reader: Reader;
}

/** A PDF of page images with an invisible text layer, written page by page. */
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
    yield file.header();
    for (const { page, content } of read) {
      const { width, height, jpeg } = await reader.picture(document, page - 1);
      const scale = POINTS / RENDER_DPI;
      const kid = file.number();
      kids.push(kid);
      const text = invisibleText(content, { height, scale });
      yield* pageObjects(file, { number: kid, tree, width, height, jpeg, scale, text });
    }
    const references = kids.map((kid) => `${kid} 0 R`).join(" ");
    yield file.object(tree, `<</Type /Pages /Count ${kids.length} /Kids [${references}]>>`);
    yield file.object(catalogue, `<</Type /Catalog /Pages ${tree} 0 R>>`);
    yield file.trailer(catalogue);
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
  text: { content: string; toUnicode: string };
}

/** A page: its image, and its text in an invisible font. */
function* pageObjects(
  file: PdfObjects,
  { number, tree, width, height, jpeg, scale, text }: PageParts,
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
  yield* invisibleFont(file, font, text.toUnicode);
}

/** A font without glyphs, whose symbols viewers find and copy by `toUnicode`. */
function* invisibleFont(file: PdfObjects, font: number, toUnicode: string): Generator<Uint8Array> {
  const [descendant, descriptor, map] = [file.number(), file.number(), file.number()];
  yield file.object(
    font,
    `<</Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R>>`,
  );
  yield file.object(
    descendant,
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) ` +
      `/Supplement 0>> /FontDescriptor ${descriptor} 0 R /DW 500>>`,
  );
  yield file.object(
    descriptor,
    "<</Type /FontDescriptor /FontName /Invisible /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>",
  );
  yield* file.stream(map, "", encoder.encode(toUnicode));
}
