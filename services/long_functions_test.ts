import assert from "node:assert/strict";
import { longFunctionsIn } from "./long_functions.ts";

const body = (lines: number, indent = "  ") => Array(lines).fill(`${indent}work();`).join("\n");
const found = (text: string, path = "services/x/y.ts") =>
  longFunctionsIn(path, text).map(({ name, line, lines }) => [name, line, lines]);

Deno.test("a function is long from 61 lines on, its head over several lines included", () => {
  assert.deepEqual(found(`function short() {\n${body(58)}\n}`), []);
  assert.deepEqual(found(`\nexport async function long() {\n${body(59)}\n}`), [["long", 2, 61]]);
  const head =
    "export function long(\n  { a, b }: {\n    a: string;\n    b: string;\n  },\n): Promise<void> {";
  assert.deepEqual(found(`${head}\n${body(54)}\n}`), [["long", 1, 61]]);
});

Deno.test("arrows and methods are functions; conditions and loops are none", () => {
  assert.deepEqual(found(`const long = async (a: string) => {\n${body(60)}\n};`), [["long", 1, 62]]);
  assert.deepEqual(found(`const x = {\n  async long(a) {\n${body(60, "    ")}\n  },\n};`), [["long", 2, 62]]);
  for (const head of ["if (a) {", "for (\n  const a of b\n) {", "try {", "interface X {", "class X {"]) {
    assert.deepEqual(found(`${head}\n${body(80)}\n}`), [], head);
  }
});

Deno.test("routes, tools and queries are entries of a table, and each of them must be short", () => {
  const route = (lines: number) =>
    `  app.openapi(\n    endpoint({}),\n    (c) => {\n${body(lines, "      ")}\n    },\n  );`;
  const table = (lines: number) =>
    `export function routes() {\n${[1, 2].map(() => route(lines)).join("\n")}\n}`;
  assert.deepEqual(found(table(50)), []);
  assert.deepEqual(found(table(60)).map(([, line]) => line), [4, 69]);
  const store = `export function s(): S {\n  return {\n${
    [1, 2].map(() => `    async list() {\n${body(40, "      ")}\n    },`).join("\n")
  }\n  };\n}`;
  assert.deepEqual(found(store, "services/x/things_store.ts"), []);
  assert.deepEqual(found(store), [["s", 1, 88]]);
});
