/**
 * Counters, gauges and histograms in Prometheus' text format (0.0.4), with a bounded number of label sets.
 *
 * ```ts
 * const registry = createRegistry();
 * const jobs = registry.counter({ name: "jobs_total", help: "Finished jobs", labels: ["outcome"] });
 * jobs.inc({ outcome: "ok" });
 * registry.render();
 * ```
 */

import { type Across, mergeMetrics, sampleText } from "lib/telemetry/metrics_text.ts";

/** The content type of `render`. */
export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The values of a metric's labels. */
export type Labels<L extends string = string> = Readonly<Record<L, string>>;

/** The name of a metric, its meaning, and the names of its labels. */
export interface MetricOptions<L extends string> {
  /** Letters, digits, `_` and `:`; a counter's ends in `_total`. */
  name: string;
  /** A line for people. */
  help: string;
  /** Names of its labels; none when absent. */
  labels?: readonly L[];
}

/** Options of a gauge: how it is merged over the processes of a service. */
export interface LevelOptions<L extends string> extends MetricOptions<L> {
  /** Summed when absent. */
  across?: Across;
}

/** Only grows. */
export interface Counter<L extends string = never> {
  /** Adds one, or `by`, which must not be negative. */
  inc(labels: Labels<L>, by?: number): void;
}

/** Goes up and down. */
export interface Gauge<L extends string = never> {
  /** Sets its value. */
  set(labels: Labels<L>, value: number): void;
}

/** Counts values in buckets. */
export interface Histogram<L extends string = never> {
  /** Binds a label set, for frequent observations. */
  with(labels: Labels<L>): { observe(value: number): void };
}

/** A registry of metrics. */
export interface Registry {
  /** A new counter. */
  counter<L extends string = never>(options: MetricOptions<L>): Counter<L>;
  /** A new gauge. */
  gauge<L extends string = never>(options: LevelOptions<L>): Gauge<L>;
  /** A gauge without labels that is read at each render; left out when reading it fails. */
  read(options: Omit<LevelOptions<never>, "labels">, read: () => number | Promise<number>): void;
  /** A new histogram with these upper bounds, ascending. */
  histogram<L extends string = never>(
    options: MetricOptions<L> & { buckets: readonly number[] },
  ): Histogram<L>;
  /** Called before each `render`, for values that are counted elsewhere. */
  beforeRender(collect: () => void | Promise<void>): void;
  /** All metrics as text, with those of the other processes of the service. */
  render(): Promise<string>;
  /** The metrics of this process as text. */
  own(): Promise<string>;
}

/** The values of a metric by their label sets. */
interface Family<L extends string, T> {
  find(labels: Labels<L>): { value: T };
  lines(): string;
}

/** The text of one value. */
interface Rendering<T> {
  type: "counter" | "gauge" | "histogram";
  empty(): T;
  lines(name: string, labels: string, value: T): string;
}

function createFamily<L extends string, T>(
  { name, help, labels = [] }: MetricOptions<L>,
  { type, empty, lines }: Rendering<T>,
  maxSeries: number,
): Family<L, T> {
  const series = new Map<string, { value: T }>();
  if (labels.length === 0) series.set("", { value: empty() });
  const added = (text: string): { value: T } => {
    const known = series.get(text);
    if (known) return known;
    const made = { value: empty() };
    series.set(text, made);
    return made;
  };
  return {
    find(given) {
      const text = labels.map((label) => `${label}="${quoted(given[label])}"`).join(",");
      const isFull = series.size >= maxSeries && !series.has(text);
      return added(isFull ? labels.map((label) => `${label}="other"`).join(",") : text);
    },
    lines() {
      const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
      return head + [...series].map(([text, { value }]) => lines(name, text, value)).join("");
    },
  };
}

const numeric = (type: "counter" | "gauge"): Rendering<number> => ({
  type,
  empty: () => 0,
  lines: (name, labels, value) => `${sample(name, labels)} ${sampleText(value)}\n`,
});

interface Buckets {
  counts: number[];
  sum: number;
}

