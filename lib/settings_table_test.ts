import assert from "node:assert/strict";
import { z } from "zod";
import { count, list } from "lib/env.ts";
import { settingsTable } from "lib/settings_table.ts";

Deno.test("settingsTable() shows each setting's default and description", () => {
  const schema = z.object({
    A_PORT: count(8080).meta({ description: "where it listens" }),
    A_KEY: z.string().optional().meta({ description: "key a|b" }),
    A_LIST: list(["x", "y"]),
    A_NAME: z.string(),
  });
  assert.deepEqual(settingsTable(schema).split("\n").slice(2), [
    "| `A_PORT` | `8080` | where it listens |",
    "| `A_KEY` | none | key a\\|b |",
    "| `A_LIST` | `x,y` |  |",
    "| `A_NAME` | required |  |",
  ]);
});
