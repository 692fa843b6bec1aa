/** Words of the audit trail's proof. */
import { words } from "../../i18n/words.ts";

export const t = words({
  verify: ["Prove the chain", "إثبات السلسلة"],
  anchor: ["Anchor the end now", "تثبيت النهاية الآن"],
  anchored: ["The trail is anchored at event {seq}", "ثُبّت السجل عند الحدث {seq}"],
  export: ["Signed export", "تصدير موقَّع"],
  chain_good: ["The chain is whole: {n} events checked", "السلسلة سليمة؛ الأحداث المفحوصة: {n}"],
  chain_broken: ["The chain is broken at event {seq}.", "انكسرت السلسلة عند الحدث {seq}."],
  trail_broken: ["The trail is not whole.", "السجل غير سليم."],
  missing: ["An event is missing.", "حدث مفقود."],
  altered: ["An event was altered.", "غُيّر حدث."],
  unlinked: ["An event does not follow the one before.", "حدث لا يتصل بما قبله."],
  unkeyed: ["An event lacks its key.", "حدث بلا مفتاح."],
  unknown_key: ["An event has an unknown key.", "حدث بمفتاح مجهول."],
  head_missing: ["The record of the end is missing.", "سجل النهاية مفقود."],
  head_altered: ["The record of the end was altered.", "غُيّر سجل النهاية."],
  fault_anchor: ["An anchor says otherwise.", "مرساة تقول غير ذلك."],
  events: ["Events", "الأحداث"],
  anchors: ["Anchors checked", "مراسٍ فُحصت"],
  last_anchor: ["Last anchor, at event", "آخر مرساة، عند الحدث"],
  unreadable: ["Unreadable anchors", "مراسٍ غير مقروءة"],
  public_key: ["Public key", "المفتاح العام"],
});
