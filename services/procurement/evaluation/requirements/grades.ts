/** Compares grades, classes and types: الفئة الأولى, `Grade A`, `Type V`. */

const NOUN = "grade|class|category|type|tier|level|model|rating|درجه|درجته|فئه|فئته|تصنيف|صنف|نوع|مستوي|طراز";
const ORDINALS: [RegExp, string][] = [
  [/^(?:first|1st|i|one|اولي|اول)$/, "1"],
  [/^(?:second|2nd|ii|two|ثانيه|ثاني)$/, "2"],
  [/^(?:third|3rd|iii|three|ثالثه|ثالث)$/, "3"],
  [/^(?:fourth|4th|iv|four|رابعه|رابع)$/, "4"],
  [/^(?:fifth|5th|v|five|خامسه|خامس)$/, "5"],
  [/^(?:sixth|6th|vi|six|سادسه|سادس)$/, "6"],
];
const AFTER = new RegExp(
  `(?<!\\p{L})(?:ال|[بلو]ال|لل|[بلو])?(?:${NOUN}) (?:ال)?([a-z]\\d?|ا|ب|ج|د|\\d{1,3}|i{1,3}|iv|vi?|one|two|three|four|اولي|اول|ثانيه|ثاني|ثالثه|ثالث|رابعه|رابع|خامسه|خامس|سادسه|سادس)(?!\\p{L})`,
  "gu",
);
const BEFORE =
  /\b(first|second|third|fourth|fifth|sixth|1st|2nd|3rd|4th)[- ](?:grade|class|category|tier|level|rate)\b/g;

/** Finds the grades in a normalized text. */
function gradesIn(normal: string): string[] {
  return [...normal.matchAll(AFTER), ...normal.matchAll(BEFORE)].flatMap(([, mark = ""]) =>
    // `Type a` may be an article.
    mark === "a" && !/\ba$/.test(normal) && !/\b(?:grade|class|category) a\b/.test(normal)
      ? []
      : [ORDINALS.find(([word]) => word.test(mark))?.[1] ?? mark]
  );
}

/** Classes whose first grade is the highest. */
const RANKED =
  /\b(?:class|category|grade|contractor|classif\w+)\b|(?<!\p{L})(?:ال|ب|لل|و)*(?:درجه|درجته|فئه|فئته|تصنيف\p{L}*)(?!\p{L})/u;
const LETTERS = "abcdef";
const ARABIC_LETTERS = "ابجد";

function rankOf(mark: string): number | undefined {
  if (/^[1-6]$/.test(mark)) return Number(mark);
  const at = mark.length === 1 ? Math.max(LETTERS.indexOf(mark), ARABIC_LETTERS.indexOf(mark)) : -1;
  return at < 0 ? undefined : at + 1;
}

/** Whether the sentence names only lower classes of a contractor or licence than required. */
export function isLowerGrade(requirementText: string, sentenceText: string): boolean {
  if (!RANKED.test(requirementText) || !RANKED.test(sentenceText) || !LICENSED.test(requirementText)) {
    return false;
  }
  const [required, stated] = [gradesIn(requirementText).map(rankOf), gradesIn(sentenceText).map(rankOf)];
  const least = Math.max(...required.map((rank) => rank ?? 0));
  return required.length > 0 && stated.length > 0 && least > 0 &&
    stated.every((rank) => rank !== undefined && rank > least);
}

const LICENSED =
  /licen[cs]|contractor|classif|regist|prequalif|permit|رخص|ترخيص|مقاول|تصنيف|مصنف|تسجيل|مسجل/u;

const OR_BETTER =
  /\bor (?:higher|above|better)\b|atleast|\bat least\b|\bminimum\b|(?<!\p{L})(?:فاعلي|او اعلي|فما فوق|علي الاقل|كحد ادني)(?!\p{L})/u;

/**
 * Whether the sentence names only grades other than the required one. A higher grade satisfies `or better`.
 */
export function isOtherGrade(requirementText: string, sentenceText: string): boolean {
  const required = gradesIn(requirementText);
  const stated = gradesIn(sentenceText);
  if (OR_BETTER.test(requirementText) && RANKED.test(requirementText) && LICENSED.test(requirementText)) {
    const least = Math.max(...required.map((mark) => rankOf(mark) ?? 0));
    if (stated.every((mark) => (rankOf(mark) ?? Infinity) <= least)) return false;
  }
  return required.length > 0 && stated.length > 0 && !required.some((grade) => stated.includes(grade));
}
