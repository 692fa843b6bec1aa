import assert from "node:assert/strict";
import { normalized } from "./normal_form.ts";
import { stanceOf } from "./stance.ts";

const stanceIn = (text: string) => stanceOf(normalized(text), { requirementText: "", question: false });

Deno.test("a consent, a free service and a number without extras are no negations", () => {
  for (
    const text of [
      "We have no objection to payment after sixty days",
      "We accept the conditions with no deviations whatsoever",
      "Sixteen operatives work on each shift, not counting the supervisor",
      "You will not be charged a fils for the water",
      "لا مانع لدينا من الدفع بعد ستين يوماً",
      "لا اعتراض لدينا على غرامات التأخير",
      "ندرب المشغلين أسبوعاً دون أن نتقاضى مقابلاً",
      "نستبدل الكتاب خلال يوم ودون مقابل",
    ]
  ) assert.equal(stanceIn(text).negations, 0, text);
  for (
    const text of [
      "We have not accepted the conditions",
      "We will not charge batteries",
      "لا نقبل الدفع بعد ستين يوماً",
      "ندرب المشغلين دون اختبار",
    ]
  ) assert.equal(stanceIn(text).negations, 1, text);
});

Deno.test("a period counted from an event of the contract is neither pending nor conditional", () => {
  for (
    const text of [
      "A 60-month guarantee, starting on the day of delivery",
      "يظل عرضنا ملزماً اعتباراً من يوم فتح المظاريف",
      "الضمان سنتان ابتداءً من تاريخ التسليم",
    ]
  ) assert.equal(stanceIn(text).pending, false, text);
  for (const text of ["We are starting a branch there", "نعمل هناك اعتباراً من العام القادم"]) {
    assert.equal(stanceIn(text).pending, true, text);
  }
  assert.equal(stanceIn("نصل خلال ساعة من لحظة تسجيل البلاغ").conditional, false);
  assert.equal(stanceIn("نصل خلال ساعة من لحظة يتصل العميل").conditional, true);
});