const inBuckets = (buckets: readonly number[]): Rendering<Buckets> => ({
  type: "histogram",
  empty: () => ({ counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 }),
  lines: (name, labels, { counts, sum }) => histogramLines(name, labels, { buckets, counts, sum }),
});

function observe(kept: Buckets, buckets: readonly number[], value: number): void {
  let bucket = 0;
  while (bucket < buckets.length && value > (buckets[bucket] ?? Infinity)) bucket++;
  kept.counts[bucket] = (kept.counts[bucket] ?? 0) + 1;
  kept.sum += value;
}

/**
 * A registry; beyond `maxSeries` label sets of a metric, all labels of a new one become `other`. `others`
 * returns the metrics of the other processes of the service, given this one's.
 */
export function createRegistry(
  { maxSeries = 1_000, others }: { maxSeries?: number; others?: (own: string) => Promise<string[]> } = {},
): Registry {
  const across = new Map<string, Across>();
  const metrics = new Map<string, () => string | Promise<string>>();
  const collectors: (() => void | Promise<void>)[] = [];

  function family<L extends string, T>(options: MetricOptions<L>, rendering: Rendering<T>): Family<L, T> {
    const { name, labels = [] } = options;
    if (!/^[a-zA-Z_:][\w:]*$/.test(name) || labels.some((label) => !/^[a-zA-Z_]\w*$/.test(label))) {
      throw new Error(`invalid name of a metric or label: ${name} ${labels}`);
    }
    if (metrics.has(name)) throw new Error(`the metric ${name} exists already`);
    const created = createFamily(options, rendering, maxSeries);
    metrics.set(name, created.lines);
    return created;
  }

  const withOthers = async (text: string) =>
    others ? mergeMetrics([text, ...await others(text)], (name) => across.get(name) ?? "sum") : text;

  async function own(): Promise<string> {
    await Promise.all(collectors.map((collect) => collect()));
    return (await Promise.all([...metrics.values()].map((lines) => lines()))).join("");
  }

  return {
    counter: (options) => countingIn(options.name, family(options, numeric("counter"))),
    gauge(options) {
      const { find } = family(options, numeric("gauge"));
      across.set(options.name, options.across ?? "sum");
      return { set: (labels, value) => void (find(labels).value = value) };
    },
    read({ name, help, across: many = "sum" }, read) {
      const { find, lines } = family<never, number>({ name, help }, numeric("gauge"));
      across.set(name, many);
      metrics.set(name, async () => {
        try {
          find({}).value = await read();
        } catch {
          return "";
        }
        return lines();
      });
    },
    histogram({ buckets, ...options }) {
      const { find } = family(options, inBuckets(buckets));
      return {
        with(labels) {
          const { value: kept } = find(labels);
          return { observe: (value) => observe(kept, buckets, value) };
        },
      };
    },
    beforeRender: (collect) => void collectors.push(collect),
    own,
    render: async () => await withOthers(await own()),
  };
}

function countingIn<L extends string>(name: string, { find }: Family<L, number>): Counter<L> {
  return {
    inc(labels, by = 1) {
      if (!(by >= 0)) throw new RangeError(`${name} only grows`);
      find(labels).value += by;
    },
  };
}

function histogramLines(
  name: string,
  labels: string,
  { buckets, counts, sum }: { buckets: readonly number[]; counts: readonly number[]; sum: number },
): string {
  let total = 0;
  const lines = [...buckets, Infinity].map((bound, index) => {
    total += counts[index] ?? 0;
    const all = [`le="${sampleText(bound)}"`, labels].filter(Boolean).join(",");
    return `${sample(`${name}_bucket`, all)} ${total}\n`;
  });
  return `${lines.join("")}${sample(`${name}_sum`, labels)} ${sampleText(sum)}\n${
    sample(`${name}_count`, labels)
  } ${total}\n`;
}

function sample(name: string, labels: string): string {
  return labels ? `${name}{${labels}}` : name;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

// Labels hold outside names; longer ones are cut to this length.
const MAX_LABEL = 200;

function quoted(text: string): string {
  return escaped(text.slice(0, MAX_LABEL).toWellFormed()).replaceAll('"', '\\"');
}
