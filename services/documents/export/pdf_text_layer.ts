import { onPage, type Page, type Quad } from "../reading/layout/page.ts";

// Lone surrogates, control characters, and code points that PDF/A forbids in ToUnicode maps.
const UNMAPPED = /[\p{Cs}\p{Cc}\ufeff\ufffe\uffff]/gu;

/** Width of every glyph of the invisible font, in thousandths of the font size. */
export const SYMBOL = 500;

export interface InvisibleText {
  content: string;
  toUnicode: string;
  /** Number of used character codes. */
  symbols: number;
}

/** The words of a page as PDF text in rendering mode 3 (invisible), each scaled to the width of its box. */
export function invisibleText(
  { lines, placement }: Page,
  { height, scale }: { height: number; scale: number },
): InvisibleText {
  const codes = new Map<string, number>();
  const codeOf = (symbol: string) => {
    const known = codes.get(symbol);
    if (known) return known;
    codes.set(symbol, codes.size + 1);
    return codes.size;
  };
  const words = lines.flatMap((line) =>
    line.words.map(({ text, box }) => {
      // Viewers read text from left to right and reorder Arabic themselves, so it is stored in visual order.
      const symbols = [...text.replace(UNMAPPED, "")];
      const seen = /\p{Script=Arabic}/u.test(text) ? symbols.toReversed() : symbols;
      const hex = [...seen, " "].map((symbol) => codeOf(symbol).toString(16).padStart(4, "0")).join("");
      return textOperator(hex, { quad: onPage(box, placement), symbols: seen.length, height, scale });
    })
  );
  return { content: `BT 3 Tr\n${words.join("")}ET\n`, toUnicode: toUnicode(codes), symbols: codes.size };
}

interface Place {
  quad: Quad;
  symbols: number;
  height: number;
  scale: number;
}

function textOperator(hex: string, { quad, symbols, height, scale }: Place): string {
  const [[leftX, leftTop], , [rightX, rightBottom], [baseX, baseY]] = quad;
  const size = Math.max(1, Math.hypot(baseX - leftX, baseY - leftTop) * scale);
  const length = Math.hypot(rightX - baseX, rightBottom - baseY) * scale;
  const angle = Math.atan2(baseY - rightBottom, rightX - baseX);
  const stretch = (length / Math.max(1, symbols * size * SYMBOL / 1000)) * 100;
  const matrix = [
    Math.cos(angle),
    Math.sin(angle),
    -Math.sin(angle),
    Math.cos(angle),
    baseX * scale,
    (height - baseY) * scale,
  ];
  return `/F ${size.toFixed(2)} Tf ${stretch.toFixed(2)} Tz ${
    matrix.map((one) => one.toFixed(3)).join(" ")
  } Tm <${hex}> Tj\n`;
}

function toUnicode(codes: Map<string, number>): string {
  const entries = [...codes].map(([symbol, code]) => `<${hex4(code)}> <${utf16(symbol)}>`);
  const blocks: string[] = [];
  for (let i = 0; i < entries.length; i += 100) {
    const part = entries.slice(i, i + 100);
    blocks.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Invisible def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

function utf16(symbol: string): string {
  return Array.from({ length: symbol.length }, (_, i) => hex4(symbol.charCodeAt(i))).join("");
}

function hex4(code: number): string {
  return code.toString(16).padStart(4, "0").toUpperCase();
}
