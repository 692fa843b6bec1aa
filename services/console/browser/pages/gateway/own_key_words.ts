/** Words of a holder's own key and the keys that they make. */
import { words } from "../../i18n/words.ts";

export const t = words({
  own: ["My key", "مفتاحي"],
  own_budget: ["Budget of the key", "ميزانية المفتاح"],
  team_budget: ["Budget of the team {team}", "ميزانية الفريق {team}"],
  no_budget: ["no budget of its own", "بلا ميزانية خاصة"],
  own_keys: ["Keys that I made", "مفاتيح أنشأتها"],
  own_keys_words: [
    "You may make keys within what your team is allowed: {left} of {total} left.",
    "يجوز لك إنشاء مفاتيح ضمن ما سُمح لفريقك: بقي {left} من {total}.",
  ],
  each: ["Each may spend {limit} at most.", "وأكثر ما ينفقه كل منها {limit}."],
  none: ["None yet", "لا شيء بعد"],
  self_service: ["Keys that each holder may make alone", "المفاتيح التي يجوز لكل صاحب مفتاح إنشاؤها وحده"],
  self_service_help: ["Empty: none", "فارغ: لا شيء"],
  self_budget: [
    "Most that each may spend, US dollars ({period})",
    "أكثر ما ينفقه كل منها بالدولار ({period})",
  ],
});
