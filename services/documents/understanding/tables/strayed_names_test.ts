import assert from "node:assert/strict";
import { withWholeNames } from "./strayed_names.ts";

const others = ["63,880.00", "18,427.50", "120.00"].map((amount) => ["01/10/2026", "Rent", amount, ""]);

Deno.test("words before the amount of the next column are the end of the name", () => {
  for (
    const [name, word] of [["شيك 10448 شركة ملصقات", "النيل"], ["Cheque 10448 Labels of", "Nile"]]
  ) {
    const rows = withWholeNames([...others, ["11/10/2026", name ?? "", `${word} 96,400.00`, ""]]);
    assert.deepEqual(rows.at(-1), ["11/10/2026", `${name} ${word}`, "96,400.00", ""]);
  }
});

Deno.test("a currency or the label of a sum before an amount is no end of a name, nor are words in many rows", () => {
  for (const cell of ["USD 96,400.00", "دينار 96,400.00", "Total 96,400.00"]) {
    const rows = [...others, ["11/10/2026", "Rent", cell, ""]];
    assert.deepEqual(withWholeNames(rows), rows);
  }
  const many = [...others, ...["Nile 1.00", "Labels 2.00"].map((cell) => ["", "Rent", cell, ""])];
  assert.deepEqual(withWholeNames(many), many);
});

Deno.test("the end of a name that asks for more stands before the count of the next column", () => {
  const counted = ["6", "9", "12"].map((count) => ["03/09/2026", "Pallets to Tilburg", count, "41.25"]);
  for (
    const [name, word] of [["Waiting time at Zwolle,", "hours"], ["وقت الانتظار في", "الميناء"], [
      "Loading and",
      "unloading",
    ]]
  ) {
    const rows = withWholeNames([...counted, ["29/09/2026", name ?? "", `${word} 1,5`, "52.00"]]);
    assert.deepEqual(rows.at(-1), ["29/09/2026", `${name} ${word}`, "1,5", "52.00"]);
  }
  const unit = [...counted, ["29/09/2026", "Waiting time", "hours 3", "52.00"]];
  assert.deepEqual(withWholeNames(unit), unit);
});
