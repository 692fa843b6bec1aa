import fc from "fast-check";
import assert from "node:assert/strict";
import { createRegistry } from "lib/telemetry/metrics.ts";

Deno.test("render() writes counters, gauges and histograms as Prometheus reads them", async () => {
  const registry = createRegistry();
  const jobs = registry.counter({ name: "jobs_total", help: "Jobs", labels: ["outcome", "kind"] });
  jobs.inc({ outcome: "ok", kind: "a" });
  jobs.inc({ kind: "a", outcome: "ok" }, 2.5);
  registry.counter({ name: "none_total", help: "Never counted" });
  registry.gauge({ name: "level", help: "Level", labels: ["of"] }).set({ of: "sea" }, -Infinity);
  registry.read({ name: "read_now", help: "Read" }, () => Promise.resolve(7));
  registry.read({ name: "unreadable", help: "Read" }, () => Promise.reject(new Error("no")));
  const times = registry.histogram({ name: "seconds", help: "Times", labels: ["of"], buckets: [0.1, 1] });
  for (const value of [0.05, 0.1, 0.5, 3]) times.with({ of: "x" }).observe(value);
  assert.equal(
    await registry.render(),
    [
      "# HELP jobs_total Jobs",
      "# TYPE jobs_total counter",
      'jobs_total{outcome="ok",kind="a"} 3.5',
      "# HELP none_total Never counted",
      "# TYPE none_total counter",
      "none_total 0",
      "# HELP level Level",
      "# TYPE level gauge",
      'level{of="sea"} -Inf',
      "# HELP read_now Read",
      "# TYPE read_now gauge",
      "read_now 7",
      "# HELP seconds Times",
      "# TYPE seconds histogram",
      'seconds_bucket{le="0.1",of="x"} 2',
      'seconds_bucket{le="1",of="x"} 3',
      'seconds_bucket{le="+Inf",of="x"} 4',
      'seconds_sum{of="x"} 3.65',
      'seconds_count{of="x"} 4',
      "",
    ].join("\n"),
  );
});

Deno.test("labels may hold any text: each sample stays on one line and can be read back", async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary", maxLength: 50 }), async (value) => {
    const registry = createRegistry();
    registry.counter({ name: "c_total", help: 'a\nb\\"', labels: ["of"] }).inc({ of: value });
    const lines = (await registry.render()).split("\n");
    assert.equal(lines.length, 4);
    const found = /^c_total\{of="((?:[^"\\]|\\[\\n"])*)"\} 1$/su.exec(lines[2] ?? "")?.[1] ?? "missing";
    const read = found.replace(/\\(.)/gu, (_, one) => one === "n" ? "\n" : one);
    assert.equal(read, value.toWellFormed());
  }));
});

Deno.test("beyond the bound all new label sets are one, and earlier counts stay", async () => {
  const registry = createRegistry({ maxSeries: 3 });
  const counter = registry.counter({ name: "c_total", help: "C", labels: ["of"] });
  for (let i = 0; i < 100; i++) counter.inc({ of: `n${i}` });
  counter.inc({ of: "n0" });
  const samples = (await registry.render()).split("\n").filter((line) => line.startsWith("c_total"));
  assert.deepEqual(samples, [
    'c_total{of="n0"} 2',
    'c_total{of="n1"} 1',
    'c_total{of="n2"} 1',
    'c_total{of="other"} 97',
  ]);
});

Deno.test("names that Prometheus does not know, doubled names and counters that fall are refused", () => {
  const registry = createRegistry();
  const counter = registry.counter({ name: "c_total", help: "C" });
  assert.throws(() => counter.inc({}, -1), RangeError);
  assert.throws(() => counter.inc({}, NaN), RangeError);
  assert.throws(() => registry.gauge({ name: "c_total", help: "C" }), /exists already/);
  assert.throws(() => registry.gauge({ name: "no name", help: "C" }), /invalid name/);
  assert.throws(() => registry.gauge({ name: "name", help: "C", labels: ["a-b"] }), /invalid name/);
});
