import assert from "node:assert/strict";
import { testTarget } from "../calls/call_fixture.ts";
import type { Choice } from "./alias.ts";
import { type ChoiceContext, orderedTargets, type Route } from "./choice.ts";
import { createLoad } from "./load.ts";

const clock = { now: 0 };

function route(by: Choice, weights = [1, 1, 1]): Route {
  const targets = ["a", "b", "c"].map((provider) =>
    testTarget("http://127.0.0.1:9", { provider, load: createLoad(() => clock.now) })
  );
  return { by, targets, weights };
}

function order(route: Route, context: Partial<ChoiceContext> = {}): string {
  return orderedTargets(route, { streamed: false, costOf: () => 0n, ...context }).map(({ provider }) =>
    provider
  )
    .join("");
}

Deno.test("`order` keeps the order of the file", () => {
  const given = route("order");
  given.targets[0]?.load?.failed();
  assert.equal(order(given), "abc");
});

Deno.test("`weight` puts each model first in proportion to its weight, and keeps the others as fallbacks", () => {
  const given = route("weight", [5, 3, 2]);
  const first = new Map<string, number>();
  for (let point = 0; point < 1000; point++) {
    const all = order(given, { random: () => point / 1000 });
    assert.deepEqual([...all].sort().join(""), "abc");
    first.set(all[0] ?? "", (first.get(all[0] ?? "") ?? 0) + 1);
  }
  assert.deepEqual([...first], [["a", 500], ["b", 300], ["c", 200]]);
});

Deno.test("`latency` puts the recently fastest model first, measured separately for streams and whole answers", () => {
  const given = route("latency");
  const [a, b, c] = given.targets.map(({ load }) => load);
  a?.answered(false, 900);
  b?.answered(false, 300);
  c?.answered(false, 500);
  assert.equal(order(given), "bca");
  for (const [load, ms] of [[a, 10], [b, 30], [c, 20]] as const) load?.answered(true, ms);
  assert.equal(order(given, { streamed: true }), "acb");
  assert.equal(order(given), "bca");
  for (let tries = 0; tries < 9; tries++) b?.answered(false, 2_000);
  assert.equal(order(given), "cab");
});

Deno.test("`latency` probes a model without recent measurements by one call", () => {
  const given = route("latency");
  const [a, b, c] = given.targets.map(({ load }) => load);
  a?.answered(false, 5);
  b?.answered(false, 9);
  assert.equal(order(given), "cab");
  if (c) c.inFlight = 1;
  assert.equal(order(given), "abc");
  if (c) c.inFlight = 0;
  c?.failed();
  assert.equal(order(given), "abc");
  clock.now += 61_000;
  assert.equal(order(given), "abc");
  b?.answered(false, 1);
  assert.equal(order(given), "acb");
});

Deno.test("`in_flight` puts the least busy model first", () => {
  const given = route("in_flight");
  const [a, b, c] = given.targets.map(({ load }) => load);
  assert.equal(order(given), "abc");
  if (a) a.inFlight = 3;
  if (b) b.inFlight = 1;
  if (c) c.inFlight = 2;
  assert.equal(order(given), "bca");
});

Deno.test("`cost` puts the cheapest model for a call first, and one without a price last", () => {
  const costs: Record<string, bigint | undefined> = { a: undefined, b: 5_000n, c: 4_999n };
  assert.equal(order(route("cost"), { costOf: ({ provider }) => costs[provider] }), "cba");
});
