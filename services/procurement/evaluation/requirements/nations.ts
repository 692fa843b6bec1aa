/** Nationalities: who asks for one is not answered by another, or by none. */

/** Each with its forms as folding leaves them. */
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

/** Whether people of a nation are asked for and the sentence names none of them. */
export function lacksNation(asks: string, says: string): boolean {
  if (!PERSON.test(asks)) return false;
  const asked = NATIONS.filter((nation) => nation.test(asks));
  return asked.length > 0 && !asked.some((nation) => nation.test(says));
}
