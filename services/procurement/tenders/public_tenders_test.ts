import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, served, TENDER } from "../procurement_fixture.ts";

const NOW = Date.parse("2026-11-26T08:00:00Z");

testOnEngines("anyone reads the tenders that take bids, without people and bids", DATABASE, async (sql) => {
  const call = served(sql, { publicTenders: true, now: () => NOW });
  await call("POST", "/tenders", { ...TENDER, title: "Draft", status: "draft" });
  await call("POST", "/tenders", { ...TENDER, title: "Over", deadline: "2026-11-25" });
  await call("POST", "/tenders", { ...TENDER, committee: ["carol"] });
  const { status, body } = await call("GET", "/public/tenders", undefined, "nobody");
  assert.equal(status, 200);
  assert.deepEqual(body.tenders.map(({ title }: { title: string }) => title), [TENDER.title]);
  assert.equal(body.total, 1);
  assert.deepEqual(
    ["committee", "created_by", "bid_count", "status"].filter((name) => name in body.tenders[0]),
    [],
  );
  assert.equal((await call("GET", "/public/tenders?search=اجهزه", undefined, "nobody")).body.total, 1);
  assert.equal((await call("GET", "/public/tenders?search=nothing", undefined, "nobody")).body.total, 0);
  assert.equal((await call("GET", "/public/tenders?page_size=0", undefined, "nobody")).status, 422);
  assert.equal((await call("GET", "/tenders", undefined, "nobody")).status, 401);
});

testOnEngines("the public list is not there unless the installation publishes it", DATABASE, async (sql) => {
  const call = served(sql);
  assert.equal((await call("GET", "/public/tenders", undefined, "nobody")).status, 404);
});
