/** Merges metrics of several processes, in the Prometheus text format (0.0.4). */

/** How a gauge is merged; counters and histograms always add up. */
export type Across = "sum" | "max" | "min";

interface Family {
  /** Its HELP and TYPE lines. */
  head: string[];
  type: string;
  samples: Map<string, number>;
}

/**
 * Merges the texts of several processes. Counters and histograms add up; a gauge is summed unless `acrossOf`
 * names another rule. Metrics that only some processes have are kept.
 */
export function mergeMetrics(texts: readonly string[], acrossOf: (name: string) => Across): string {
  const merged = new Map<string, Family>();
  for (const text of texts) {
    for (const [name, { head, type, samples }] of familiesOf(text)) {
      const family = merged.get(name) ?? { head, type, samples: new Map<string, number>() };
      merged.set(name, family);
      const across = type === "gauge" ? acrossOf(name) : "sum";
      for (const [key, value] of samples) {
        const before = family.samples.get(key);
        family.samples.set(key, before === undefined ? value : together(across, before, value));
      }
    }
  }
  return textOf(merged);
}

/** The counters and histograms of a text, which outlive their process. */
export function countsOf(text: string): string {
  return textOf(new Map([...familiesOf(text)].filter(([, { type }]) => type !== "gauge")));
}

/** The text with at most `most` label sets of each metric; later ones are added up under `other`. */
export function boundSeries(text: string, most: number): string {
  const families = familiesOf(text);
  for (const family of families.values()) {
    const sets = new Set<string>();
    const samples = new Map<string, number>();
    for (const [key, value] of family.samples) {
      const set = labelsOf(key);
      const isWithin = sets.size < most || sets.has(set);
      if (isWithin) sets.add(set);
      const kept = isWithin ? key : withoutValues(key);
      samples.set(kept, (samples.get(kept) ?? 0) + value);
    }
    family.samples = samples;
  }
  return textOf(families);
}

// The bound of a bucket is not a caller's label.
const LABEL = /(?<![\w])(?!le=)([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g;

/** The labels of a sample without the bucket's bound, which identify a histogram. */
function labelsOf(key: string): string {
  return (key.match(LABEL) ?? []).join(",");
}

function withoutValues(key: string): string {
  return key.replaceAll(LABEL, '$1="other"');
}

/** A number as the format writes it. */
export function sampleText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}

function familiesOf(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let family: Family | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [, kind, name = "", type = ""] = line.split(" ", 4);
      family = families.get(name) ?? { head: [], type: "", samples: new Map() };
      families.set(name, family);
      family.head.push(line);
      if (kind === "TYPE") family.type = type;
      continue;
    }
    // Labels may contain blanks, the value never does.
    const at = line.lastIndexOf(" ");
    if (at > 0) family?.samples.set(line.slice(0, at), Number(line.slice(at + 1).replace("Inf", "Infinity")));
  }
  return families;
}

function together(across: Across, a: number, b: number): number {
  if (across === "max") return Math.max(a, b);
  return across === "min" ? Math.min(a, b) : a + b;
}

function textOf(families: ReadonlyMap<string, Family>): string {
  return [...families.values()].map(({ head, samples }) =>
    [...head, ...Array.from(samples, ([key, value]) => `${key} ${sampleText(value)}`), ""].join("\n")
  ).join("");
}
