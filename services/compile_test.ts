import assert from "node:assert/strict";
import { compileArgs } from "./compile.ts";

Deno.test("compileArgs() includes the database's worker and each service's files, all of which exist", async () => {
  const args = compileArgs("diwan", ["guard", "voice"], "aarch64-unknown-linux-gnu");
  assert.ok(args.includes("--target=aarch64-unknown-linux-gnu"));
  assert.ok(args.includes("--include=services/guard") && args.includes("--include=services/voice"));
  const root = new URL("..", import.meta.url);
  for (const path of [args.at(-1) ?? "", "lib/embedded_postgres.ts"]) await Deno.stat(new URL(path, root));
});

Deno.test("compileArgs() takes the flags that the tasks start the same programs with", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", import.meta.url)));
  for (
    const [name, task] of [["diwan", "start"], ["gateway", "start:gateway"], [
      "guard",
      "start:guard",
    ]] as const
  ) {
    // The tasks narrow reading and writing by the settings, which are not known when a binary is compiled.
    const flags = (words: string[]) =>
      words.filter((word) => /^--(allow-(net|env|sys|ffi)|v8)/.test(word)).sort();
    assert.deepEqual(
      flags(compileArgs(name, ["gateway", "guard"])),
      flags(tasks[task].replace(/\$\(.*\)/, "").split(" ")),
      name,
    );
  }
});

Deno.test("compileArgs() of one service includes that service alone", () => {
  const args = compileArgs("guard", ["guard", "voice"]);
  assert.ok(args.includes("--output=dist/guard"));
  assert.ok(!args.includes("--include=services/voice"));
});
