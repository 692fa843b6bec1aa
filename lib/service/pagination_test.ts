import assert from "node:assert/strict";
import { z } from "zod";
import { limitOffset, OffsetQuery, pageOf, PageQuery, QueryFlag } from "lib/service/pagination.ts";

Deno.test("PageQuery and OffsetQuery have the specification's defaults and bounds", () => {
  assert.deepEqual(limitOffset(PageQuery.parse({})), { limit: 20, offset: 0 });
  assert.deepEqual(limitOffset(PageQuery.parse({ page: "3", page_size: "100" })), {
    limit: 100,
    offset: 200,
  });
  assert.deepEqual(limitOffset(OffsetQuery.parse({})), { limit: 50, offset: 0 });
  for (const query of [{ page: "0" }, { page_size: "101" }, { page: "x" }, { page: "1.5" }]) {
    assert.equal(PageQuery.safeParse(query).success, false, JSON.stringify(query));
  }
  for (const query of [{ skip: "-1" }, { limit: "0" }, { limit: "101" }]) {
    assert.equal(OffsetQuery.safeParse(query).success, false, JSON.stringify(query));
  }
});

Deno.test("QueryFlag takes only true and false", () => {
  assert.deepEqual(["true", "false"].map((text) => QueryFlag.parse(text)), [true, false]);
  assert.equal(QueryFlag.safeParse("maybe").success, false);
});

Deno.test("pageOf() names the items by their plural", () => {
  const page = { notes: ["a"], total: 1, page: 1, page_size: 20 };
  assert.deepEqual(pageOf("notes", z.string()).parse(page), page);
});
