import assert from "node:assert/strict";
import { readText } from "lib/pdf/pdf_fixture.ts";
import { testOnEngines } from "lib/testing.ts";
import { levelOf } from "../certificates/level.ts";
import { DATABASE, SCREENED, served, SHOWN, situatedReport, SYSTEM } from "../compliance_fixture.ts";
import type { AssessmentInput } from "./assessment_input.ts";
import { answeredRisk, ScreeningInput, screeningLacks, screeningOf } from "./screening.ts";

const THRESHOLDS = { certified: 80, frameworkFloor: 70, conditional: 60, coverage: 80 };
const QUESTIONS = ScreeningInput.keyof().options;
const STATES = [undefined, "yes", "no"] as const;

function verdict(changes: Partial<AssessmentInput>, frameworks = ["eu-ai-act"]): string {
  const report = situatedReport(frameworks, {
    system_name: "Helper",
    system_type: "chatbot",
    risk_level: "limited",
    features: SHOWN,
    ...changes,
  });
  const earned = levelOf(report, THRESHOLDS);
  return "level" in earned ? earned.level : earned.missing.join("; ");
}

Deno.test("each combination of answers names its open questions, and a practice that is there is unacceptable", () => {
  for (let code = 0; code < STATES.length ** QUESTIONS.length; code++) {
    const answers = QUESTIONS.map((_, at) => STATES[Math.floor(code / STATES.length ** at) % STATES.length]);
    const screening = ScreeningInput.parse(
      Object.fromEntries(QUESTIONS.map((question, at) => [question, answers[at]])),
    );
    const lacks = screeningLacks(screeningOf({ system_name: "Helper", system_type: "chatbot", screening }));
    const named = lacks.map((lack) => /screening\.(\w+) has no answer/.exec(lack)?.[1]);
    assert.deepEqual(named, QUESTIONS.filter((_, at) => answers[at] === undefined), String(code));
    const practised = QUESTIONS.some((question, at) => question !== "annex_iii" && answers[at] === "yes");
    const least = screening.annex_iii === "yes" ? "high" : undefined;
    assert.equal(answeredRisk(screening), practised ? "unacceptable" : least, String(code));
  }
});

Deno.test("the EU AI Act certifies no system with an open question or a practice, however well it scores", () => {
  assert.equal(verdict({ screening: SCREENED }), "certified");
  assert.equal(verdict({ screening: { ...SCREENED, annex_iii: "yes" } }), "certified");
  for (const system_name of ["Mind control ads", "إعلانات تتحكم في العقول"]) {
    assert.match(verdict({ system_name }), /screening\.manipulation has no answer: Art\. 5.*المادة 5/);
  }
  for (const question of QUESTIONS) {
    const open = new RegExp(`screening\\.${question} has no answer`);
    assert.match(verdict({}), open);
    assert.match(verdict({ screening: { ...SCREENED, [question]: undefined } }), open);
    assert.match(verdict({ screening: { ...SCREENED, [question]: undefined } }, ["gdpr", "eu-ai-act"]), open);
    if (question === "annex_iii") continue;
    const practised = { screening: { ...SCREENED, [question]: "yes" as const } };
    assert.match(verdict(practised), /unacceptable risk is never certified/);
    assert.doesNotMatch(verdict(practised), /no screening/);
    assert.match(verdict(practised, ["gdpr"]), /unacceptable risk is never certified/);
  }
  assert.equal(verdict({}, ["gdpr"]), "certified");
});

Deno.test("a no that the description contradicts is flagged and withholds the certificate", () => {
  for (
    const [system_type, screening, use] of [
      ["recruitment", SCREENED, /employment/],
      ["فرز السير الذاتية", SCREENED, /employment/],
      ["social scoring of citizens", SCREENED, /social scoring/],
      ["recruitment", { ...SCREENED, annex_iii: "yes" }, null],
      ["chatbot", SCREENED, null],
    ] as const
  ) {
    const contradiction = screeningOf({ system_name: "Helper", system_type, screening })?.contradicted_by;
    if (use) assert.match(contradiction?.en ?? "", use);
    else assert.equal(contradiction, null);
    const earned = verdict({ system_type, screening });
    if (use) assert.match(earned, /the screening denies what the description states/, system_type);
    else assert.equal(earned, "certified", system_type);
  }
});

