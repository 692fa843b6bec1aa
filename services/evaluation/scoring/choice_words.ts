/** A set of words that are written one after the other. */
export function wordSet(words: string): Set<string> {
  return new Set(words.split(" "));
}

/** These say that what they stand with is the answer. */
export const STRONG = wordSet(
  "answer answers correct right choose chose choosing chosen pick picked select selected option options choice choices go going went so therefore thus hence leaves leaving leave remains remained remaining final best say but actually instead realised realized turns think believe conclude wait correction sorry " +
    "الاجابه الاجابة الإجابة الجواب الصحيح الصحيحة الصحيحه صحيح صحيحة اختار اخترت ساختار اختياري الخيار فالخيار الاختيار الحرف اذن اذا لذا لذلك فالاجابة فالجواب فالصحيح يبقى فيبقى تبقى ويبقى يتبقى المتبقي بقي فبقي بقيت تبقت النهائي النهائية الانسب الصواب والصواب لكن ولكن بل اعتقد ارى ارجح تبين اتضح الاجابتان الصحيحتان الخياران",
);
export const WEAK = wordSet(
  "thought guessed maybe might perhaps if could initially first wondered suppose ظننت ظننتها ربما لو كنت حسبت لعل افترض اولا",
);
// These deny the choices after them in the clause, or those before where none follows.
export const NEGATORS = wordSet(
  "not no never isn't aren't cannot can't won't neither nor eliminate eliminated eliminates eliminating exclude excluded excluding reject rejected rule rules ruled rather don't doesn't didn't wasn't " +
    "none ليس ليست ليسا ليسوا ليستا فليسا فليسوا فليستا وليس وليست لا ولا فلا لن فلن لم ولم فلم غير وغير استبعد نستبعد استبعدت استثني استبعاد",
);
// These deny the choices before them in the clause, or those after where none precedes.
export const WRONG = wordSet(
  "incorrect wrong false mistake mistaken untrue invalid impossible خطا خاطئ خاطئة خاطئه مستبعد مستبعدة مستحيل باطل خطأ",
);
export const BREAKS = wordSet(
  "so therefore but however actually thus hence because since though although while whereas as leaving instead wait correction sorry " +
    "ثم تبين اتضح لكن ولكن اذن لذا لذلك بل لان بينما اما واما حيث فان فانه فانها فيبقى ويبقى فالصحيح فالاجابة فالجواب",
);
/** Arabic writes و and ف together with the word that follows. */
export function hasWord(words: Set<string>, word: string): boolean {
  return words.has(word) || (/^[وف]\p{L}{3}/u.test(word) && words.has(word.slice(1)));
}

/** A clause that begins with these speaks of another choice, unless it says that this one is right. */
export const CONTRASTS = wordSet("اما واما while whereas");
export const RIGHT = wordSet(
  "answer correct right الاجابة الجواب الصحيح الصحيحة صحيح صحيحة الصواب المناسب الانسب فالاجابة فالجواب",
);
/** These take back what was said before. */
export const RETRACTS = wordSet("wait actually correction sorry but بل لكن ولكن عفوا تصحيح");
/** The choices after these are meant, not those before. */
export const CHOOSERS = wordSet("= choose pick select chose picked selected اختار اخترت ساختار نختار");
export const WRONG_MARKS = /^[✗✘❌✖]$/u;
export const RIGHT_MARKS = /^[✓✔✅☑]$/u;
export const JOINERS = wordSet("and or & و او ، , /");
export const CUES = wordSet(
  "option choice letter answer number is pick choose حرف الخيار الحرف رقم هو هي الاجابة الجواب",
);
export const MARKS = /^[.!?؟;؛,،:\n—–]$/u;

export const POINTERS = wordSet("it that this that's it's هذا هذه ذلك انها");
export const DOES = wordSet("does do did has have can will");
export const YES = wordSet("yes yeah correct نعم اجل بلى");
export const NO = wordSet("no nope لا كلا");
// "Everything except B is wrong", «كلها خاطئة عدا ب».
export const EXCEPT = wordSet("except save besides عدا ماعدا سوى الا باستثناء");

export const THROUGH = wordSet("through to - – الى حتى");
/** These only stand between a label and its text, or compare: they join nothing. */
export const APART = wordSet("unlike than like over beats مثل خلاف بخلاف من");
export const IS = wordSet("is are be was were هو هي انها انه");

/** "A. Mercury – incorrect": a word that says whether a choice is right. */
export function isVerdict(word: string): boolean {
  return [WRONG, RIGHT, NEGATORS].some((words) => hasWord(words, word));
}

/** "although", «مع أن», «على الرغم»: a clause that begins so admits something, and the main clause stands against it. */
export function isAlthough(word: string, next = ""): boolean {
  return /^(?:although|though)$/u.test(word) || word === "even" && next === "though" ||
    /^(?:مع|رغم)$/u.test(word) && /^ان(?:ه|ها|ي|ني|نا)?$/u.test(next) ||
    /^عل[يى]$/u.test(word) && next === "الرغم";
}
