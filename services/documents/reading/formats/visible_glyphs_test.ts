import assert from "node:assert/strict";
import type { PagePart } from "./page_parts.ts";
import type { Glyph } from "./pdf_glyphs.ts";
import { visibleGlyphs } from "./visible_glyphs.ts";

const WIDTH = 200;
const HEIGHT = 40;

const glyph = (symbol: string, left: number, more: Partial<Glyph> = {}): Glyph => ({
  symbol,
  x: left,
  end: left + 10,
  base: 30,
  size: 20,
  advance: 0.5,
  font: 1,
  object: left,
  gray: 0,
  box: { left, right: left + 10, top: 10, bottom: 30 },
  ...more,
});

const part = (kind: PagePart["kind"], left: number, more: Partial<PagePart> = {}): PagePart => ({
  kind,
  object: left,
  box: { left, right: left + 10, top: 10, bottom: 30 },
  isOptional: false,
  ...more,
});

/** A white page on which each text is a stroke of its gray level, painted in order. */
async function sorted(glyphs: Glyph[], parts: PagePart[]) {
  let drawn = 0;
  const draw = (without: Set<number>) => {
    drawn++;
    const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
    const texts = parts.filter(({ kind }) => kind === "text");
    for (const one of parts) {
      if (without.has(texts.indexOf(one))) continue;
      const { left, right } = one.kind === "text"
        ? { left: one.box.left + 3, right: one.box.left + 6 }
        : one.box;
      for (let y = 12; y < 28; y++) data.fill(one.gray ?? 0, y * WIDTH + left, y * WIDTH + right);
    }
    return Promise.resolve({ width: WIDTH, height: HEIGHT, data });
  };
  const page = { width: WIDTH, height: HEIGHT, parts };
  const { seen, hidden, veiled } = await visibleGlyphs(glyphs, {
    ...page,
    draw: () => draw(new Set()),
    drawWithout: draw,
  });
  const symbols = (list: Glyph[]) => list.map(({ symbol }) => symbol).join("");
  return { seen: symbols(seen), hidden: symbols(hidden), veiled: symbols(veiled), drawn };
}

Deno.test("text whose removal does not change the page is invisible; light text on a dark background is visible", async () => {
  const light = { gray: 255 };
  assert.deepEqual(
    await sorted(
      [
        glyph("a", 10),
        glyph("b", 40, light),
        glyph("c", 100, light),
        glyph("d", 900),
        glyph("e", 60, { size: 2 }),
        glyph("f", 130),
      ],
      [
        part("text", 10, { gray: 0 }),
        part("text", 40, light),
        part("fill", 100, { gray: 20 }),
        part("text", 100, light),
        part("text", 130, { gray: 0 }),
        part("fill", 130, { gray: 250 }),
      ],
    ),
    { seen: "ac", hidden: "debf", veiled: "", drawn: 2 },
  );
});

Deno.test("a page of dark text on light backgrounds is not rendered", async () => {
  const { seen, drawn } = await sorted(
    [glyph("a", 10), glyph("b", 40)],
    [part("fill", 10, { gray: 240 }), part("text", 10), part("text", 40), part("fill", 80, { gray: 0 })],
  );
  assert.deepEqual([seen, drawn], ["ab", 0]);
});
