/** Counts on the labelled sets, as they are in the README; a change of the reading moves them here, too. */
import assert from "node:assert/strict";
import { z } from "zod";
import { RULE_TYPES } from "../policies/policy.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { readingOf } from "./reading.ts";

const Labelled = z.object({
  found: z.boolean(),
  rule_type: z.enum(RULE_TYPES),
  rule_config: z.record(z.string(), z.unknown()),
  text: z.string(),
});
type Labelled = z.output<typeof Labelled>;

function isFound({ rule_type, rule_config, text }: Labelled): boolean {
  const set = compilePolicies([
    { id: "1", name: "policy", rule_type, action: "block", rule_config: JSON.stringify(rule_config) },
  ]);
  const reading = readingOf(text);
  const { violations } = set.pii.find(reading, { direction: "input", pii: {}, json: false });
  return violations.length + set.match(reading).length > 0;
}

async function setOf(name: string): Promise<Labelled[]> {
  const lines = await Deno.readTextFile(new URL(`./labelled/${name}.jsonl`, import.meta.url));
  return lines.trim().split("\n").map((line) => Labelled.parse(JSON.parse(line)));
}

/** By set: the disguised texts that are missed. Of rare kinds many are not read. */
const MISSED = {
  usual_first: 0,
  // A telephone number that is reserved for films.
  usual_last: 1,
  rare_1: 9,
  rare_2: 6,
  rare_3: 18,
  rare_4: 17,
  rare_5: 9,
  rare_6: 38,
};

for (const [name, most] of Object.entries(MISSED)) {
  Deno.test(`of the disguised texts in ${name} at most ${most} are missed, and no harmless one is found`, async () => {
    const texts = await setOf(name);
    const missed = texts.filter((text) => text.found && !isFound(text));
    assert.ok(missed.length <= most, JSON.stringify(missed.map(({ text }) => text), null, 1));
    assert.deepEqual(texts.filter((text) => !text.found && isFound(text)), []);
  });
}
