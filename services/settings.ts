/**
 * Writes the settings tables of the READMEs from the schemas (`deno task settings`). A table stands between
 * `<!-- settings -->` and `<!-- /settings -->`; a service's README has the settings of that service alone.
 */
import { z } from "zod";
import { GatewayClientEnv, ProviderEnv, SharedEnv } from "lib/env.ts";
import { settingsTable } from "lib/settings_table.ts";
import { PLATFORM } from "./all.ts";

/** The README files that have a table, with the table each should have. */
export function settingsTables(): { file: URL; table: string }[] {
  const common = SharedEnv.extend(GatewayClientEnv.shape).extend(ProviderEnv.shape);
  const own = PLATFORM.map(({ name, env }) => {
    const shape = Object.entries(env.shape).filter(([setting]) => !(setting in common.shape));
    return {
      file: new URL(`${name}/README.md`, import.meta.url),
      table: settingsTable(z.object(Object.fromEntries(shape))),
    };
  });
  return [{ file: new URL("../README.md", import.meta.url), table: settingsTable(common) }, ...own];
}

/** `text` with its table replaced. @throws when it has no place for one. */
export function withTable(text: string, table: string): string {
  const place = /(<!-- settings -->\n)[\s\S]*?(\n<!-- \/settings -->)/;
  if (!place.test(text)) throw new Error("No <!-- settings --> … <!-- /settings --> in this file");
  return text.replace(place, (_all, before, after) => `${before}\n${table}\n${after}`);
}

if (import.meta.main) {
  for (const { file, table } of settingsTables()) {
    await Deno.writeTextFile(file, withTable(await Deno.readTextFile(file), table));
  }
}
