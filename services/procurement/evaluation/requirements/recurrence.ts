/** Finds frequencies: daily, every week, مرتين, شهريًا. */

/** Frequencies with their folded forms; `every day` is `daily`. */
const PACES: [RegExp, string][] = [
  [/\bhourly\b|\b(?:every|each|an?|per) hour\b|(?<!\p{L})(?:كل|في) (?:ال)?ساعه(?!\p{L})/u, "hour"],
  [
    /\b(?:daily|nightly)\b|\b(?:every|each|a|per) (?:\p{L}+ )?(?:day|night|morning|evening)\b|(?<!\p{L})(?:ال)?يومي(?:ا|ه)?(?!\p{L})|(?<!\p{L})كل (?:يوم|ليله|صباح|مساء)(?!\p{L})/u,
    "day",
  ],
  [
    /\bweekly\b|\b(?:every|each|a|per) week\b|(?<!\p{L})(?:ال)?اسبوعي(?:ا|ه)?(?!\p{L})|(?<!\p{L})(?:كل|في ال) ?اسبوع(?!\p{L})/u,
    "week",
  ],
  [
    /\b(?:fortnightly|biweekly)\b|\bevery (?:two|2|second) weeks?\b|(?<!\p{L})كل اسبوعين(?!\p{L})/u,
    "fortnight",
  ],
  [
    /\bmonthly\b|\b(?:every|each|a|per) month\b|(?<!\p{L})(?:ال)?شهري(?:ا|ه)?(?!\p{L})|(?<!\p{L})(?:كل|في ال) ?شهر(?!\p{L})/u,
    "month",
  ],
  [
    /\bquarterly\b|\b(?:every|each|a|per) quarter\b|\bevery (?:three|3) months\b|(?<!\p{L})(?:ال)?(?:فصلي(?:ا|ه)?|ربع سنوي(?:ا|ه)?)(?!\p{L})|(?<!\p{L})كل (?:ثلاثه|3) اشهر(?!\p{L})/u,
    "quarter",
  ],
  [
    /\b(?:annual|annually|yearly)\b|\b(?:every|each|a|per) year\b|(?<!\p{L}|ربع |نصف )(?:ال)?سنوي(?:ا|ه)?(?!\p{L})|(?<!\p{L})(?:كل|في ال) ?(?:سنه|عام)(?!\p{L})/u,
    "year",
  ],
];
/** Contexts in which a frequency is a name, such as `annual report`. */
const OTHERWISE =
  /\b(?:annual|yearly|monthly) (?:report|account|statement|turnover|revenue|sale|audit|leave|rent|fee|income|profit|cost|value|budget|licen[cs]e|consumption|output|production|capacity)|(?:تقرير|تقارير|حساب|حسابات|قوائم|ايراد|ايرادات|مبيعات|دخل|ايجار|رسوم|ميزانيه|انتاج|طاقه|استهلاك|ارباح|اعمال\p{L}*|رخصه|قيمه)(?: \p{L}+)? (?:ال)?(?:سنوي|شهري)/u;
const OFTEN =
  /\b(?:round ?the ?clock|roundclock|24\/7|continuous\w*|constant\w*|real time)\b|(?<!\p{L})(?:مستمر\p{L}*|علي مدار|لحظي\p{L}*|باستمرار)(?!\p{L})/u;

function pacesIn(normal: string): string[] {
  return PACES.filter(([form]) => form.test(normal)).map(([, pace]) => pace);
}

/** Whether the requirement names a frequency that the sentence omits. */
export function omitsFrequency(requirementText: string, sentenceText: string): boolean {
  const required = pacesIn(requirementText);
  if (required.length === 0 || OTHERWISE.test(requirementText) || OFTEN.test(sentenceText)) return false;
  const stated = pacesIn(sentenceText);
  return !required.some((pace) => stated.includes(pace));
}
