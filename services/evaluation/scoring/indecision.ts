import { foldArabic } from "./arabic.ts";

/** "Either A or B", "it may be A and it may be B": names several answers where one is asked for. */
const SEVERAL =
  /\beither\b|(?:^|[\s(*«"])[\p{L}\p{N}]{1,2}[)*»"]?\s+or\s+[(*«"]?[\p{L}\p{N}]{1,2}(?![\p{L}\p{N}])|(?<!\p{L})(?:or|او|أو) (?:maybe|perhaps|possibly|ربما|لعل)(?!\p{L})|(?<!\p{L})(?:or|او|أو)(?!\p{L}).{0,80}(?:cannot|can't|can’t|unable|unsure|not sure|undecided|لا استطيع|لست متاكد|لا ادري)|(?:^|[\s(*«"])\p{L}[)*»"]?\s+(?:او|أو)\s+[(*«"]?\p{L}(?!\p{L})|\b(?:could|may|might) (?:\p{L}+ )?be\b.{0,60}\b(?:could|may|might) (?:\p{L}+ ){0,3}be\b|(?<!\p{L})و?(?:يحتمل|قد|ربما|لعل)(?!\p{L}).{0,60}(?<!\p{L})و?(?:يحتمل|قد|ربما|لعل)(?!\p{L})/iu;

/** «إما»; where it is written as «أما» (as for) or without its hamza, only before «أو». */
const EITHER = /(?<!\p{L})إما(?!\p{L})|(?<!\p{L})اما(?!\p{L})[^.!?؟\n]{0,80}(?<!\p{L})(?:أو|او)(?!\p{L})/u;

const UNABLE =
  "(?:cannot|can['’]t|could not|couldn['’]t|unable to|do not|don['’]t|did not|didn['’]t|hard to|difficult to|impossible to|no way to)";
const ENGLISH = new RegExp(
  `\\b${UNABLE} (?:really |quite )?(?:decide|choose|tell|say|pick|know|determine|work out) (?:which|between|among|whether)\\b` +
    "|\\b(?:torn|undecided|unsure|uncertain) (?:between|which|whether)\\b|\\bnot (?:sure|certain) (?:which|whether)\\b",
  "iu",
);
const ARABIC =
  /(?<!\p{L})و?(?:لا استطيع|لا يمكنني|لا اقدر عل[يى]|لم استطع|لم اتمكن من|يتعذر(?: علي)?|يصعب(?: علي)?|من الصعب) (?:الاختيار|اختيار|التحديد|تحديد|الحسم|حسم|الترجيح|ترجيح|التمييز|الجزم|ان \p{L}{4,6}) (?:بين(?:هما|هم|ها)?|اي|ايهما|ايها|ايهم)(?!\p{L})|(?<!\p{L})و?(?:لا|لست) (?:ادري|اعرف|اعلم|متاكدا?(?: من)?) (?:اي|ايهما|ايها|ايهم)(?!\p{L})|(?<!\p{L})(?:متردد|محتار)\p{L}? بين(?!\p{L})/u;

/** Names several answers as possible. */
export function namesSeveral(text: string): boolean {
  return EITHER.test(text) || SEVERAL.test(foldArabic(text));
}

/** Its last sentence says that it cannot tell which of several answers is right. */
export function endsUndecided(text: string): boolean {
  const sentences = text.split(/[.!?؟\n]+\s*/u).filter((sentence) => /\p{L}/u.test(sentence));
  return isUndecided(sentences.at(-1) ?? "");
}

/** Says that it cannot tell which of several answers is right. */
export function isUndecided(text: string): boolean {
  const shown = foldArabic(text);
  return ENGLISH.test(shown) || ARABIC.test(shown);
}
