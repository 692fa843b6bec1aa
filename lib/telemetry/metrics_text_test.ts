import assert from "node:assert/strict";
import { createRegistry } from "lib/telemetry/metrics.ts";
import { boundSeries, countsOf, mergeMetrics } from "lib/telemetry/metrics_text.ts";

/** The metrics of a process that answered `count` requests for `model`, with the gauge `open` and a level. */
async function textOf(
  { count, model, open, level }: { count: number; model: string; open: number; level: number },
) {
  const registry = createRegistry();
  registry.counter({ name: "calls_total", help: "Calls\nof models", labels: ["model"] }).inc(
    { model },
    count,
  );
  registry.read({ name: "open", help: "Open" }, () => open);
  registry.gauge({ name: "level", help: "Level", labels: ["place"] }).set({ place: "a } b" }, level);
  const seconds = registry.histogram({ name: "seconds", help: "Time", buckets: [1, 10] }).with({});
  for (let i = 0; i < count; i++) seconds.observe(i);
  return await registry.render();
}

const across = (name: string) => name === "level" ? "max" : "sum";

Deno.test("mergeMetrics() adds counters and histograms, and gauges as they say", async () => {
  const one = await textOf({ count: 3, model: "m", open: 2, level: 0 });
  const two = await textOf({ count: 12, model: "m", open: 5, level: 2 });
  assert.deepEqual(mergeMetrics([one, two], across).split("\n"), [
    "# HELP calls_total Calls\\nof models",
    "# TYPE calls_total counter",
    'calls_total{model="m"} 15',
    "# HELP open Open",
    "# TYPE open gauge",
    "open 7",
    "# HELP level Level",
    "# TYPE level gauge",
    'level{place="a } b"} 2',
    "# HELP seconds Time",
    "# TYPE seconds histogram",
    'seconds_bucket{le="1"} 4',
    'seconds_bucket{le="10"} 14',
    'seconds_bucket{le="+Inf"} 15',
    "seconds_sum 69",
    "seconds_count 15",
    "",
  ]);
});

Deno.test("mergeMetrics() of one text is that text, and keeps what only one process has", async () => {
  const one = await textOf({ count: 3, model: "a b", open: 2, level: 1 });
  const two = await textOf({ count: 4, model: 'b"\\', open: 1, level: 1 });
  assert.equal(mergeMetrics([one], across), one);
  const lines = mergeMetrics([one, two], across).split("\n");
  assert.ok(lines.includes('calls_total{model="a b"} 3'));
  assert.ok(lines.includes('calls_total{model="b\\"\\\\"} 4'));
});

Deno.test("countsOf() leaves out levels: those of a process that ended are gone, its counts are not", async () => {
  const gone = countsOf(await textOf({ count: 3, model: "m", open: 2, level: 9 }));
  const alive = await textOf({ count: 1, model: "m", open: 1, level: 1 });
  const lines = mergeMetrics([alive, gone], across).split("\n");
  assert.ok(lines.includes('calls_total{model="m"} 4'));
  assert.ok(lines.includes("open 1"));
  assert.ok(lines.includes('level{place="a } b"} 1'));
  assert.ok(lines.includes("seconds_count 4"));
});

Deno.test("boundSeries() adds label sets beyond the bound up as others, histograms whole", async () => {
  const registry = createRegistry();
  const calls = registry.counter({ name: "calls_total", help: "Calls", labels: ["model", "tenant"] });
  const seconds = registry.histogram({ name: "seconds", help: "Time", labels: ["model"], buckets: [1] });
  for (let n = 0; n < 5; n++) {
    calls.inc({ model: `m${n}`, tenant: 'a="b' }, n + 1);
    seconds.with({ model: `m${n}` }).observe(n);
  }
  const text = boundSeries(countsOf(await registry.render()), 2);
  assert.deepEqual(text.split("\n").filter((line) => line.startsWith("calls_total")), [
    'calls_total{model="m0",tenant="a=\\"b"} 1',
    'calls_total{model="m1",tenant="a=\\"b"} 2',
    'calls_total{model="other",tenant="other"} 12',
  ]);
  assert.deepEqual(
    text.split("\n").filter((line) => line.includes('model="other"') && /^seconds/.test(line)),
    [
      'seconds_bucket{le="1",model="other"} 0',
      'seconds_bucket{le="+Inf",model="other"} 3',
      'seconds_sum{model="other"} 9',
      'seconds_count{model="other"} 3',
    ],
  );
  assert.equal(boundSeries(text, 3), text);
});
