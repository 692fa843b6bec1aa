import assert from "node:assert/strict";
import { builtFolder, builtProgram } from "lib/kv/denokv_build.ts";

Deno.test("the shared KV server is built below the user's caches, its version in the name", () => {
  const get = (settings: Record<string, string>) => (name: string) => settings[name];
  assert.equal(builtFolder(get({ HOME: "/home/a" })), "/home/a/.cache/diwan/denokv-0.14.0");
  assert.equal(
    builtProgram(get({ HOME: "/home/a", XDG_CACHE_HOME: "/c" })),
    "/c/diwan/denokv-0.14.0/bin/denokv",
  );
  assert.equal(builtProgram(get({})), undefined);
});

Deno.test("a build that is there is not made again; without cargo it says what to do", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const run = async () => {
      const program = new URL("denokv_build.ts", import.meta.url).pathname;
      const args = ["run", "-A", "--no-check", program];
      const env = {
        PATH: dir,
        HOME: dir,
        XDG_CACHE_HOME: dir,
        DENO_DIR: Deno.env.get("DENO_DIR") ?? `${dir}/deno`,
      };
      const { code, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
      return { code, text: new TextDecoder().decode(stderr) };
    };
    const without = await run();
    assert.equal(without.code, 1);
    assert.match(without.text, /cargo, which is not here: install Rust, or name a denokv in DENOKV_BIN/);
    // Stands in for cargo: puts a program where it is told.
    const cargo = '#!/bin/sh\n[ "$1 $2 $3 $4" = "install denokv --version 0.14.0" ] || exit 9\n' +
      '/bin/mkdir -p "$7/bin" && echo made >> "$7/bin/denokv"\n';
    await Deno.writeTextFile(`${dir}/cargo`, cargo, { mode: 0o755 });
    for (let time = 0; time < 2; time++) assert.equal((await run()).code, 0);
    assert.equal(await Deno.readTextFile(`${dir}/diwan/denokv-0.14.0/bin/denokv`), "made\n");
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
