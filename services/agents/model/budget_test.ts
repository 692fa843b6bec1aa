import assert from "node:assert/strict";
import fc from "fast-check";
import { TEST_LIMITS } from "./budget_fixture.ts";
import { type Budget, budget, BudgetExceeded, lowered } from "./budget.ts";

const charge = (tokens: number, costUsd: number | null = 0) => ({
  usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens },
  costUsd,
  estimatedTokens: 0,
});

/** Whether the budget gives a model call of `tokens`; a call given is settled with them at once. */
function spends(from: Budget, tokens: number, costUsd: number | null = 0): boolean {
  try {
    from.takeModelCall(tokens)(charge(tokens, costUsd));
    return true;
  } catch (error) {
    assert.ok(error instanceof BudgetExceeded);
    return false;
  }
}

Deno.test("a budget grants exactly its model calls, tokens and tool calls", () => {
  const calls = budget({ ...TEST_LIMITS, model_calls: 2 });
  assert.deepEqual([spends(calls, 1), spends(calls, 1), spends(calls, 1)], [true, true, false]);
  const tokens = budget({ ...TEST_LIMITS, tokens: 100 });
  assert.deepEqual([spends(tokens, 60), spends(tokens, 60), spends(tokens, 40)], [true, false, true]);
  const tools = budget({ ...TEST_LIMITS, tool_calls: 3 });
  tools.takeToolCalls(2);
  assert.throws(() => tools.takeToolCalls(2), BudgetExceeded);
  tools.takeToolCalls(1);
  assert.equal(tools.spent().tool_calls, 3);
});

Deno.test("calls under way side by side share the tokens that are left", () => {
  const shared = budget({ ...TEST_LIMITS, tokens: 100 });
  const settle = shared.takeModelCall(60);
  assert.throws(() => shared.takeModelCall(60), BudgetExceeded);
  settle(undefined);
  assert.equal(spends(shared, 60), true);
  assert.equal(shared.spent().tokens, 60);
});

Deno.test("nested runs spend from all above them, down to the depth, whatever the order", () => {
  const tree = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(fc.property(tree, (choices) => {
    const root = budget({ ...TEST_LIMITS, model_calls: 25, depth: 2 });
    const all: Budget[] = [root];
    let given = 0;
    for (const choice of choices) {
      const at = all[choice % all.length] ?? root;
      if (choice % 3 === 0) {
        if (at.depth < 2) all.push(at.nested());
        else assert.throws(() => at.nested(), BudgetExceeded);
      } else if (spends(at, 10)) given++;
    }
    assert.equal(root.spent().model_calls, given);
    assert.ok(given <= 25);
  }));
});

Deno.test("a budget in USD ends a run at its limit, and when a price is unknown", () => {
  const priced = budget({ ...TEST_LIMITS, cost_usd: 1 });
  assert.deepEqual([spends(priced, 1, 0.6), spends(priced, 1, 0.6), spends(priced, 1, 0.6)], [
    true,
    true,
    false,
  ]);
  assert.equal(priced.spent().cost_usd, 1.2);
  const unpriced = budget({ ...TEST_LIMITS, cost_usd: 1 });
  assert.equal(spends(unpriced, 1, null), true);
  assert.throws(() => unpriced.takeModelCall(1), /price of a model call is not known/);
  const { cost_usd, unpriced_calls } = unpriced.spent();
  assert.deepEqual([cost_usd, unpriced_calls], [null, 1]);
});

Deno.test("a call whose provider tells no usage is charged by the estimate, and counted as estimated", () => {
  const spending = budget(TEST_LIMITS);
  spending.takeModelCall(10)({ usage: null, costUsd: null, estimatedTokens: 14 });
  const { tokens, estimated_calls } = spending.spent();
  assert.deepEqual([tokens, estimated_calls], [14, 1]);
});

Deno.test("lowered() takes a caller's limits where they are lower", () => {
  const asked = lowered({ ...TEST_LIMITS, cost_usd: 5 }, { model_calls: 7, tokens: 1e12, cost_usd: 9 });
  assert.deepEqual([asked.model_calls, asked.tokens, asked.cost_usd], [7, TEST_LIMITS.tokens, 5]);
  assert.equal(lowered(TEST_LIMITS, { cost_usd: 2 }).cost_usd, 2);
  assert.equal(lowered(TEST_LIMITS).cost_usd, null);
});
