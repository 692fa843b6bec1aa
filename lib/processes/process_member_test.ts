import assert from "node:assert/strict";
import { joinGroup, type Member, othersMetrics, reportTo } from "lib/processes/process_member.ts";

const REPORT = { inUse: 1, requests: 2, busy: true, lastAsked: 3 };

/** A member whose first process notes messages and answers `answer`. */
function memberOf(answer?: unknown) {
  const told: unknown[] = [];
  const asked: unknown[] = [];
  const handlers = new Map<string, (data: unknown) => unknown>();
  const parent: Member["parent"] = {
    tell: (kind, data) => void told.push([kind, data]),
    ask(kind, data) {
      asked.push([kind, data]);
      return Promise.resolve(answer);
    },
    on: (kind, handler) => void handlers.set(kind, handler),
    close() {},
    closed: new Promise(() => {}),
  };
  return { member: { parent }, told, asked, handlers };
}

Deno.test("a process that was not started by another is in no group", async () => {
  assert.equal(await joinGroup(["--port", "8000"]), undefined);
});

Deno.test("a member that stops reports at once, and passes on how many connections to close", () => {
  const { member, told, handlers } = memberOf();
  const closed: number[] = [];
  const reports = reportTo(member, { look: () => REPORT, closeSome: (count) => closed.push(count) });
  try {
    reports.often();
    assert.deepEqual(told, [["report", REPORT]]);
    handlers.get("closeSome")?.(3);
    assert.deepEqual(closed, [3]);
    assert.throws(() => handlers.get("closeSome")?.("all"));
    assert.deepEqual(closed, [3]);
  } finally {
    reports.end();
  }
});

Deno.test("metrics of the others are asked of the first process, and are texts", async () => {
  const { member, asked } = memberOf(["a 1", "b 2"]);
  assert.deepEqual(await othersMetrics(member, "own 1"), ["a 1", "b 2"]);
  assert.deepEqual(asked, [["others' metrics", "own 1"]]);
  await assert.rejects(othersMetrics(memberOf([1]).member, "own 1"));
});
