/** Words of the search for attacks in a trial text. */
import { words } from "../../i18n/words.ts";

export const t = words({
  attack: ["Attack on the model", "هجوم على النموذج"],
  origin: ["Where the text comes from", "مصدر النص"],
  input: ["A person", "شخص"],
  tool: ["A tool's result", "نتيجة أداة"],
  document: ["A document", "مستند"],
  look_for_attack: ["Look for an attack", "ابحث عن هجوم"],
  is_attack: ["Looks like an attack", "يبدو هجومًا"],
  no_attack: ["No attack", "لا هجوم"],
});
