import assert from "node:assert/strict";
import { Unreadable } from "../reading/files/bounds.ts";
import { compiledType } from "../types/compiled_type.ts";
import { EXAMPLE, OwnTypeInput } from "../types/own_type_input.ts";
import { classifyDocument } from "../understanding/classify_document.ts";
import { extractFrom } from "../understanding/extract_document.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import { validateDocument } from "../understanding/validation/validate_document.ts";
import { rulesThread } from "./rules_thread.ts";

const PLACE = { width: 0, height: 0, turn: 0, skew: 0 };
const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** A page of a text file, whose lines have no boxes. */
function pageOf(lines: string[]): ReadPage {
  const content = {
    ...{ width: 0, height: 0, source: "text" as const, tables: [], placement: PLACE },
    lines: lines.map((text) => ({ text, confidence: 1, box: NOWHERE, words: [] })),
  };
  return { page: 1, content };
}

const LETTER = ["INVOICE", "Invoice No: INV-204", "Invoice date: 2026-03-01", "Total: AED 105.00"];
const OWN = compiledType(OwnTypeInput.parse(EXAMPLE));

Deno.test("the thread returns the same result as the rules without it, custom types included", async () => {
  const rules = rulesThread({ inline: 0 });
  const [pages, text] = [[pageOf(LETTER)], LETTER.join("\n")];
  try {
    const classification = await rules.classify(text, pages, [OWN]);
    assert.deepEqual(classification, classifyDocument(text, pages, [OWN]));
    assert.equal(classification.document_type, "invoice");
    for (const [type, own] of [["invoice", undefined], [OWN.name, OWN]] as const) {
      const extraction = await rules.extract(type, pages, own);
      assert.deepEqual(extraction, extractFrom(type, pages, own));
      const checked = { type, own, text, extraction, pages, today: "2026-04-01" };
      assert.deepEqual(await rules.validate(checked), validateDocument(checked));
    }
  } finally {
    rules.close();
  }
});

Deno.test("a text over the time limit is refused, and does not block the service or the next text", async () => {
  const rules = rulesThread({ inline: 1_000, limitMs: 500 });
  // Many lines of numbers, on which every table reader is tried.
  const long = [pageOf(Array.from({ length: 20_000 }, (_, n) => `Total: ${n} 1 2 3 AED 4 5 6 USD 7`))];
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  try {
    await assert.rejects(rules.extract("invoice", long), Unreadable);
    assert.ok(ticks > 0, "nothing else could run");
    const { fields } = await rules.extract("invoice", [pageOf(LETTER)]);
    assert.ok(fields.some(({ value }) => value === "INV-204"));
  } finally {
    clearInterval(ticking);
    rules.close();
  }
});
