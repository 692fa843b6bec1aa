import assert from "node:assert/strict";
import { openEngine } from "../ocr/engine.ts";
import { openImage } from "./images.ts";
import { evenlyLit } from "./even_lighting.ts";
import { englishModels } from "../workers/models_fixture.ts";
import { recognise } from "../ocr/ocr.ts";
import { inkLevel, type Raster, rotateQuarters } from "./raster.ts";

/** The page as a photo in which the light falls off to one side. */
function shaded({ width, height, data }: Raster, rest: number): Raster {
  return { width, height, data: data.map((gray, at) => gray * (1 - (1 - rest) * (at % width) / width)) };
}

Deno.test("evenlyLit() leaves an even page unchanged and separates ink from paper on a shaded one", () => {
  const width = 480;
  const data = new Uint8Array(width * 480).fill(240);
  const even = { width, height: 480, data };
  assert.equal(evenlyLit(even), even);
  for (let i = 0; i < data.length; i += 37) data[i] = 30;
  const dark = shaded(even, 0.3);
  const light = evenlyLit(dark);
  const level = inkLevel(light);
  const wrong = light.data.filter((gray, i) => (gray <= level) !== (data[i] === 30)).length;
  assert.ok(wrong < data.length * 0.002, `${wrong}`);
});

Deno.test("a sideways photo that darkens by two thirds across the page is read", async () => {
  const { tesseract, languages } = await englishModels();
  const engines = await Promise.all(
    languages.map(({ script, model }) => openEngine(script, tesseract, model)),
  );
  const file = await Deno.readFile(new URL("../../fixtures/receipt_en.bmp", import.meta.url));
  const page = await openImage("bmp", file, (bytes) => Promise.resolve(engines[0]?.decode(bytes))).page(0);
  for (const turn of [90]) {
    const { page: { lines, placement } } = recognise(rotateQuarters(shaded(page, 0.35), turn), engines);
    const text = lines.map((line) => line.text).join(" ");
    assert.equal(placement.turn, (360 - turn) % 360);
    assert.match(text, /total/i, text);
  }
});
