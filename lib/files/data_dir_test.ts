import assert from "node:assert/strict";

const PROGRAM = `
  import { openDataDir } from "lib/files/data_dir.ts";
  const [path] = Deno.args;
  await openDataDir(path, { warn: (message) => console.log(message) });
  const kv = await Deno.openKv(path + "/kv.sqlite3");
  await kv.set(["a"], 1);
  await Deno.writeTextFile(path + "/file", "text");
  await Deno.mkdir(path + "/folder");
  kv.close();`;

Deno.test({
  name: "openDataDir() leaves other users no rights to the folder or to new files in it",
  ignore: Deno.build.os === "windows",
  async fn() {
    const dir = await Deno.makeTempDir();
    try {
      for (const [name, mode] of [["new", undefined], ["open", 0o777]] as const) {
        const path = `${dir}/${name}`;
        if (mode) {
          await Deno.mkdir(path);
          await Deno.chmod(path, mode);
        }
        const { success, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["eval", "--no-check", "--unstable-kv", PROGRAM, path],
          cwd: new URL("../..", import.meta.url).pathname,
        }).output();
        assert.ok(success, new TextDecoder().decode(stderr));
        for (const made of ["", "/kv.sqlite3", "/file", "/folder"]) {
          assert.equal(((await Deno.stat(path + made)).mode ?? 0) & 0o077, 0, name + made);
        }
      }
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
});
