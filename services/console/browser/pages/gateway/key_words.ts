/** Words of the form of keys. */
import { words } from "../../i18n/words.ts";

export const t = words({
  edit: ["Edit the key", "تعديل المفتاح"],
  changed: ["{name} is changed", "عُدّل {name}"],
  never_expires: ["Empty: never", "فارغ: لا ينتهي"],
  more: ["More settings", "إعدادات أخرى"],
  timeout: ["Longest wait for a model, seconds", "أطول انتظار لنموذج بالثواني"],
  timeout_help: ["Empty: as its provider allows", "فارغ: كما يسمح المزوّد"],
  cache: [
    "Answer equal requests from memory for, seconds",
    "الإجابة عن الطلبات المتطابقة من الذاكرة، بالثواني",
  ],
  cache_help: ["Empty: never", "فارغ: أبدًا"],
  skips: ["May ask to skip the guard", "يجوز له أن يطلب تخطي الحارس"],
  passes: ["May call a provider's own routes", "يجوز له استدعاء مسارات المزوّد نفسها"],
});
