import assert from "node:assert/strict";
import { settingsTables } from "./settings.ts";

/** A table's cells, whatever the blanks between them. */
function cells(text: string): string {
  return text.replace(/ +/g, " ").replace(/-{3,}/g, "---");
}

Deno.test("every README lists exactly the settings that its schema has (deno task settings writes them)", async () => {
  for (const { file, table } of settingsTables()) {
    const readme = cells(await Deno.readTextFile(file));
    assert.ok(readme.includes(cells(table)), `run deno task settings: ${file.pathname} is behind`);
  }
});
