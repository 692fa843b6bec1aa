import assert from "node:assert/strict";
import { batchesOf, testFilesIn, writeBatches } from "./test_batches.ts";

Deno.test("test files are found at any depth, those of packages and hidden folders are not ours", async () => {
  const dir = await Deno.makeTempDir();
  try {
    for (const path of ["lib", "services/guard/audit", "node_modules/x", ".cache"]) {
      await Deno.mkdir(`${dir}/${path}`, { recursive: true });
      await Deno.writeTextFile(`${dir}/${path}/some_test.ts`, "");
      await Deno.writeTextFile(`${dir}/${path}/some.ts`, "");
    }
    assert.deepEqual(await testFilesIn(dir), ["lib/some_test.ts", "services/guard/audit/some_test.ts"]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("those that start platforms come first, each alone; then slow ones, pages 26 at most, then others, the largest first, 90 at most", () => {
  const named = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/f${String(index).padStart(2, "0")}_test.ts`);
  const files = [
    ...named("lib", 2),
    ...named("lib/http", 1),
    ...named("services/guard/audit", 60),
    ...named("services/guard/pii", 40),
    ...named("services/documents/values", 65),
    ...named("services/evaluation/runs", 1),
    ...named("services/console/tests", 30),
    ...named("services/deploy", 1),
    ...named("services/attack", 2),
    "services/structure_test.ts",
    "services/tracing_test.ts",
  ];
  const batches = batchesOf(files);
  assert.deepEqual(batches.map(({ name, files }) => [name, files.length]), [
    ["f00", 1],
    ["f01", 1],
    ["tracing", 1],
    ["documents_1", 33],
    ["documents_2", 32],
    ["console_1", 15],
    ["console_2", 15],
    ["services", 1],
    ["deploy", 1],
    ["evaluation", 1],
    ["guard_1", 50],
    ["guard_2", 50],
    ["lib", 3],
  ]);
  assert.deepEqual(batches.flatMap(({ files }) => files).toSorted(), files.toSorted());
});

Deno.test("a batch's module imports its files wherever it stands itself", async () => {
  const [root, dir] = [await Deno.makeTempDir({ prefix: "a b" }), await Deno.makeTempDir()];
  try {
    await Deno.mkdir(`${root}/lib`);
    await Deno.writeTextFile(`${root}/lib/one_test.ts`, `Reflect.set(globalThis, "batchRan", true);`);
    const [path] = await writeBatches(batchesOf(["lib/one_test.ts"]), root, dir);
    await import(`file://${path}`);
    assert.equal(Reflect.get(globalThis, "batchRan"), true);
  } finally {
    Reflect.deleteProperty(globalThis, "batchRan");
    await Deno.remove(root, { recursive: true });
    await Deno.remove(dir, { recursive: true });
  }
});
