/** Grades, classes and types by their marks: الفئة الأولى, `Grade A`, `Type V`. */

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

/** The marks of grades that a normalized text names. */
function gradesIn(normal: string): string[] {
  return [...normal.matchAll(AFTER), ...normal.matchAll(BEFORE)].flatMap(([, mark = ""]) =>
    // `Type a` may be an article.
    mark === "a" && !/\ba$/.test(normal) && !/\b(?:grade|class|category) a\b/.test(normal)
      ? []
      : [ORDINALS.find(([word]) => word.test(mark))?.[1] ?? mark]
  );
}

/** Classes of which the first is the best. */
const RANKED =
  /\b(?:class|category|grade|contractor|classif\w+)\b|(?<!\p{L})(?:ال|ب|لل|و)*(?:درجه|درجته|فئه|فئته|تصنيف\p{L}*)(?!\p{L})/u;
const LETTERS = "abcdef";
const ARABIC_LETTERS = "ابجد";

function rankOf(mark: string): number | undefined {
  if (/^[1-6]$/.test(mark)) return Number(mark);
  const at = mark.length === 1 ? Math.max(LETTERS.indexOf(mark), ARABIC_LETTERS.indexOf(mark)) : -1;
  return at < 0 ? undefined : at + 1;
}

/** The class of a contractor or licence is asked for, and only lower ones are named. */
export function isLowerGrade(asks: string, says: string): boolean {
  if (!RANKED.test(asks) || !RANKED.test(says) || !LICENSED.test(asks)) return false;
  const [asked, said] = [gradesIn(asks).map(rankOf), gradesIn(says).map(rankOf)];
  const least = Math.max(...asked.map((rank) => rank ?? 0));
  return asked.length > 0 && said.length > 0 && least > 0 &&
    said.every((rank) => rank !== undefined && rank > least);
}

const LICENSED =
  /licen[cs]|contractor|classif|regist|prequalif|permit|رخص|ترخيص|مقاول|تصنيف|مصنف|تسجيل|مسجل/u;

const OR_BETTER =
  /\bor (?:higher|above|better)\b|atleast|\bat least\b|\bminimum\b|(?<!\p{L})(?:فاعلي|او اعلي|فما فوق|علي الاقل|كحد ادني)(?!\p{L})/u;

/** A grade is asked for, and only others are named; of licences that may be better, a better one is none. */
export function isOtherGrade(asks: string, says: string): boolean {
  const asked = gradesIn(asks);
  const said = gradesIn(says);
  if (OR_BETTER.test(asks) && RANKED.test(asks) && LICENSED.test(asks)) {
    const least = Math.max(...asked.map((mark) => rankOf(mark) ?? 0));
    if (said.every((mark) => (rankOf(mark) ?? Infinity) <= least)) return false;
  }
  return asked.length > 0 && said.length > 0 && !asked.some((grade) => said.includes(grade));
}
