import assert from "node:assert/strict";
import { type Assets, lazyAssets, openAssets } from "./assets.ts";

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

Deno.test("a file of lib/ that browser code imports is served without its types, under its hash", async () => {
  const assets = await openAssets();
  const address: string = JSON.parse(assets.importMap).imports["lib/csv.ts"];
  assert.match(address, /^\/app\/lib\/csv\.ts\?v=/);
  const served = assets.find("/app/lib/csv.ts", address.split("v=")[1] ?? null);
  assert.match(new TextDecoder().decode(served?.body), /export function csvLine\(cells\s*\)/);
  assert.ok(assets.closure(["browser/ui/table_tools.tsx"]).includes(address));
});
