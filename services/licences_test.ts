import assert from "node:assert/strict";
import { LICENCES_FILE, licencesOf, LOCK_FILE } from "./licences.ts";

Deno.test("the console's list of licences is of the packages in the lock file (deno task licences writes it)", async () => {
  const all = await licencesOf(await Deno.readTextFile(LOCK_FILE));
  assert.deepEqual(JSON.parse(await Deno.readTextFile(LICENCES_FILE)), all, "run deno task licences");
  const zod = all.find(({ name }) => name === "zod");
  assert.deepEqual([zod?.licence, zod?.home], ["MIT", "https://github.com/colinhacks/zod"]);
  // Only few packages may lack a licence; more would mean that the parser no longer understands them.
  assert.ok(all.filter(({ licence }) => licence === null).length <= 3);
});

Deno.test("a first start warns of no package's own scripts: those that have some are named in deno.json", async () => {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--frozen", "--entrypoint", "services/main.ts"],
    cwd: new URL("../", import.meta.url),
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.ok(success, said);
  assert.doesNotMatch(said, /Warning|build scripts/);
});
