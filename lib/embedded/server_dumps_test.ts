import assert from "node:assert/strict";
import { SettingsError } from "lib/env.ts";
import { dumpServer, dumpsIn, restoreServer } from "./server_dumps.ts";

const NOWHERE = "postgres://nobody@127.0.0.1:1/none";

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function namesIn(dir: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(dir), ({ name }) => name)).sort();
}

Deno.test("copies are listed by their names alone, oldest first; a folder that is not there has none", async () => {
  await inFolder(async (dir) => {
    assert.deepEqual(await dumpsIn(`${dir}/none`), []);
    const names = ["2026-11-23T010203Z.dump", "2025-01-02T030405Z.dump"];
    for (const name of [...names, "unfinished1.dump", "2026-11-23T010203Z.tar", "x2026-11-23T010203Z.dump"]) {
      await Deno.writeTextFile(`${dir}/${name}`, "");
    }
    assert.deepEqual(await dumpsIn(dir), names.toReversed());
  });
});

Deno.test("a backup that fails says why and leaves no file, and removes what was left a day ago", async () => {
  await inFolder(async (dir) => {
    const now = Date.UTC(2026, 10, 23);
    for (const [name, hours] of [["unfinished-old.dump", 25], ["unfinished-new.dump", 23]] as const) {
      await Deno.writeTextFile(`${dir}/${name}`, "");
      await Deno.utime(`${dir}/${name}`, new Date(now), new Date(now - hours * 3_600_000));
    }
    await assert.rejects(dumpServer(NOWHERE, dir, now), SettingsError);
    assert.deepEqual(await namesIn(dir), ["unfinished-new.dump"]);
  });
});

Deno.test("a copy is not put back into a server that is not there, and says so", async () => {
  await inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/copy.dump`, "no copy");
    await assert.rejects(restoreServer(NOWHERE, `${dir}/copy.dump`), SettingsError);
    assert.deepEqual(await dumpsIn(dir), []);
  });
});
