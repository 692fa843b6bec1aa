import assert from "node:assert/strict";
import { z } from "zod";
import { detectInjection } from "./detect_injection.ts";
import { PLACES, THRESHOLD } from "./sign.ts";

const Labelled = z.object({
  label: z.enum(["attack", "benign"]),
  language: z.enum(["en", "ar"]),
  place: z.enum(PLACES),
  kind: z.string(),
  text: z.string(),
});

/** The share of a file's texts with this label that are classified as attacks. */
async function flagged(file: string, label: "attack" | "benign"): Promise<number> {
  const lines = (await Deno.readTextFile(new URL(`./labelled/${file}`, import.meta.url))).trim().split("\n");
  const texts = lines.map((line) => Labelled.parse(JSON.parse(line))).filter((one) => one.label === label);
  const found = texts.filter(({ text, place }) => detectInjection(text, place).score >= THRESHOLD);
  return found.length / texts.length;
}

Deno.test("the working set's attacks are found, its look-alikes are not", async () => {
  assert.ok(await flagged("working.jsonl", "attack") >= 0.9);
  assert.ok(await flagged("working.jsonl", "benign") <= 0.05);
});

// The held-out set was evaluated once, after the rules were finished; no rule was changed for it.
Deno.test("on the held-out set the results equal those of the first evaluation", async () => {
  assert.ok(await flagged("held_out.jsonl", "attack") >= 0.81);
  assert.ok(await flagged("held_out.jsonl", "benign") <= 0.16);
});
