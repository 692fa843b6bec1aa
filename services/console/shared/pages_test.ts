import assert from "node:assert/strict";
import { type PageEntry, PAGES, viewOf } from "./pages.ts";

const pages: readonly PageEntry[] = PAGES;

Deno.test("the views of a page that come later are those that its file loads", async () => {
  const split = pages.filter(({ views }) => views);
  assert.ok(split.length > 0);
  for (const { file, views } of split) {
    const code = await Deno.readTextFile(new URL(`../browser/pages/${file}`, import.meta.url));
    const loaded = [...code.matchAll(/(\w+): \(\) =>\s+import\("\.\/([^"]+)"\)/g)].map((
      [, id, path],
    ) => [id, path]);
    assert.deepEqual(loaded, Object.entries(views ?? {}), file);
  }
});

Deno.test("an address opens the view that it names, else the usual one", () => {
  const gateway = pages.find(({ path }) => path === "/gateway");
  assert.ok(gateway);
  assert.equal(viewOf(gateway, "calls"), "gateway/call_list.tsx");
  for (const view of [null, "", "nonsense", "constructor"]) {
    assert.equal(viewOf(gateway, view), "gateway/spending.tsx");
  }
  assert.equal(viewOf({ path: "/voice", file: "voice.tsx" }, "x"), undefined);
});
