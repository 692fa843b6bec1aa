import assert from "node:assert/strict";
import { allowReprocessing, MOST_OPEN } from "./reprocess_rules.ts";

Deno.test("allowReprocessing() refuses an eleventh reprocessing, and more than 20,000 documents in all", () => {
  const { reprocessings, documents } = MOST_OPEN;
  allowReprocessing({ reprocessings: reprocessings - 1, documents: documents - 5 }, 5);
  assert.throws(() => allowReprocessing({ reprocessings, documents: reprocessings }, 1), { status: 409 });
  assert.throws(() => allowReprocessing({ reprocessings: 1, documents: documents - 5 }, 6), { status: 409 });
});