testOnEngines(
  "POST /certificate answers 409 with the open questions, and 201 once they are answered",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql);
    const system = { ...SYSTEM, deployment_region: "EU", features: SHOWN };
    const certificate = { organization: "City", issued_to: "Data", valid_months: 12 };
    const open = await call("POST", "/assess?framework_ids=eu-ai-act", system);
    assert.equal(open.status, 201);
    assert.equal((await call("GET", `/reports/${open.body.id}`)).body.screening, null);
    const refused = await call("POST", `/certificate?report_id=${open.body.id}`, certificate);
    assert.equal(refused.status, 409);
    assert.match(JSON.stringify(refused.body), /screening\.social_scoring has no answer/);

    const wrong = await call("POST", "/assess?framework_ids=eu-ai-act", {
      ...system,
      screening: { ...SCREENED, social_scoring: "perhaps" },
    });
    assert.equal(wrong.status, 422);
    assert.match(JSON.stringify(wrong.body), /social_scoring/);

    const full = await call("POST", "/assess?framework_ids=eu-ai-act", { ...system, screening: SCREENED });
    const kept = await call("GET", `/reports/${full.body.id}`);
    assert.equal(kept.body.screening.answers.length, QUESTIONS.length);
    assert.match(kept.body.screening.answers[2].text.ar, /المادة 5/);
    assert.equal(kept.body.screening.answers[2].answer, "no");
    assert.ok(kept.body.assessed_by);
    assert.ok(kept.body.assessed_at);
    assert.equal((await call("POST", `/certificate?report_id=${full.body.id}`, certificate)).status, 201);
  },
);

/** The words of a PDF, each without the marks and order of its drawing; Arabic ones read from the right. */
async function wordsOf(response: Response): Promise<string[]> {
  const text = await readText(await response.bytes());
  return text.split(/\s+/).flatMap((word) =>
    /\p{Script=Arabic}/u.test(word) ? [Array.from(word).reverse().join(""), word] : [word]
  );
}

testOnEngines(
  "the certificate's and the assessment's PDF show each answer of the screening, who gave it and when",
  DATABASE,
  async (sql) => {
    const { call } = await served(sql, () => Date.parse("2026-11-23T09:41:00Z"));
    const asked = { ...SYSTEM, risk_level: "limited", features: SHOWN };
    const assess = async (screening?: ScreeningInput) =>
      (await call("POST", "/assess?framework_ids=eu-ai-act", { ...asked, screening }, "manager", "noura"))
        .body;
    const { id } = await assess({ ...SCREENED, annex_iii: "yes" });
    const { body } = await call("POST", `/certificate?report_id=${id}`, {
      organization: "o",
      issued_to: "i",
    });
    const paper = (await call("GET", `/certificates/${body.certificate_id}/pdf`)).response;
    const words = await wordsOf(paper);
    // The declaration says "no accredited certification and no legal advice".
    const count = (list: string[], word: string) => list.filter((entry) => entry === word).length;
    const practices = QUESTIONS.length - 1;
    for (const word of ["5(1)(a):", "5(1)(h):", "III:", "noura,", "2026-11-23", "09:41"]) {
      assert.ok(words.includes(word), word);
    }
    for (const word of ["الملحق", "بيومتريًا", "حميمة"]) {
      assert.ok(words.some((other) => sameLetters(other, word)), word);
    }
    assert.equal(words.filter((word) => word.includes("noura")).length, 2);
    assert.deepEqual([count(words, "no"), count(words, "yes")], [practices + 1, 1]);
    for (const lang of ["en", "ar"] as const) {
      const open = await assess({ manipulation: "yes" });
      const said = await wordsOf(
        (await call("GET", `/reports/${open.id}/export?format=pdf&lang=${lang}`)).response,
      );
      assert.ok(said.includes("09:41") && said.some((text) => text.includes("noura")), lang);
      if (lang === "en") assert.deepEqual([count(said, "yes"), count(said, "answered")], [1, practices]);
      else {
        assert.equal(said.filter((text) => sameLetters(text, "نعم")).length, 1);
        assert.equal(said.filter((text) => sameLetters(text, "إجابة")).length, practices);
      }
    }
    const plain = await assess();
    const without = await wordsOf((await call("GET", `/reports/${plain.id}/export?format=pdf`)).response);
    assert.equal(count(without, "5(1)(a):"), 0);
  },
);

/** Whether two words have the same letters, vowel marks aside. */
function sameLetters(text: string, other: string): boolean {
  const bare = (word: string) => word.normalize("NFKC").replace(/\p{M}/gu, "");
  return bare(text) === bare(other);
}
