import assert from "node:assert/strict";
import { AssessmentInput } from "./assessment_input.ts";
import { situate } from "./situation.ts";
import { riskLevel } from "./vocabulary.ts";

function input(changes: Partial<AssessmentInput> = {}): AssessmentInput {
  return {
    system_name: "s",
    system_type: "classification",
    risk_level: "limited",
    data_types: ["personal"],
    deployment_region: "AE",
    features: {},
    ...changes,
  };
}

Deno.test("a request that names no kind of data says what that is taken for", () => {
  const [note] = situate(input({ data_types: [] })).notes;
  assert.match(note?.en ?? "", /^data_types names no kind of data: taken to hold no personal data/);
  assert.match(note?.ar ?? "", /خاليًا من البيانات الشخصية/);
  assert.deepEqual(situate(input({ data_types: ["anonymous"] })).notes, []);
});

Deno.test("unknown words never make a situation easier, and are reported", () => {
  const odd = situate(input({ data_types: ["vibes"], system_type: "thing", deployment_region: "Mars" }));
  for (
    const kind of [
      "sensitive_data",
      "personal_data",
      "children_data",
      "health_data",
      "financial_data",
    ] as const
  ) {
    assert.ok(odd.situations.has(kind), kind);
  }
  assert.ok(odd.situations.has("language_model") && odd.situations.has("marketing"));
  assert.equal(odd.notes.length, 3);
});

// The closed set in both languages, with and without the words around a level.
const LEVELS: Record<string, string[]> = {
  minimal: ["minimal", "Low", "low risk", "Minimal-Risk", "منخفض", "مخاطر منخفضة", "منخفضة المخاطر", "ضئيل"],
  limited: ["limited", "Moderate", "medium risk", "محدود", "مخاطر محدودة", "متوسطة", "متوسط الخطورة"],
  high: ["HIGH", "high-risk", "Risk level: high", "critical", "عالٍ", "مخاطر عالية", "عالي المخاطر", "مرتفع"],
  unacceptable: [
    "unacceptable",
    "Unacceptable risk",
    "UNACCEPTABLE_RISK",
    "prohibited",
    "banned",
    "مخاطر غير مقبولة",
    "غير مقبول",
    "محظور",
    "المخاطر غير المقبولة",
    "خطر محظور",
  ],
};

for (const [level, texts] of Object.entries(LEVELS)) {
  Deno.test(`risk levels in both languages: ${level}`, () => {
    for (const text of texts) assert.equal(riskLevel(text), level, text);
  });
}

Deno.test("an unknown risk level is refused rather than read as an easier one", () => {
  for (
    const text of [
      "spicy",
      "not high",
      "high or low",
      "unacceptably high",
      "مقبول",
      "غير عالٍ",
      "-",
      "risk",
      "0",
    ]
  ) {
    assert.equal(riskLevel(text), undefined, text);
    const { success, error } = AssessmentInput.safeParse(input({ risk_level: text }));
    assert.ok(!success, text);
    assert.deepEqual(error.issues[0]?.path, ["risk_level"]);
  }
});

Deno.test("aliases of data, regions and types in both languages are known", () => {
  const arabic = situate(
    input({
      risk_level: "مرتفع",
      data_types: ["بيانات شخصية", "صحية"],
      deployment_region: "السعودية",
      system_type: "مساعد",
    }),
  );
  assert.deepEqual([arabic.risk, arabic.region, arabic.notes], ["high", "SA", []]);
  assert.ok(arabic.situations.has("health_data") && arabic.situations.has("sensitive_data"));
  const english = situate(
    input({
      risk_level: "Moderate",
      data_types: ["PII"],
      deployment_region: "Saudi Arabia",
      system_type: "RAG chatbot",
    }),
  );
  assert.deepEqual([english.risk, english.region], ["limited", "SA"]);
  assert.ok(english.situations.has("retrieval"));
  assert.equal(situate(input({ deployment_region: "de" })).region, "EU");
  assert.ok(!situate(input({ data_types: ["public", "synthetic"] })).situations.has("personal_data"));
});

Deno.test("a use that the type names is taken at its own risk, and said; a graver stated risk stays", () => {
  const scoring = situate(input({ system_type: "social scoring", risk_level: "minimal" }));
  assert.equal(scoring.risk, "unacceptable");
  assert.ok(scoring.situations.has("high_risk"));
  assert.match(scoring.notes[0]?.en ?? "", /social scoring.*Art\. 5.*unacceptable.*minimal was stated/u);
  assert.match(scoring.notes[0]?.ar ?? "", /التقييم الاجتماعي.*غير مقبولة.*منخفضة/u);
  const hiring = situate(input({ system_type: "CV screening", risk_level: "limited" }));
  assert.equal(hiring.risk, "high");
  assert.equal(
    situate(input({ system_type: "CV screening", risk_level: "unacceptable" })).risk,
    "unacceptable",
  );
  assert.deepEqual(situate(input({ system_type: "chatbot" })).notes, []);
});

Deno.test("a name that states a prohibited practice counts as its type does; one of a high-risk field does not", () => {
  assert.equal(situate(input({ system_name: "التقييم الاجتماعي للمواطنين" })).risk, "unacceptable");
  assert.equal(situate(input({ system_name: "Recruitment portal assistant" })).risk, "limited");
});
