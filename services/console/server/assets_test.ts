import assert from "node:assert/strict";
import { type Assets, lazyAssets } from "./assets.ts";

const NONE: Assets = {
  find: () => undefined,
  importMap: "{}",
  styles: "",
  address: (file) => file,
  closure: () => [],
};

Deno.test("files are read once, by the first page that is asked for, and again after a failure", async () => {
  let reads = 0;
  const assets = lazyAssets(() =>
    ++reads === 1 ? Promise.reject(new Error("no such file")) : Promise.resolve(NONE)
  );
  assert.equal(reads, 0);
  await assert.rejects(assets(), /no such file/);
  assert.deepEqual(await Promise.all([assets(), assets()]), [NONE, NONE]);
  assert.equal(reads, 2);
});
