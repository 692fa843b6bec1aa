import assert from "node:assert/strict";
import { testTarget } from "../calls/call_fixture.ts";
import { type Circuits, createCircuits } from "./circuit.ts";
import type { ProviderKey, Target } from "./target.ts";
import { firstAnswer, isReachable } from "./resilience.ts";
import { UpstreamError } from "./upstream_error.ts";

function target(provider: string, keys = ["1"]): Target {
  return testTarget("http://127.0.0.1:9", {
    provider,
    keys: keys.map((id) => ({ id, secret: `s${id}`, weight: id === "heavy" ? 9 : 1 })),
  });
}

/** Runs a chain whose attempts `script` answers; returns the attempts and pauses. */
async function run(
  chain: Target[],
  script: (provider: string, key: ProviderKey, index: number) => unknown,
  { random = () => 0.5, circuits = createCircuits() }: { random?: () => number; circuits?: Circuits } = {},
) {
  const tried: string[] = [];
  const waits: number[] = [];
  const fallbacks: string[] = [];
  const { signal } = new AbortController();
  const attempt = ({ provider }: Target, key: ProviderKey) => {
    const result = script(provider, key, tried.push(`${provider}/${key.id}`) - 1);
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
  const onFallback = (from: string, to: string) => void fallbacks.push(`${from}>${to}`);
  const answer = await firstAnswer(chain, attempt, { circuits, signal, sleep, random, onFallback })
    .then(({ value }) => value, (error: unknown) => error);
  return { answer, tried, waits, fallbacks };
}

const failure = (status: number, more: { retryAfterMs?: number; code?: string } = {}) =>
  new UpstreamError(`status ${status}`, { status, ...more });

Deno.test("three attempts with growing backoff, then the next provider", async () => {
  const { answer, tried, waits, fallbacks } = await run(
    [target("a"), target("b")],
    (provider) => provider === "a" ? failure(500) : "fine",
  );
  assert.equal(answer, "fine");
  assert.deepEqual(tried, ["a/1", "a/1", "a/1", "b/1"]);
  assert.deepEqual(waits, [200, 400]);
  assert.deepEqual(fallbacks, ["a>b"]);
});

Deno.test("a short Retry-After is respected, and a long one ends the attempts", async () => {
  const short = await run(
    [target("a")],
    (_p, _k, index) => index === 0 ? failure(429, { retryAfterMs: 2_000 }) : "ok",
  );
  assert.deepEqual(short.waits, [2_000]);
  assert.equal(short.answer, "ok");
  const long = await run([target("a")], () => failure(429, { retryAfterMs: 60_000 }));
  assert.deepEqual(long.tried, ["a/1"]);
});

Deno.test("another key of the provider is used without a pause", async () => {
  const { answer, waits, tried } = await run(
    [target("a", ["1", "2"])],
    (_provider, _key, index) => index === 0 ? failure(429, { retryAfterMs: 60_000 }) : "ok",
  );
  assert.equal(answer, "ok");
  assert.deepEqual(waits, []);
  assert.equal(new Set(tried).size, 2);
});

Deno.test("keys are used by their weights", async () => {
  const counts: Record<string, number> = {};
  for (let i = 0; i < 100; i++) {
    const { tried } = await run([target("a", ["1", "heavy"])], () => "ok", { random: () => i / 100 });
    counts[tried[0] ?? ""] = (counts[tried[0] ?? ""] ?? 0) + 1;
  }
  assert.deepEqual(counts, { "a/1": 10, "a/heavy": 90 });
});

Deno.test("an invalid request is not retried elsewhere; a missing model and a bad key are", async () => {
  for (const [status, tried] of [[400, 1], [422, 1], [413, 1], [404, 2], [401, 2]] as const) {
    const result = await run([target("a"), target("b")], () => failure(status));
    assert.equal(result.tried.length, tried, String(status));
  }
});

Deno.test("a timeout is not retried at the same provider", async () => {
  const { tried } = await run([target("a"), target("b")], () => failure(0, { code: "timeout" }));
  assert.deepEqual(tried, ["a/1", "b/1"]);
});

Deno.test("a started answer is not retried", async () => {
  const begun = new UpstreamError("cut", { beforeFirstByte: false });
  const { tried, answer } = await run([target("a"), target("b")], () => begun);
  assert.deepEqual(tried, ["a/1"]);
  assert.equal(answer, begun);
});

Deno.test("a key with an open circuit is skipped", async () => {
  const circuits = createCircuits();
  for (let i = 0; i < 5; i++) circuits.of("a/1", "m").failed();
  const other = await run([target("a", ["1", "2"])], () => "ok", { circuits });
  assert.deepEqual(other.tried, ["a/2"]);
  const none = await run([target("a")], () => "ok", { circuits });
  assert.deepEqual(none.tried, []);
  assert.ok(none.answer instanceof UpstreamError && none.answer.code === "circuit_open");
});

Deno.test("an abort ends the pauses and does not count against the provider", async () => {
  const circuits = createCircuits();
  const aborting = new AbortController();
  const attempt = () => {
    aborting.abort(new DOMException("gone", "AbortError"));
    return Promise.reject(aborting.signal.reason);
  };
  const answer = firstAnswer([target("a"), target("b")], attempt, { circuits, signal: aborting.signal });
  await assert.rejects(answer, { name: "AbortError" });
  assert.equal(circuits.of("a/1", "m").state, "closed");
});

Deno.test("a request counts once at a circuit, for any number of attempts", async () => {
  const circuits = createCircuits();
  const circuit = circuits.of("a/1", "m");
  for (let i = 0; i < 4; i++) await run([target("a")], () => failure(500), { circuits });
  assert.equal(circuit.state, "closed", "twelve tries are four failures");
  await run([target("a")], (_p, _k, index) => index === 0 ? failure(500) : "ok", { circuits });
  assert.equal(circuit.state, "closed", "a request that was answered in the end is none");
  await run([target("a")], () => failure(500), { circuits });
  assert.equal(circuit.state, "open");
});

Deno.test("the request that probes a circuit may retry", async () => {
  let time = 0;
  const circuits = createCircuits({ now: () => time });
  const circuit = circuits.of("a/1", "m");
  for (let i = 0; i < 5; i++) circuit.failed();
  time += 5_000;
  const { answer } = await run([target("a")], (_p, _k, index) => index < 2 ? failure(500) : "ok", {
    circuits,
  });
  assert.equal(answer, "ok");
  assert.equal(circuit.state, "closed");
});

Deno.test("a chain is available while one model at one key is", () => {
  let time = 0;
  const circuits = createCircuits({ now: () => time });
  const chain = [target("a", ["1", "2"])];
  const fail = (key: string, model: string) => {
    for (let i = 0; i < 5; i++) circuits.of(key, model).failed();
  };
  fail("a/1", "m");
  fail("a/2", "other");
  assert.equal(isReachable(chain, circuits), true);
  fail("a/2", "m");
  assert.equal(isReachable(chain, circuits), false);
  time += 5_000;
  assert.equal(isReachable(chain, circuits), true, "it may be probed");
});

const tooLong = failure(400, { code: "context_length_exceeded" });

Deno.test("a request that is too long for a model goes only to models with a longer context, one by one", async () => {
  const longer = [target("long"), target("longest")];
  const chain = [{ ...target("a"), longer }, { ...target("b"), longer }];
  const { answer, tried, fallbacks } = await run(
    chain,
    (provider) => provider === "longest" ? "fine" : tooLong,
  );
  assert.equal(answer, "fine");
  assert.deepEqual(tried, ["a/1", "long/1", "longest/1"]);
  assert.deepEqual(fallbacks, ["a>long", "long>longest"]);
  const everywhere = await run(chain, () => tooLong);
  assert.equal(everywhere.answer, tooLong);
  const nowhere = await run([target("a"), target("b")], () => tooLong);
  assert.deepEqual(nowhere.tried, ["a/1"]);
  const wrong = await run(chain, () => failure(400));
  assert.deepEqual(wrong.tried, ["a/1"]);
});

Deno.test("a key's own timeout applies if it is shorter than its provider's", async () => {
  const times: number[] = [];
  const keys = [{ id: "1", secret: "s", weight: 1, timeoutMs: 700 }];
  for (const timeoutMs of [5_000, 300]) {
    const { signal } = new AbortController();
    await firstAnswer([{ ...target("a"), keys, timeoutMs }], ({ timeoutMs }) => {
      times.push(timeoutMs);
      return Promise.resolve("fine");
    }, { circuits: createCircuits(), signal });
  }
  assert.deepEqual(times, [700, 300]);
});

/** A chain of slow providers with immediate hedging; the test triggers answers and failures. */
function hedging(providers: string[], circuits = createCircuits()) {
  const chain = providers.map((provider) => ({ ...target(provider), hedgeAfterMs: 1 }));
  const tries: { provider: string; signal: AbortSignal; end: PromiseWithResolvers<string> }[] = [];
  const started = new EventTarget();
  const slow: string[] = [];
  const discarded: string[] = [];
  const controller = new AbortController();
  const answer = firstAnswer(chain, ({ provider }, _key, signal) => {
    const end = Promise.withResolvers<string>();
    signal.addEventListener("abort", () => end.reject(signal.reason));
    tries.push({ provider, signal, end });
    started.dispatchEvent(new Event("try"));
    return end.promise;
  }, {
    circuits,
    signal: controller.signal,
    sleep: () => Promise.resolve(),
    onHedge: (provider) => void slow.push(provider),
    discard: (value) => void discarded.push(value),
  });
  answer.catch(() => {});
  /** The nth attempt, once it has started. */
  const nth = async (index: number) => {
    while (tries.length <= index) {
      await new Promise((resolve) => started.addEventListener("try", resolve, { once: true }));
    }
    const attempt = tries[index];
    assert.ok(attempt);
    return attempt;
  };
  return { answer, nth, tries, slow, discarded, controller };
}

Deno.test("a second attempt starts when the first is slow; the first answer is used and the other call aborted", async () => {
  const { answer, nth, tries, slow } = hedging(["a", "b"]);
  const first = await nth(0);
  const second = await nth(1);
  assert.deepEqual(slow, ["a"]);
  second.end.resolve("from b");
  const { value, target: { provider } } = await answer;
  assert.deepEqual([value, provider], ["from b", "b"]);
  assert.ok(first.signal.aborted);
  assert.ok(!second.signal.aborted, "its stream goes on");
  assert.equal(tries.length, 2);
});

Deno.test("when one of two attempts fails the other answers, and no model is called twice", async () => {
  const { answer, nth, tries } = hedging(["a", "b"]);
  const first = await nth(0);
  const second = await nth(1);
  first.end.reject(failure(404));
  second.end.resolve("from b");
  assert.equal((await answer).value, "from b");
  assert.deepEqual(tries.map(({ provider }) => provider), ["a", "b"]);
});

Deno.test("when both attempts fail the first failure is returned; an invalid request ends both", async () => {
  const both = hedging(["a", "b"]);
  (await both.nth(1)).end.reject(failure(403));
  (await both.nth(0)).end.reject(failure(404));
  await assert.rejects(both.answer, { status: 404 });
  const wrong = hedging(["a", "b"]);
  const first = await wrong.nth(0);
  (await wrong.nth(1)).end.reject(failure(422));
  await assert.rejects(wrong.answer, { status: 422 });
  assert.ok(first.signal.aborted);
});

Deno.test("a lone model is called a second time, and a disconnecting caller ends both attempts", async () => {
  const { answer, nth, controller } = hedging(["a"]);
  const tries = [await nth(0), await nth(1)];
  controller.abort(new Error("gone"));
  await assert.rejects(answer, /gone/);
  assert.ok(tries.every(({ signal }) => signal.aborted));
});
