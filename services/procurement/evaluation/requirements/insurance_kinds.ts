/** Kinds of insurance; one kind does not replace another, whatever its sum. */
const KINDS: [RegExp, string][] = [
  [
    /\bprofessional (?:indemnity|liability)\b|\bindemnity insurance\b|(?<!\p{L})(?:ال)?(?:مسؤوليه|مسووليه) (?:ال)?مهنيه|تعويض مهني/u,
    "professional",
  ],
  [
    /\b(?:public|third ?-?party|general) liability\b|\bthirdparty\b|(?<!\p{L})(?:ال|لل)?(?:طرف (?:ال)?ثالث|غير)(?!\p{L})|(?<!\p{L})(?:ال)?(?:مسؤوليه|مسووليه) (?:ال)?(?:مدنيه|عامه)/u,
    "public",
  ],
  [
    /\bemployers?'?s? liability\b|\bwork(?:er|men)s?'?s? compensation\b|(?<!\p{L})(?:ال)?(?:اصابات (?:ال)?(?:عمل|عمال)|حوادث (?:ال)?عمل)/u,
    "workers",
  ],
  [/\ball[- ]risks?\b|(?<!\p{L})(?:كافه|جميع|كل) (?:ال)?(?:اخطار|مخاطر)/u, "risks"],
  [/\b(?:medical|health) insurance\b|(?<!\p{L})تامين (?:ال)?(?:طبي|صحي)/u, "medical"],
  [/\b(?:motor|vehicle|car|fleet) insurance\b|(?<!\p{L})تامين (?:ال)?(?:مركبات|سيارات|شاحنات)/u, "vehicles"],
  [/\b(?:cargo|marine|transit) insurance\b|(?<!\p{L})تامين (?:ال)?(?:شحن|بحري|نقل)/u, "cargo"],
  [/\bcyber (?:\w+ )?insurance\b/u, "cyber"],
  [/\bproduct liability\b/u, "products"],
];
const INSURED =
  /\b(?:insur\w*|indemnit\w*|liabilit\w*|cover\w*|polic\w+)\b|(?<!\p{L})(?:ال|ب)?(?:تامين\p{L}*|وثيق\p{L}*|بوليص\p{L}*)(?!\p{L})/u;

function kindsIn(normal: string): string[] {
  return INSURED.test(normal) ? KINDS.filter(([kind]) => kind.test(normal)).map(([, name]) => name) : [];
}

/** Whether the requirement names one kind of insurance and the sentence only others. */
export function namesOtherInsurance(requirementText: string, sentenceText: string): boolean {
  const required = kindsIn(requirementText);
  if (required.length === 0) return false;
  const stated = kindsIn(sentenceText);
  return stated.length > 0 && !required.some((kind) => stated.includes(kind));
}
