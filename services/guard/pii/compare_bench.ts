/** Compares the time of `detect()` with a well-known library's; both alternate within one run. */
import { Redactor } from "@redactpii/node";
import { detect } from "./detect.ts";
import { ENGLISH, PROSE } from "./bench_texts.ts";

/** A contiguous string, as a body parser returns it. A concatenated one is four times as slow to read. */
const whole = (text: string): string => JSON.parse(JSON.stringify(text));

const TEXTS: Record<string, string> = {
  "English prose": whole(ENGLISH.repeat(500).slice(0, 100_000)),
  "English and Arabic prose": whole(PROSE),
  "one sentence": "Please write to ali@example.com or call +971 50 123 4567 before Tuesday.",
};
/** The maximum ratio: at least half of the library's speed. */
const LIMIT = 2;
const ROUNDS = 60;
const WARM = 10;

const redactor = new Redactor();
const least = { theirs: Infinity, ours: Infinity };

/** The minimum time of a call, over enough calls for a measurable time. */
function timed(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) work();
  return (performance.now() - start) / calls;
}

for (const [name, text] of Object.entries(TEXTS)) {
  Deno.bench({
    name: `PII: ${name} by detect(), as a multiple of @redactpii/node (limit ${LIMIT})`,
    n: 1,
    warmup: 0,
    fn() {
      Object.assign(least, { theirs: Infinity, ours: Infinity });
      const calls = text.length < 1_000 ? 500 : 1;
      for (let round = 0; round < ROUNDS + WARM; round++) {
        const theirs = timed(() => redactor.redact(text), calls);
        const ours = timed(() => detect(text), calls);
        if (round < WARM) continue;
        least.theirs = Math.min(least.theirs, theirs);
        least.ours = Math.min(least.ours, ours);
      }
      const ratio = least.ours / least.theirs;
      if (ratio > LIMIT) throw new Error(`${name}: ${ratio.toFixed(2)} times, more than ${LIMIT}`);
    },
  });
}
