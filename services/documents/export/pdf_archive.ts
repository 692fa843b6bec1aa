/** The parts that PDF/A-2u (ISO 19005-2) requires: XMP metadata and an ICC output intent. */
import { zlibSync } from "fflate";
import type { PdfObjects } from "./pdf_objects.ts";
import { srgbProfile } from "./srgb_profile.ts";

const encoder = new TextEncoder();

export interface ArchiveFacts {
  title: string;
  /** Creation time, as ISO 8601. */
  made: string;
}

/** The objects, and the catalogue entries that refer to them. */
export function archiveParts(
  file: PdfObjects,
  facts: ArchiveFacts,
): { entries: string; objects(): Generator<Uint8Array> } {
  const [metadata, profile] = [file.number(), file.number()];
  return {
    entries: `/Metadata ${metadata} 0 R /OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 ` +
      `/OutputConditionIdentifier (sRGB IEC61966-2.1) /Info (sRGB IEC61966-2.1) /DestOutputProfile ${profile} 0 R>>]`,
    *objects() {
      yield* file.stream(metadata, "/Type /Metadata /Subtype /XML", encoder.encode(xmpOf(facts)));
      yield* file.stream(profile, "/N 3 /Filter /FlateDecode", zlibSync(srgbProfile()));
    },
  };
}

function xmpOf({ title, made }: ArchiveFacts): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>U</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>Diwan</xmp:CreatorTool>
<xmp:CreateDate>${made}</xmp:CreateDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

function xml(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
