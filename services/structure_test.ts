import assert from "node:assert/strict";
import {
  cyclesIn,
  folderImports,
  importsOf,
  longFilesIn,
  pairsIn,
  shapesOf,
  strayNames,
  tooLongIn,
} from "./structure.ts";

Deno.test("importsOf() finds imports and exports of values and types, also over several lines and at run time", () => {
  const text = `
import { z } from "zod";
import type { A } from "./a.ts";
import {
  one,
  two,
} from "../b/two.ts";
import "lib/side.ts";
export * from "lib/c.ts";
const later = await import("./later.ts");`;
  assert.deepEqual(importsOf("services/x/room/file.ts", text), [
    "services/x/room/a.ts",
    "services/x/b/two.ts",
    "lib/side.ts",
    "lib/c.ts",
    "services/x/room/later.ts",
  ]);
});

Deno.test("cyclesIn() gives each cycle once with its chain, and none for files that only share one", () => {
  const imports = {
    a: ["b", "shared"],
    b: ["c", "shared"],
    c: ["a"],
    d: ["d"],
    e: ["a", "shared"],
    shared: [],
  };
  assert.deepEqual(cyclesIn(new Map(Object.entries(imports))), [["a", "b", "c", "a"], ["d", "d"]]);
});

Deno.test("folderImports() gives arrows between folders, and none from or to the top of a service", () => {
  const imports = new Map([
    ["services/a/app.ts", ["services/a/bids/bids.ts"]],
    ["services/a/bids/bids.ts", ["services/a/words.ts", "services/a/tenders/tender.ts", "lib/kv/kv.ts"]],
    ["services/a/bids/bid.ts", ["services/a/bids/bids.ts", "services/a/tenders/tenders.ts"]],
    ["services/a/tenders/tender.ts", ["services/a/bids/bid.ts", "lib/errors.ts"]],
  ]);
  const folders = folderImports(imports);
  assert.deepEqual([...folders], [
    ["services/a/bids", ["services/a/tenders", "lib/kv"]],
    ["services/a/tenders", ["services/a/bids"]],
  ]);
  assert.deepEqual(cyclesIn(folders), [["services/a/bids", "services/a/tenders", "services/a/bids"]]);
});

const SCHEMA = `export const Tender = z.object({
  id: z.uuid(),
  items: z.array(z.object({
    nested: z.string(),
  })),
  title: z.string(),
});`;

Deno.test("pairsIn() tells of an interface with just a schema's fields in the same service, and of no other", () => {
  const again = "export interface Row {\n  title: string;\n  id: string;\n  items: { nested: string }[];\n}";
  const wider = again.replace("}\n", "").replace(/\}$/, "  more: string;\n}");
  assert.deepEqual(shapesOf(SCHEMA), [{ kind: "schema", name: "Tender", fields: ["id", "items", "title"] }]);
  const files = new Map([
    ["services/a/tender.ts", SCHEMA],
    ["services/a/room/store.ts", again],
    ["services/a/wider.ts", wider],
    ["services/b/store.ts", again],
  ]);
  assert.deepEqual(pairsIn(files), [
    "interface Row of services/a/room/store.ts says again schema Tender of services/a/tender.ts",
  ]);
});

Deno.test("tooLongIn() tells where long functions are", () => {
  const long = `function a() {\n${"  work();\n".repeat(70)}}\n`;
  const files = new Map([["a.ts", "const a = 1;\n"], ["b.ts", `\n${long}`]]);
  assert.deepEqual(tooLongIn(files), ["b.ts:2 a has 72 lines, 60 are the most"]);
});

Deno.test("longFilesIn() tells of files of more than 300 lines", () => {
  const lines = (count: number) => "work();\n".repeat(count);
  const files = new Map([["a.ts", lines(300)], ["b_test.ts", lines(301)]]);
  assert.deepEqual(longFilesIn(files), ["b_test.ts has 301 lines, 300 are the most"]);
});

Deno.test("strayNames() tells of what does not belong at the top, and of no dot file", () => {
  assert.deepEqual(strayNames(["lib", ".ci", "data", "profile.log"], "/data/\n.env\n"), [
    "profile.log does not belong at the top",
  ]);
});
