import assert from "node:assert/strict";
import { copyTree, removeTree, sizeOfTree } from "lib/embedded/embedded_copy.ts";

Deno.test("copyTree() copies the wanted files and all folders, sizeOfTree() sums their bytes, removeTree() removes them", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/from/base/empty`, { recursive: true });
    for (const [path, text] of [["base/1", "12345"], ["top", "ab"], ["postmaster.pid", "no"]]) {
      await Deno.writeTextFile(`${dir}/from/${path}`, text ?? "");
    }
    await copyTree(`${dir}/from`, `${dir}/to`, { wanted: (path) => path !== "postmaster.pid" });
    assert.equal(await Deno.readTextFile(`${dir}/to/base/1`), "12345");
    assert.ok((await Deno.stat(`${dir}/to/base/empty`)).isDirectory);
    await assert.rejects(Deno.stat(`${dir}/to/postmaster.pid`), Deno.errors.NotFound);
    assert.deepEqual([await sizeOfTree(`${dir}/from`), await sizeOfTree(`${dir}/to`)], [9, 7]);
    await removeTree(`${dir}/to`);
    await removeTree(`${dir}/to`);
    await assert.rejects(Deno.stat(`${dir}/to`), Deno.errors.NotFound);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("copyTree() rejects with its signal's reason", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${dir}/from/base`, { recursive: true });
    const signal = AbortSignal.abort(new Error("stopping"));
    await assert.rejects(copyTree(`${dir}/from`, `${dir}/to`, { signal }), /stopping/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
