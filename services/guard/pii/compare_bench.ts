/** The time of `detect()` as a multiple of a well-known library's, measured in turns within one run. */
import { Redactor } from "@redactpii/node";
import { detect } from "./detect.ts";
import { ENGLISH, PROSE } from "./pii_bench.ts";

const TEXTS: Record<string, string> = {
  "English prose": ENGLISH.repeat(500).slice(0, 100_000),
  "English and Arabic prose": PROSE,
  "one sentence": "Please write to ali@example.com or call +971 50 123 4567 before Tuesday.",
};
/** Both goals and limits are twice the library's time, but for mixed prose, where each character is read once more. */
const LIMITS: Record<string, number> = { "English and Arabic prose": 3 };
const ROUNDS = 60;
const WARM = 10;

const redactor = new Redactor();
const least = { theirs: Infinity, ours: Infinity };

/** The least time of a call, of as many calls as take a measurable time. */
function timed(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) work();
  return (performance.now() - start) / calls;
}

for (const [name, text] of Object.entries(TEXTS)) {
  const limit = LIMITS[name] ?? 2;
  Deno.bench({
    name: `PII: ${name} by detect(), as a multiple of @redactpii/node (limit ${limit})`,
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
      if (ratio > limit) throw new Error(`${name}: ${ratio.toFixed(2)} times, more than ${limit}`);
    },
  });
}
