/**
 * Every English text of a service that the console's Arabic pages show has an Arabic translation, matched
 * exactly.
 */
import assert from "node:assert/strict";
import { effectiveSettings } from "lib/installation/effective_settings.ts";
import { PLATFORM } from "../all.ts";
import { BENCHMARK_SAYINGS } from "../console/browser/i18n/sayings/benchmark_sayings.ts";
import { ISSUE_SAYINGS } from "../console/browser/i18n/sayings/issue_sayings.ts";
import { PLATFORM_MEANINGS } from "../console/browser/i18n/sayings/platform_meanings.ts";
import { SERVICE_MEANINGS } from "../console/browser/i18n/sayings/service_meanings.ts";
import { TOOL_SAYINGS } from "../console/browser/i18n/sayings/tool_sayings.ts";
import { inArabic, sayingsIn } from "../console/shared/sayings.ts";
import { BUILT_IN } from "../evaluation/benchmarks/built_in.ts";
import { sharedPlatform } from "./platform_fixture.ts";

/** Sentences that the code composes, with their results. */
const PUT_TOGETHER: Record<string, string[]> = {
  "Row 7 of the goods 7": ["goods", "entries"].flatMap((rows) => [
    `Row 2 of the ${rows} has an empty cell where words stand in the others`,
    `Row 2 of the ${rows} has a word that may be misread`,
  ]),
  "Row 7 of the entries 7": [],
  "Page 7 has 7 with ink in which nothing was read: a picture, a stamp, a signature or handwriting": [
    "Page 2 has an area with ink in which nothing was read: a picture, a stamp, a signature or handwriting",
    "Page 2 has 3 areas with ink in which nothing was read: a picture, a stamp, a signature or handwriting",
  ],
  "7, not 7": [
    "The last balance is 1.00, not 2.00",
    "Opening 1.00 + credits 2.00 − debits 0.50 is 2.50, not 3.00",
  ],
};

const unknownIn = (table: string, sentences: string[]) => {
  const arabic = inArabic(sayingsIn(table));
  return sentences.filter((sentence) => arabic(sentence) === undefined);
};

Deno.test("what every setting does is known in Arabic", () => {
  const meanings = PLATFORM.flatMap(({ env }) =>
    effectiveSettings(env, {}, () => undefined).map(({ meaning }) => meaning)
  );
  assert.ok(meanings.length > 300);
  assert.deepEqual(unknownIn(PLATFORM_MEANINGS + SERVICE_MEANINGS.trimStart(), meanings), []);
});

Deno.test("the built-in benchmarks are known in Arabic", () => {
  const said = BUILT_IN.flatMap(({ name, description = "" }) => [name, description]);
  assert.deepEqual(unknownIn(BENCHMARK_SAYINGS, said), []);
});

Deno.test("the built-in tools of agents are known in Arabic", async () => {
  const platform = await sharedPlatform();
  const answer = await fetch(`${platform.addresses.get("agents")}/api/v1/tools`, {
    headers: { authorization: `Bearer ${await platform.token("user")}` },
  });
  const tools: { description: string }[] = await answer.json();
  assert.ok(tools.length > 10);
  assert.deepEqual(unknownIn(TOOL_SAYINGS, tools.map(({ description }) => description)), []);
});

Deno.test("the doubts and contradictions that documents may have are known in Arabic", async () => {
  const found: string[] = [];
  for (const folder of ["understanding/", "types/"]) {
    await gather(new URL(`../documents/${folder}`, import.meta.url), found);
  }
  assert.ok(found.length > 40, String(found.length));
  const wholes = found.flatMap((sentence) => PUT_TOGETHER[sentence] ?? [sentence]);
  assert.deepEqual(unknownIn(ISSUE_SAYINGS, wholes), []);
});

Deno.test("each saying has its Arabic with the same parts, and none stands twice", () => {
  for (const table of [BENCHMARK_SAYINGS, ISSUE_SAYINGS, PLATFORM_MEANINGS, SERVICE_MEANINGS, TOOL_SAYINGS]) {
    const sayings = sayingsIn(table);
    assert.equal(new Set(sayings.map(([english]) => english)).size, sayings.length);
    for (const [english, arabic] of sayings) {
      const parts = (text: string) => (text.match(/\{[a-z]\w*\}/g) ?? []).toSorted();
      assert.deepEqual(parts(arabic), parts(english), english);
      assert.match(arabic, /\p{Script=Arabic}/u, english);
      assert.doesNotMatch(english, /\p{Script=Arabic}/u);
    }
  }
});

/** The sentences of issues and doubts in the files of a folder, with 7 in place of each value. */
async function gather(folder: URL, found: string[]): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await gather(new URL(`${name}/`, folder), found);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) {
      found.push(...sentencesIn(await Deno.readTextFile(new URL(name, folder))));
    }
  }
}

/** Texts that the code calls an issue, a reason or a doubt. */
function sentencesIn(code: string): string[] {
  const sentences: string[] = [];
  for (const { index, 0: start } of code.matchAll(/\b(?:issue|reason|doubt)\??\s*[:=]\s*(?=["`])/g)) {
    const text = literalAt(code, index + start.length);
    // A single word is a name, and schemas have examples.
    if (text.includes(" ")) sentences.push(text);
  }
  return sentences;
}

function literalAt(code: string, at: number): string {
  const quote = code[at];
  let text = "";
  for (let i = at + 1; i < code.length && code[i] !== quote; i++) {
    if (quote === "`" && code.startsWith("${", i)) {
      i = endOfValue(code, i + 2);
      text += "7";
    } else if (code[i] === "\\") text += code[++i];
    else text += code[i];
  }
  return text;
}

/** The end of a template's `${…}`, whose own texts may contain braces and quotes. */
function endOfValue(code: string, from: number): number {
  let depth = 0;
  for (let i = from; i < code.length; i++) {
    if (code[i] === "{") depth++;
    else if (code[i] === "}" && depth-- === 0) return i;
  }
  return code.length;
}
