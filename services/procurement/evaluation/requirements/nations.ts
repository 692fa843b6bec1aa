/** Compares nationalities. Another or a missing nationality does not satisfy the requirement. */

/** Nationalities with their folded forms. */
const NATIONS = [
  /\bsaudis?\b|(?<!\p{L})(?:ال|ل)?سعودي(?!\p{L}*ال)\p{L}{0,3}(?!\p{L})/u,
  /\bemirati\w*\b|\buae nationals?\b|(?<!\p{L})(?:ال|ل)?اماراتي\p{L}{0,3}(?!\p{L})/u,
  /\bqataris?\b|(?<!\p{L})(?:ال|ل)?قطري\p{L}{0,3}(?!\p{L})/u,
  /\bomanis?\b|(?<!\p{L})(?:ال|ل)?عماني\p{L}{0,3}(?!\p{L})/u,
  /\bkuwaitis?\b|(?<!\p{L})(?:ال|ل)?كويتي\p{L}{0,3}(?!\p{L})/u,
  /\bbahrainis?\b|(?<!\p{L})(?:ال|ل)?بحريني\p{L}{0,3}(?!\p{L})/u,
  /\begyptians?\b|(?<!\p{L})(?:ال|ل)?مصري\p{L}{0,3}(?!\p{L})/u,
  /\bjordanians?\b|(?<!\p{L})(?:ال|ل)?اردني\p{L}{0,3}(?!\p{L})/u,
];
const PERSON =
  /\b(?:national|nationals|nationality|citizens?|citizenship)\b|\b(?:saudi|emirati|qatari|omani|kuwaiti|bahraini|egyptian|jordanian)s?\b(?! (?:riyal|rial|dinar|pound|standard|law|market|code|labou?r))|(?<!\p{L})(?:ال|ب)?(?:جنسي\p{L}*|مواطن\p{L}*)(?!\p{L})/u;

/** Whether the requirement names a nationality that the sentence omits. */
export function omitsNationality(requirementText: string, sentenceText: string): boolean {
  if (!PERSON.test(requirementText)) return false;
  const required = NATIONS.filter((nation) => nation.test(requirementText));
  return required.length > 0 && !required.some((nation) => nation.test(sentenceText));
}
