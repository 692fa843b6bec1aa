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

/** Runs a chain whose attempts end as `script` says, and tells what was tried and how long was waited. */
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

Deno.test("three tries with growing pauses, then the next provider", async () => {
  const { answer, tried, waits, fallbacks } = await run(
    [target("a"), target("b")],
    (provider) => provider === "a" ? failure(500) : "fine",
  );
  assert.equal(answer, "fine");
  assert.deepEqual(tried, ["a/1", "a/1", "a/1", "b/1"]);
  assert.deepEqual(waits, [200, 400]);
  assert.deepEqual(fallbacks, ["a>b"]);
});

Deno.test("Retry-After is honoured when it is short, and ends the tries when it is long", async () => {
  const short = await run(
    [target("a")],
    (_p, _k, index) => index === 0 ? failure(429, { retryAfterMs: 2_000 }) : "ok",
  );
  assert.deepEqual(short.waits, [2_000]);
  assert.equal(short.answer, "ok");
  const long = await run([target("a")], () => failure(429, { retryAfterMs: 60_000 }));
  assert.deepEqual(long.tried, ["a/1"]);
});

Deno.test("another key of the provider is tried at once", async () => {
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

Deno.test("a request that is at fault goes nowhere else; a missing model and a bad key do", async () => {
  for (const [status, tried] of [[400, 1], [422, 1], [413, 1], [404, 2], [401, 2]] as const) {
    const result = await run([target("a"), target("b")], () => failure(status));
    assert.equal(result.tried.length, tried, String(status));
  }
});

Deno.test("a timeout is not tried again at the same provider", async () => {
  const { tried } = await run([target("a"), target("b")], () => failure(0, { code: "timeout" }));
  assert.deepEqual(tried, ["a/1", "b/1"]);
});

Deno.test("what has begun to answer is not tried again", async () => {
  const begun = new UpstreamError("cut", { beforeFirstByte: false });
  const { tried, answer } = await run([target("a"), target("b")], () => begun);
  assert.deepEqual(tried, ["a/1"]);
  assert.equal(answer, begun);
});

Deno.test("a key whose circuit is open is passed over", async () => {
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

Deno.test("a request counts once at a circuit, however often it was tried", async () => {
  const circuits = createCircuits();
  const circuit = circuits.of("a/1", "m");
  for (let i = 0; i < 4; i++) await run([target("a")], () => failure(500), { circuits });
  assert.equal(circuit.state, "closed", "twelve tries are four failures");
  await run([target("a")], (_p, _k, index) => index === 0 ? failure(500) : "ok", { circuits });
  assert.equal(circuit.state, "closed", "a request that was answered in the end is none");
  await run([target("a")], () => failure(500), { circuits });
  assert.equal(circuit.state, "open");
});

Deno.test("the request that probes a circuit may try again", async () => {
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

Deno.test("a chain can be asked while one model of it at one key can", () => {
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
