import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("languages one below the other are all of the list, in either language", () => {
  const values = (heading: string, ...languages: string[]) =>
    placedFields("cv", [
      ["Salma Berrechid", 600, 0],
      [heading, 60, 200],
      ...languages.map((one, i): [string, number, number] => [one, 60, 240 + i * 60]),
      ["TOOLS", 60, 600],
    ]).languages;
  assert.equal(values("LANGUAGES", "Arabic", "French - fluent", "English"), "Arabic, French, English");
  assert.equal(values("L A N G U A G E S", "Arabic (native)", "English (fluent)"), "Arabic, English");
  assert.equal(values("اللغات", "العربية", "الإنجليزية"), "العربية، الإنجليزية");
});
