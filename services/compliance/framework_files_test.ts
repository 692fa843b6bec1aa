import assert from "node:assert/strict";
import type { LoadedFramework } from "./framework.ts";
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
});

/** All texts of a framework in one language, with where they stand. */
function texts(framework: LoadedFramework, lang: "en" | "ar"): [string, string][] {
  const { id, name, version, status, effective, requirements } = framework;
  return [
    [`${id} name`, name[lang]],
    [`${id} version`, version[lang]],
    [`${id} status`, status?.[lang] ?? ""],
    ...effective.map(({ date, what }): [string, string] => [`${id} ${date}`, what[lang]]),
    ...requirements.flatMap((one): [string, string][] =>
      [one.ref, one.title, one.description, one.remediation].map((text) => [`${id} ${one.id}`, text[lang]])
    ),
  ];
}

Deno.test("no text of a built-in framework is left in the other language", async () => {
  const { frameworks } = await readFrameworks([built]);
  // Names of standards, of bodies and of the NIST functions stay as they are.
  const names =
    /(EN )?ISO\/IEC|NIST|OWASP|ECC-\d|CITRA|GOVERN|MAP|MEASURE|MANAGE|LLM\d\d:\d{4}|\(EU\)|A(\.\d+)+|AI \d|\([a-e]\)|الملحق A/g;
  for (const framework of frameworks) {
    for (const [where, text] of texts(framework, "en")) {
      assert.doesNotMatch(text, /\p{Script=Arabic}/u, where);
    }
    for (const [where, text] of texts(framework, "ar")) {
      assert.doesNotMatch(text.replaceAll(names, ""), /[a-z]{2,}/i, `${where}: ${text}`);
      if (/[a-z]/i.test(text) || /^[\d.\-]*$/.test(text)) continue;
      assert.match(text, /\p{Script=Arabic}/u, where);
    }
  }
});

Deno.test("the Arabic of the built-in frameworks keeps to one word for one thing", async () => {
  const { frameworks } = await readFrameworks([built]);
  const instead = [
    ["سحب الموافقة", "العدول عن الموافقة"],
    ["القرارات الآلية", "القرارات المؤتمتة"],
    ["مدد الحفظ", "مدد الاحتفاظ"],
    ["أثناء الحفظ", "أثناء التخزين"],
    ["حق الوصول", "حق الاطلاع"],
    ["الخروق ", "الخروقات "],
    ["إخفاء الهوية", "الترميز بأسماء مستعارة"],
  ];
  for (const framework of frameworks) {
    for (const [where, text] of texts(framework, "ar")) {
      for (const [word = "", better] of instead) assert.ok(!text.includes(word), `${where}: ${better}`);
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
  assert.match((await fault(GOOD.replace("region: AE", "region: UAE"))).reason, /region: must be a code/);
  assert.match((await fault(GOOD.replace('ref: "1"', "ref: { en: Art. 1, ar: Art. 1b }"))).reason, /ref\.ar/);
  assert.equal((await fault("id: [")).line, 1);
  assert.match((await fault("[".repeat(5_000))).reason, /nested too deeply/);
});

Deno.test("aliases, tags and repeated keys are refused", async () => {
  assert.deepEqual(await fault(GOOD.replace("name: {", "name: &n {") + "status: *n\n"), {
    file: "f.yaml",
    line: 17,
    reason: "aliases are not taken",
  });
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
    await Deno.writeFile(`${dir}/d.yaml`, new Uint8Array([0x69, 0x64, 0x3a, 0x20, 0xff]));
    await Deno.symlink(`${dir}/gone.yaml`, `${dir}/e.yaml`);
    await Deno.writeTextFile(`${dir}/kept.txt`, GOOD.replace("id: mine", "id: linked"));
    await Deno.symlink(`${dir}/kept.txt`, `${dir}/f.yaml`);
    const { frameworks, faults } = await readFrameworks([dir]);
    assert.deepEqual(frameworks.map(({ id }) => id), ["mine", "linked"]);
    assert.deepEqual(faults.map(({ file }) => file), ["b.yaml", "c.yaml", "d.yaml", "e.yaml"]);
    assert.match(faults[2]?.reason ?? "", /not UTF-8/);
    assert.match(faults[3]?.reason ?? "", /cannot be read: NotFound/);
    assert.match(faults[1]?.reason ?? "", /already that of a\.yaml/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});
