/** Faults of a request at their fields, in the reader's language where their code is known. */
import type { ApiFailure } from "../api.ts";
import { lang } from "../prefs.ts";
import { codeLabels } from "./words.ts";

/** A fault and its place in what was sent. */
export interface FaultAt {
  loc: (string | number)[];
  msg: string;
  /** A code for programs. */
  type: string;
}

/** The faults of a refused body, each with its place in it. */
export function faultsIn({ details }: ApiFailure): FaultAt[] {
  return details.filter(({ loc }) => loc[0] === "body").map((fault) => ({
    ...fault,
    loc: fault.loc.slice(1),
  }));
}

const known = codeLabels({
  too_small: ["Too little is given here", "القيمة هنا أقل من المسموح"],
  too_big: ["Too much is given here", "القيمة هنا أكثر من المسموح"],
  invalid_type: ["Something is missing here", "ينقص هنا شيء أو نوعه غير صحيح"],
  invalid_format: ["This has another form", "الصيغة غير صحيحة"],
  invalid_value: ["This is none of the allowed values", "ليست من القيم المسموحة"],
  invalid_union: ["This fits none of the allowed forms", "لا تطابق أيًّا من الصيغ المسموحة"],
  unrecognized_keys: ["There is a field that is not known", "فيها حقل غير معروف"],
  bad_text: ["There are characters that cannot be stored", "فيها محارف لا يمكن حفظها"],
  not_found: ["There is no such thing", "لا يوجد شيء كهذا"],
  no_json: ["This is not JSON", "هذا ليس JSON صالحًا"],
  labels_number: ["Labels and choices differ in number", "عدد الرموز لا يساوي عدد الخيارات"],
  labels_twice: ["Two choices have one label", "لخيارين رمز واحد"],
  checks_missing: ["Checks are missing: write them as JSON", "الشروط ناقصة: اكتبها بصيغة JSON"],
  target_missing: ["The right answer is missing", "الجواب الصحيح ناقص"],
  target_no_number: ["The right answer is not a number", "الجواب الصحيح ليس عددًا"],
  target_no_refusal: [
    "The right answer has to be refuse or answer",
    "يجب أن يكون الجواب الصحيح refuse أو answer",
  ],
  target_pattern: ["The pattern cannot be read", "تعذّرت قراءة النمط"],
  target_no_label: ["Mark which choice is right", "حدّد الخيار الصحيح"],
  choices_missing: ["Choices are missing", "الخيارات ناقصة"],
  id_twice: ["Another question has this id", "لسؤال آخر هذا المعرّف"],
  model_missing: ["Name a model, or give an answer", "سمِّ نموذجًا أو اكتب جوابًا"],
});

/** The fault for people: the service's own English sentence, which says more, else the words for its code. */
export function faultText({ msg, type }: FaultAt): string {
  const words = known(type);
  const isKnown = words !== type.replaceAll("_", " ");
  return lang.value === "en" && msg ? msg : isKnown ? words : msg;
}
