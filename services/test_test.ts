import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { runTests } from "./test.ts";

async function outputOf(program: string): Promise<{ code: number; text: string }> {
  const dir = await Deno.makeTempDir();
  try {
    for (const name of ["one", "two"]) await Deno.writeTextFile(`${dir}/${name}_test.ts`, program);
    const lines: string[] = [];
    const code = await runTests(["--no-config", dir], (line) => lines.push(stripVTControlCharacters(line)));
    return { code, text: lines.join("\n").trim() };
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("of tests that pass only the summary is printed", async () => {
  const { code, text } = await outputOf(`for (const name of "abc") Deno.test(name, () => {});`);
  assert.equal(code, 0);
  assert.match(text, /^ok \| 6 passed \| 0 failed \(.*\)$/);
});

Deno.test("failures are printed with their reason before the summary, and the exit code says so", async () => {
  const { code, text } = await outputOf(`Deno.test("x", () => { throw new Error("the reason"); });`);
  assert.equal(code, 1);
  assert.match(text, /the reason/);
  assert.match(text, /FAILED \| 0 passed \| 2 failed/);
});
