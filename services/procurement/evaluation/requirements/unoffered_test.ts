import assert from "node:assert/strict";
import { itemsOf, missingItems } from "./items.ts";
import { normalized } from "./normal_form.ts";
import { misreadRows, type Row } from "./sentence_finding_fixture.ts";
import { requirementFeatures } from "./requirement_features.ts";
import { parseRequirement } from "./parsed_requirement.ts";
import { readStatement } from "./statement.ts";
import { stanceOf } from "./stance.ts";
import { isPartialQuantity, offersNothing } from "./unoffered.ts";

const askingFor = (text: string) => requirementFeatures(parseRequirement(text, 2026));
const stated = (text: string) => readStatement({ text, question: false }, { listed: false, year: 2026 });
const unoffered = (requirementText: string, sentenceText: string) =>
  offersNothing(askingFor(requirementText), stated(sentenceText));
const ofAPart = (requirementText: string, sentenceText: string) =>
  isPartialQuantity(askingFor(requirementText), stated(sentenceText));

function reads(rows: Row[]): void {
  assert.deepEqual(misreadRows(rows), []);
}

Deno.test("a duty quoted from the tender is no offer", () => {
  assert.ok(unoffered("Monthly pest control", "The terms of reference prescribe monthly pest control."));
  assert.ok(unoffered("مكافحة الحشرات شهرياً", "بحسب كراسة الشروط الصادرة عن البلدية تكافح الحشرات شهرياً."));
  assert.ok(unoffered("غسل الخزانات كل شهر", "على المقاول غسل الخزانات كل شهر."));
  assert.ok(!unoffered("Monthly pest control", "Our crew carries out pest control every month."));
});

Deno.test("an item that depends on a choice or an approval is no offer", () => {
  assert.ok(unoffered("Vegetarian meals", "Vegetarian meals are cooked for guests who request them."));
  assert.ok(
    unoffered("Cover of dental care", "Dental care is covered in the cases which the insurer accepts."),
  );
  assert.ok(unoffered("وجبات نباتية", "تُعدّ وجبات نباتية لمن أراد."));
  assert.ok(unoffered("تغطية علاج الأسنان", "يُغطى علاج الأسنان في الحالات التي يقبلها الطبيب."));
  assert.ok(!unoffered("Vegetarian meals", "Vegetarian meals are cooked every day."));
});

Deno.test("a stock or product range is no offer, unless a stock is required", () => {
  assert.ok(unoffered("LED luminaires", "LED luminaires are part of our catalogue."));
  assert.ok(unoffered("مصابيح موفرة للطاقة", "في مستودعاتنا مصابيح موفرة للطاقة."));
  assert.ok(!unoffered("Stock of spare filters", "Spare filters are in our product range."));
  assert.ok(!unoffered("مخزون من المرشحات", "المرشحات في مخازننا."));
});

Deno.test("a quantity per batch, box or hour with the number of these is no total", () => {
  assert.ok(ofAPart("Supply of 9,000 brochures", "We deliver 30 parcels, each of 400 brochures."));
  assert.ok(ofAPart("توريد 9,000 كتيب", "نورد 30 طرداً في كل طرد 400 كتيب."));
  assert.ok(!ofAPart("Supply of 9,000 brochures", "We deliver 8,000 brochures."));
  reads([
    ["unclear", "Supply of 9,000 brochures", "We deliver 30 parcels, each of 400 brochures."],
    ["not_met", "Supply of 9,000 brochures", "We will supply 8,000 brochures."],
  ]);
});

Deno.test("a partner is a third party, even if a company is required", () => {
  const required = normalized("أن تكون لدى الشركة خبرة سبع سنوات في الجيولوجيا");
  const elsewhere = (text: string) =>
    stanceOf(normalized(text), { requirementText: required, question: false }).elsewhere;
  assert.ok(elsewhere("لشريكنا خبرة تسع سنوات في الجيولوجيا"));
  assert.ok(elsewhere("عمل المدير، قبل أن ينشئ شركتنا، تسع سنوات في الجيولوجيا"));
  assert.ok(!elsewhere("لشركتنا خبرة تسع سنوات في الجيولوجيا"));
});

Deno.test("if two items share the head noun, the qualifier distinguishes them", () => {
  const missing = (requirementText: string, sentenceText: string) =>
    missingItems(itemsOf(normalized(requirementText)), normalized(sentenceText).split(" "));
  assert.equal(missing("Steel ladders, wooden ladders and ropes", "Steel ladders and ropes"), 1);
  assert.equal(
    missing("Steel ladders, wooden ladders and ropes", "Wooden ladders, steel ladders and ropes"),
    0,
  );
  assert.equal(missing("سلالم، كراسي خشبية وكراسي معدنية", "سلالم وكراسي خشبية"), 1);
});
