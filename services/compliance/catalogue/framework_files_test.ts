import assert from "node:assert/strict";
import { EVIDENCE } from "./evidence.ts";
import { keysOf, type LoadedFramework, sentenceOf } from "./framework.ts";
import { builtIn } from "./built_in_fixture.ts";
import { parseFramework, readFrameworks } from "./framework_files.ts";

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
    shown_by: { all: [has_dpo] }
`;

async function fault(text: string) {
  const parsed = await parseFramework(text, "f.yaml");
  assert.ok("reason" in parsed, "a fault was expected");
  return parsed;
}

Deno.test("every built-in framework is read without a fault, in both languages, its ids its own", () => {
  const { frameworks, faults } = builtIn;
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
    ...requirements.flatMap((requirement): [string, string][] =>
      [requirement.ref, requirement.title, requirement.description, requirement.remediation].map((
        text,
      ) => [`${id} ${requirement.id}`, text[lang]])
    ),
  ];
}

Deno.test("no text of a built-in framework is left in the other language", () => {
  const { frameworks } = builtIn;
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

Deno.test("the built-in frameworks use consistent Arabic terms", () => {
  const { frameworks } = builtIn;
  const instead = [
    ["سحب الموافقة", "العدول عن الموافقة"],
    ["القرارات الآلية", "القرارات المؤتمتة"],
    ["مدد الحفظ", "مدد الاحتفاظ"],
    ["أثناء الحفظ", "أثناء التخزين"],
    ["حق الوصول", "حق الاطلاع"],
    ["الخروق ", "الخروقات "],
    ["إخفاء الهوية", "الترميز بأسماء مستعارة"],
  ];
  const sentences = [...EVIDENCE].map(([key, { ar }]): [string, string] => [key, ar]);
  for (const all of [sentences, ...frameworks.map((framework) => texts(framework, "ar"))]) {
    for (const [where, text] of all) {
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
  assert.match((await fault(GOOD.replace("has_dpo", "has_DPO"))).reason, /shown_by/);
  assert.match((await fault(GOOD.replace("has_dpo", "has_dpo, has_dpo"))).reason, /shown_by/);
  assert.match(
    (await fault(GOOD.replace("has_dpo", "has_magic"))).reason,
    /shown_by: has_magic: "evidence" must say/,
  );
  assert.match(
    (await fault(`${GOOD}    claimed_by: { all: [has_dpo] }\n`)).reason,
    /claimed_by/,
    "only switches claim",
  );
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
    reason: "YAML aliases are not supported",
  });
  const bomb = `a: &a [x,x,x,x,x,x,x,x]\n${
    "bcdefghi".split("").map((c, i) => `${c}: &${c} [${Array(8).fill("*" + "abcdefgh"[i])}]`).join("\n")
  }`;
  await fault(bomb);
  await fault(GOOD.replace('version: "1"', 'version: !!js/function "function(){}"'));
  await fault(GOOD + "id: again\n");
});

Deno.test("a bad file of a folder is skipped and named, the rest are served", async () => {
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
    assert.match(faults[1]?.reason ?? "", /already used by a\.yaml/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("links within the folder are followed, links out of it are not", async () => {
  const root = await Deno.makeTempDir();
  try {
    const dir = `${root}/frameworks`;
    // As a mounted ConfigMap is: files link to a folder that is swapped whole.
    await Deno.mkdir(`${dir}/..2026`, { recursive: true });
    await Deno.writeTextFile(`${dir}/..2026/a.yaml`, GOOD);
    await Deno.symlink("..2026", `${dir}/..data`);
    await Deno.symlink("..data/a.yaml", `${dir}/a.yaml`);
    await Deno.mkdir(`${root}/frameworks-secret`);
    await Deno.writeTextFile(`${root}/frameworks-secret/b.yaml`, GOOD.replace("id: mine", "id: secret"));
    await Deno.symlink(`${root}/frameworks-secret/b.yaml`, `${dir}/b.yaml`);
    await Deno.symlink("../frameworks-secret/b.yaml", `${dir}/c.yaml`);
    await Deno.symlink(`${root}/frameworks-secret`, `${dir}/out`);
    await Deno.symlink("out/b.yaml", `${dir}/d.yaml`);
    const { frameworks, faults } = await readFrameworks([dir]);
    assert.deepEqual(frameworks.map(({ id }) => id), ["mine"]);
    assert.deepEqual(faults.map(({ file, reason }) => [file, reason]), [
      ["b.yaml", "is a link to a file outside of the folder"],
      ["c.yaml", "is a link to a file outside of the folder"],
      ["d.yaml", "is a link to a file outside of the folder"],
    ]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("each requirement says in both languages what would show it", async () => {
  const { frameworks } = builtIn;
  for (const framework of frameworks) {
    for (const { id, shown_by } of framework.requirements) {
      for (const key of keysOf(shown_by)) {
        const { en, ar } = sentenceOf(framework, key);
        assert.ok(en !== key && /\p{Script=Arabic}/u.test(ar), `${framework.id} ${id} ${key}`);
      }
    }
  }
  const own = await parseFramework(
    GOOD.replace("has_dpo", "has_magic") + "evidence:\n  has_magic: { en: Magic works, ar: السحر يعمل }\n",
    "f.yaml",
  );
  assert.ok(!("reason" in own), JSON.stringify(own));
  assert.equal(sentenceOf(own, "has_magic").en, "Magic works");
});

Deno.test("records of processing under the Saudi law are Art. 31", () => {
  const { frameworks } = builtIn;
  const ksa = frameworks.find(({ id }) => id === "ksa-pdpl");
  const records = ksa?.requirements.filter(({ title }) => /Records of processing/.test(title.en));
  assert.deepEqual(records?.map(({ ref }) => [ref.en, ref.ar]), [["Art. 31", "المادة 31"]]);
});
