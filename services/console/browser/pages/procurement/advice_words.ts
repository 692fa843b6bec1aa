/** Words of the advice on a tender, and of its history. */
import { words } from "../../i18n/words.ts";

export const t = words({
  advice: ["Before the bids come", "قبل ورود العطاءات"],
  advice_words: [
    "Rules read the tender's own words; they score nobody.",
    "تقرأ القواعد نص المناقصة نفسها؛ ولا تقيّم أحدًا.",
  ],
  analyse: ["Analyse the tender", "حلّل المناقصة"],
  risks: ["Risks", "المخاطر"],
  market: ["Tenders like it", "مناقصات مشابهة"],
  recommendation: ["Advice", "النصيحة"],
  weights: ["Weights of its kind", "أوزان مثيلاتها"],
  history: ["Record of changes", "سجل التغييرات"],
  no_history: ["No change is on record", "لا تغييرات مسجَّلة"],
  when: ["When", "متى"],
  who: ["Who", "من"],
  act: ["Act", "الإجراء"],
  before: ["Before", "قبل"],
  after: ["After", "بعد"],
});
