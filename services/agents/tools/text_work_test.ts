import assert from "node:assert/strict";
import { calculate } from "./calculator.ts";
import { queryText } from "./json_query.ts";
import { readable } from "./readable.ts";
import { textStats } from "./text_stats.ts";
import { textWork, type TextWorkFor } from "./text_work.ts";
import { ToolFailure } from "./tool.ts";

const by = (sub: string, signal = new AbortController().signal): TextWorkFor => ({
  caller: { sub, role: "user" },
  signal,
});

Deno.test("json_query finds values and refuses what is not JSON, not a path, or a pattern", () => {
  const items = JSON.stringify({ items: [{ name: "a", price: 5 }, { name: "b", price: 20 }] });
  assert.deepEqual(queryText(items, "$.items[?@.price < 10].name").matches, ["a"]);
  assert.deepEqual(queryText(items, "$..price").matches, [5, 20]);
  assert.throws(() => queryText("{", "$"), /Not JSON/);
  assert.throws(() => queryText("{}", "$["), /JSONPath/);
  assert.throws(() => queryText('["a"]', "$[?match(@, '(a+)+b')]"), /JSONPath/);
  assert.equal(queryText(JSON.stringify(Array.from({ length: 2_000 }, () => 1)), "$[*]").more, true);
});

Deno.test("json_query that names a large value many times gives what fits", () => {
  const large = JSON.stringify({ a: "x".repeat(400_000) });
  const { matches, more } = queryText(large, "$['a','a','a','a']");
  assert.deepEqual([matches.length, more], [2, true]);
});

Deno.test("threads find what is found without them, and refuse in the same words", async () => {
  const work = textWork();
  try {
    const html = `<main>${"<p>One line</p>".repeat(2_000)}</main>`;
    const text = "كلمة وكلمة. ".repeat(2_000);
    assert.deepEqual(await work.page(html, by("a")), readable(html));
    assert.deepEqual(await work.stats(text, by("a")), textStats(text));
    assert.deepEqual(await work.query('{"a":[1,2]}', "$.a[0]", by("a")), { matches: [1], more: false });
    await assert.rejects(work.query("{}", "$[", by("a")), { name: "ToolFailure", message: /^JSONPath/ });
  } finally {
    work.close();
  }
});

const HOSTILE: [what: string, (work: ReturnType<typeof textWork>) => Promise<unknown>][] = [
  [
    "filters within filters",
    (work) =>
      work.query(
        JSON.stringify(Array.from({ length: 5_000 }, () => 1)),
        "$[?count($[?count($..*)>1])>1]",
        by("a"),
      ),
  ],
  ["a page of elements without an end", (work) => work.page("<div>".repeat(400_000), by("a"))],
];
for (const [what, ask] of HOSTILE) {
  Deno.test(`${what}: the work fails in time, others' goes on meanwhile, and the next one's after it`, async () => {
    const work = textWork({ limitMs: 1_000 });
    try {
      const hostile = assert.rejects(ask(work), (error) => error instanceof ToolFailure);
      assert.deepEqual((await work.query("[7]", "$[0]", by("b"))).matches, [7]);
      await hostile;
      assert.deepEqual((await work.query("[8]", "$[0]", by("a"))).matches, [8]);
    } finally {
      work.close();
    }
  });
}

Deno.test("hundreds of factorials in one expression cost no more than the largest", () => {
  assert.equal(calculate(`${"1000!-1000!+".repeat(150)}5!`), "120");
});
