import assert from "node:assert/strict";
import { parseFramework, readFrameworks } from "./framework_files.ts";

const built = new URL("./frameworks/", import.meta.url);

const GOOD = `
id: mine
version: "1"
name: { en: Mine, ar: إطاري }
region: AE
nature: voluntary_guidance
sources: [here]
requirements:
  - id: M-1
    ref: "1"
    title: { en: Title, ar: عنوان }
    description: { en: Text, ar: نص }
    remediation: { en: Do it, ar: افعله }
    category: privacy
    weight: 3
    checks: { all: [has_audit_trail, "x:dpo"] }
`;

async function fault(text: string) {
  const parsed = await parseFramework(text, "f.yaml");
  assert.ok("reason" in parsed, "a fault was expected");
  return parsed;
}

Deno.test("every built-in framework is read without a fault, in both languages, its ids its own", async () => {
  const { frameworks, faults } = await readFrameworks([built]);
  assert.deepEqual(faults, []);
  const ids = frameworks.map(({ id }) => id);
  for (
    const id of [
      "ksa-pdpl",
      "sdaia-ai-ethics",
      "ksa-nca-ecc",
      "difc-reg10",
      "adgm-dpr",
      "om-pdpl",
      "bh-pdpl",
      "kw-dppr",
      "qa-pdppl",
      "qa-ai-guidelines",
    ]
  ) {
    assert.ok(ids.includes(id), id);
  }
  for (const { requirements } of frameworks) {
    for (const { title, description, remediation } of requirements) {
      for (const { en } of [title, description, remediation]) assert.doesNotMatch(en, /\p{Script=Arabic}/u);
    }
  }
});

Deno.test("a good file is read, with the hash of its bytes", async () => {
  const parsed = await parseFramework(GOOD, "f.yaml");
  assert.ok(!("reason" in parsed));
  assert.match(parsed.sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual(parsed.requirements[0]?.applies_when, []);
});

Deno.test("a fault names its line and reason", async () => {
  assert.partialDeepStrictEqual(await fault(GOOD.replace("weight: 3", "weight: 9")), { line: 15 });
  assert.match((await fault(GOOD.replace("weight: 3", "weight: 9"))).reason, /requirements\.0\.weight/);
  assert.match((await fault(GOOD.replace(", ar: نص", ""))).reason, /description\.ar/);
  assert.match((await fault(GOOD.replace("ar: نص", "ar: text"))).reason, /description\.ar/);
  assert.match((await fault(GOOD.replace("x:dpo", "x:DPO"))).reason, /checks/);
  assert.match((await fault(GOOD + GOOD.slice(GOOD.indexOf("  - id: M-1")))).reason, /M-1 is there twice/);
  assert.match((await fault(GOOD + "colour: red\n")).reason, /colour/);
  assert.equal((await fault("id: [")).line, 1);
});

Deno.test("aliases, tags and repeated keys are refused", async () => {
  await fault(GOOD.replace("name: {", "name: &n {") + "status: *n\n");
  const bomb = `a: &a [x,x,x,x,x,x,x,x]\n${
    "bcdefghi".split("").map((c, i) => `${c}: &${c} [${Array(8).fill("*" + "abcdefgh"[i])}]`).join("\n")
  }`;
  await fault(bomb);
  await fault(GOOD.replace('version: "1"', 'version: !!js/function "function(){}"'));
  await fault(GOOD + "id: again\n");
});

Deno.test("a bad file of a folder is left out and named, the rest are served", async () => {
  const dir = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${dir}/a.yaml`, GOOD);
    await Deno.writeTextFile(`${dir}/b.yaml`, "nonsense: true");
    await Deno.writeTextFile(`${dir}/c.yaml`, GOOD);
    const { frameworks, faults } = await readFrameworks([dir]);
    assert.deepEqual(frameworks.map(({ id }) => id), ["mine"]);
    assert.deepEqual(faults.map(({ file }) => file), ["b.yaml", "c.yaml"]);
    assert.match(faults[1]?.reason ?? "", /already that of a\.yaml/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
