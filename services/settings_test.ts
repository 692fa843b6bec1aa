import assert from "node:assert/strict";
import { effectiveSettings } from "lib/installation/effective_settings.ts";
import { PLATFORM } from "./all.ts";
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

const PASSWORD = "hunter2-hunter2-hunter2-hunter2-hunter2";

Deno.test("no value of a setting that lets somebody in is ever shown, whatever setting it stands in", () => {
  for (const { name: service, env: schema } of PLATFORM) {
    for (const name of Object.keys(schema.shape)) {
      for (
        const value of [
          `https://who:${PASSWORD}@host.example/path?key=${PASSWORD}#${PASSWORD}`,
          `postgres://who:12/${PASSWORD}@host.example/diwan`,
          `https://host.example/hooks/${PASSWORD}`,
          { docs: { url: `https://who:${PASSWORD}@host.example`, headers: { authorization: PASSWORD } } },
          [`guard=https://who:${PASSWORD}@host.example`],
          new Map([["a", PASSWORD]]),
        ]
      ) {
        const shown = JSON.stringify(effectiveSettings(schema, { [name]: value }, () => "given"));
        assert.ok(!shown.includes("hunter2"), `${service} ${name}: ${shown.slice(0, 300)}`);
      }
    }
  }
});

Deno.test("every setting that is described as a key, a secret or a token is never shown", () => {
  const described =
    /^((root )?credential|key( id)?|(its |HS256 )?secret|(session )?token|secret key)\b|^closes .* header/;
  for (const { name: service, env: schema } of PLATFORM) {
    const env = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, PASSWORD]));
    for (const { name, meaning, value, secret } of effectiveSettings(schema, env, () => PASSWORD)) {
      assert.equal(described.test(meaning), secret, `${service} ${name}: ${meaning}`);
      assert.equal(value, secret ? null : PASSWORD);
    }
  }
});
