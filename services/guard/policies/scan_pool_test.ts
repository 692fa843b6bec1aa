import assert from "node:assert/strict";
import type { MatchedPolicy } from "./policy.ts";
import { compilePolicies } from "./policy_set.ts";
import { scanPool } from "./scan_pool.ts";
import { evaluator } from "./evaluation.ts";

const policy = (keywords: string[]): MatchedPolicy => ({
  ...{ id: "1", name: "words", rule_type: "keyword", action: "block" },
  rule_config: JSON.stringify({ keywords }),
});

Deno.test("a long text is checked in the thread, with the current policies", async () => {
  const pool = scanPool();
  let set = compilePolicies([policy(["forbidden"])]);
  const judging = evaluator({ cache: { current: () => set }, judge: () => Promise.resolve(undefined), pool });
  const text = `${"words of no harm ".repeat(20_000)} forbidden ali@example.com`;
  try {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 1);
    const long = await judging.evaluate(text);
    clearInterval(ticking);
    assert.ok(ticks > 0, "nothing else could run");
    assert.deepEqual(long.evaluation.violations[0]?.matched_terms, ["forbidden"]);
    assert.deepEqual(long.evaluation.pii_detected.map(({ type }) => type), ["EMAIL"]);
    set = compilePolicies([policy(["harm"])]);
    assert.deepEqual((await judging.evaluate(text)).evaluation.violations[0]?.matched_terms, ["harm"]);
    const short = await judging.evaluate("no harm");
    assert.equal(short.evaluation.allowed, false);
  } finally {
    pool.close();
  }
});

Deno.test("a closed pool asks waiting callers to retry", async () => {
  const pool = scanPool();
  const waiting = pool.scan({ set: compilePolicies([]), pii: {} }, {
    texts: [{ text: "x" }],
    wanted: { policies: true, pii: true },
  });
  pool.close();
  await assert.rejects(waiting, { status: 503 });
});
