import assert from "node:assert/strict";
import { requirementFeatures } from "./requirement_features.ts";
import { strictlyNamed } from "./strict_naming.ts";
import { findingFor, misreadRows } from "./sentence_finding_fixture.ts";
import { requirementReader } from "./requirement_reader.ts";
import { readStatement } from "./statement.ts";
import { WEIGHTS } from "./weighing.ts";
import { parseRequirement } from "./parsed_requirement.ts";

Deno.test("a reading below the threshold is a suggestion with quote, reason and likelihood", () => {
  const says =
    "Forty-one per cent of the contract value is sourced from factories in Oman, where we are located";
  const never = { plain: 2, rule: 2, kind: 2, weights: 2 };
  const weights = { ...WEIGHTS, sure: { met: never, not_met: never } };
  const read = requirementReader(["Local content of at least 30 %"], { asOf: "2026-11-30", weights });
  const [found] = read({ proposal: `${says}.`, listed: [] });
  const { status, quote, reason, likelihood } = found?.suggestion ?? {};
  assert.deepEqual([found?.status, found?.evidence, status, quote], ["unclear", says, "met", says]);
  assert.match(reason ?? "", /point to it; a finding needs a likelihood of 2$/);
  assert.ok((likelihood ?? 0) > 0.4 && (likelihood ?? 1) < 1);
});

Deno.test("a sentence with the requirement's words alone is a finding, unless its verb differs", () => {
  for (
    const [asks, says] of [
      ["ISO 9001 certificate", "We hold an ISO 9001 certificate."],
      ["ضمان 3 سنوات", "ضماننا 3 سنوات."],
    ] as const
  ) {
    const { status, suggestion } = findingFor(asks, says);
    assert.deepEqual([status, suggestion], ["met", undefined], says);
  }
  for (
    const [asks, says] of [
      ["Interpreters for Turkish", "We teach Turkish to interpreters."],
      ["مشغلو رافعات", "نصلح رافعات مشغلي الرافعات."],
    ] as const
  ) assert.equal(findingFor(asks, says).status, "unclear", says);
});

Deno.test("a sentence that names too few words strictly, or another item, is no finding", () => {
  for (
    const [asks, says] of [
      ["يمنع العمل يوم الجمعة", "توظف مجموعتنا 900 شخص في تسع دول."],
      ["ثلاثون سيارة على الأقل", "نحمل ترخيص هيئة الطيران المدني رقم UAV-552 لتشغيل الطائرات المسيّرة."],
      ["Prices in Omani rials", "The company's paid-up capital amounts to QAR 800,000."],
      ["Delivery of laptops within 8 weeks of order", "The beds are delivered 12 weeks after the order."],
    ] as const
  ) assert.equal(findingFor(asks, says).status, "unclear", says);
});

Deno.test("Arabic words match strictly with clitics, but not by three consonants alone", () => {
  const named = (requirementText: string, sentenceText: string) =>
    strictlyNamed(
      requirementFeatures(parseRequirement(requirementText, 2026)),
      readStatement({ text: sentenceText, question: false }, { listed: false, year: 2026 }),
    );
  assert.equal(named("سيارة", "لدينا سيارات وسائقون"), 1);
  assert.equal(named("الجمعة", "مجموعتنا كبيرة"), 0);
  assert.equal(named("سيارة", "طائرات مسيّرة"), 0);
});

Deno.test("a response is no repair, a sister model is not the offered one, and a bond is no delivery", () => {
  assert.deepEqual(
    misreadRows([
      [
        "unclear",
        "Repair of faults within four hours",
        "Our engineers acknowledge a fault within ten minutes.",
      ],
      ["met", "Repair of faults within four hours", "Our engineers repair a fault within two hours."],
      ["unclear", "إصلاح الأعطال خلال 8 ساعات", "يصل فريقنا إلى موقع الأعطال خلال ساعة."],
      [
        "unclear",
        "Pump noise level below 70 dB(A)",
        "The noise level of a smaller pump from the same range is 60 dB(A).",
      ],
      ["unclear", "Delivery within 20 days", "We hand over a performance bond within ten days."],
      ["unclear", "Bid validity of 120 days", "Our bid bond is valid for 90 days."],
      ["unclear", "مدة الضمان ثلاث سنوات", "أرفقنا ضماناً ابتدائياً سارياً مدة 120 يوماً."],
      ["unclear", "All technicians hold a first aid card", "Our senior technicians hold a first aid card."],
      ["met", "All technicians hold a first aid card", "All our technicians hold a first aid card."],
      ["unclear", "The lead firm has at least 50 engineers", "All firms together have 90 engineers."],
    ]),
    [],
  );
});
