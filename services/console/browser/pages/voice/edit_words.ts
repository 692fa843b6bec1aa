/** Words of a transcript's sound and of putting it right. */
import { words } from "../../i18n/words.ts";

export const t = words({
  sound: ["The recording", "التسجيل"],
  choose_words: [
    "The service keeps no sound. Choose the recording here, and a sentence plays when it is clicked; the file stays in this browser.",
    "لا تحفظ الخدمة الصوت. اختر التسجيل هنا فتُسمع كل جملة بالنقر عليها؛ ويبقى الملف في هذا المتصفح.",
  ],
  choose_sound: ["Choose the recording", "اختر التسجيل"],
  edit: ["Correct", "تصحيح"],
  edit_at: ["Correct the sentence at {time}", "تصحيح ما قيل عند {time}"],
  edited: ["The sentence is corrected", "صُحّحت الجملة"],
  undo: ["Undo", "تراجع"],
  edited_by: ["Corrected by", "صحّحه"],
});
