/**
 * Reads explicit refusals within their own clause: `We do not offer X, as …`, نعتذر عن تقديم … . Reasons
 * after it may contain further negations, so they are cut off.
 */
import { isInVocabulary } from "./vocabulary.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { missingItems } from "./items.ts";
import { numberOf } from "./number_words.ts";
import { negationsIn, stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";
import { unitOf } from "./units.ts";
import { isStopWord, wordsOf } from "./words.ts";

const VERBS =
  "offer|provide|accept|supply|include|hold|have|own|employ|operate|maintain|keep|agree to|carry|furnish|issue|post|arrange|obtain|bear|run|use|give|grant|enclose|attach|submit|quote|price|install|deliver|undertake|perform|make|stock|support|guarantee|cover|allow for|intend to|plan to|propose";
const PAST =
  "offered|provided|accepted|supplied|included|held|had|owned|employed|kept|agreed|given|granted|enclosed|attached|submitted|quoted|priced|installed|obtained|allowed for|bought|taken out|carried out|completed|executed|built";
const REFUSES = new RegExp(
  `^(?:and |but |unfortunately |regrettably |at present |currently |so far |to date )*(?:(?:we|our (?:company|firm|offer|bid|price|quotation|proposal)|the (?:offer|company|firm|bid|price|quotation)|this (?:offer|bid)|it)(?: ourselves| itself)? (?:(?:(?:do|does|did|will|shall|can) not|cannot|are not able to|are unable to|is unable to|decline to|refuse to|regret that we cannot|regret we cannot|are sorry that we cannot|have decided not to|have chosen not to) (?:currently |yet |ourselves )?(?:${VERBS})|(?:have|has) (?:not (?:yet |ever )?|never (?:yet )?)(?:${PAST})|(?:have|has|hold|holds|own|owns|employ|employs|keep|keeps|offer|offers|run|runs|provide|provides|includes?|carry|carries|possess|possesses|operate|operates) (?:no(?! (?:less|fewer|more|later))|none|neither))|there (?:is|are|will be) no)\\b(.*)$`,
);
const REFUSES_ARABIC =
  /^(?:و|ف)?(?:(?:نعتذر|نأسف|ناسف|اعتذر|تعتذر شركتنا|نعتذر لكم|نعتذر منكم) (?:لكم )?(?:عن عدم|عن|ل?عدم)|نرفض|لن|لا|لم|ليس|ليست|لسنا)(?: (?:(?:يمكننا|يمكن|نستطيع|بامكاننا|يسعنا|في وسعنا) )?(?:لدينا|عندنا|لنا|نقدم|نوفر|نقبل|نملك|نمتلك|نحمل|يوجد|توجد|يتوفر|تتوفر|نستطيع|نورد|نرفق|نشمل|يشمل|تشمل|نتعهد|نلتزم|نوافق|نضمن|نمنح|ندير|نشغل|نوظف|نجري|نحصل|يسبق|نستخدم|نجدد|ندرج|نعرض|(?:[يت]ملك|[يت]متلك|[يت]حمل|[يت]وفر|[يت]قدم|[يت]قبل|لدي) (?:شركتنا|مؤسستنا|موسستنا|الشركه)|حاصلين|حاصلون|مسجلين|مسجلون|قبول|تقديم|توفير))(.*)$/u;
const PASSIVE =
  /^((?:[\w-]+ ){1,7}?)(?:is|are|was|were|has|have) (?:not|never) (?:been )?(?:yet )?(?:part of|included|in (?:our|the|this)|within|offered|supplied|provided|covered|available|quoted|priced|enclosed|attached|allowed for|accepted|foreseen|obtained|held)\b/;
const PASSIVE_ARABIC =
  /^((?:\p{L}+ ){1,6}?)ف?(?:ليست? (?:ضمن|من|في|مشمول\p{L}*|جزءا|متوفر\p{L}*|متاح\p{L}*)|غير (?:مشمول\p{L}*|متوفر\p{L}*|متاح\p{L}*|داخل\p{L}*|مدرج\p{L}*|مقبول\p{L}*)|خارج (?:نطاق|عرضنا|العرض)|لا (?:يدخل|تدخل|يشمل|تشمل)\p{L}* (?:في|ضمن))/u;
/** Where the reason or the next clause begins. */
const ENDS =
  /[,،;؛:(]|(?<=\S)\s(?:because|as|since|for which|and (?=(?:we|our|have|has|are|is|do|will|it|they)\b)|but|so|owing|due|nor)\s|(?<=\S)\s(?:لان|لكون|بسبب|نظرا|لذا|اذ|حيث|لعدم|لارتفاع|لقله|لصعوبه|لضيق|لغلاء|لانخفاض|لكثره|لعدم|مكتفين|اكتفاء)|(?<=\S)\s(?=و(?:لا|لم|لن|ليس|ن\p{L}{3}))|(?<=\S)\s(?=ف\p{L}{4})/u;
/** Words that limit a refusal to a part. */
const PARTIAL =
  /\b(?:only|all|every|each|always|other than|except|apart|unless|until|without|if|more than|less than|beyond|any other|else|another|further|problem|objection|doubt|hesitat\w*|exceptions?|conditions?|reservations?|lack|shortage|longer|atleast|atmost|merely|just)\b|(?<!\p{L})ب?(?:فقط|كل|جميع|كافه|سوي|الا|غير|دون|بدون|اي مانع|مانع|اكثر|اقل|اعتراض|تحفظ\p{L}*|شك|اذا|مشكله|استثناء\p{L}*|شرط|شروط|نقص|حصرا|بغير|atleast|atmost|اخر|اخري)(?!\p{L})/u;
/** Words after a refusal that may retract it. */
const TAKEN_BACK =
  /\b(?:but|however|although|though|nevertheless|unless|except|until|still|yet)\b|(?<!\p{L})و?(?:لكن\p{L}*|الا ان\p{L}*|غير ان\p{L}*|الا اذا|باستثناء|بيد ان\p{L}*|انما)(?!\p{L})/u;
const LONGEST = 400;

/** Whether a sentence explicitly refuses the requirement or one of its listed items. */
export function refusesRequirement(
  features: RequirementFeatures,
  { normal, question, quoted, listed }: Statement,
  year: number,
): boolean {
  if (question || quoted || listed || features.requirement.prohibits || normal.length > LONGEST) return false;
  return clausesOf(normal).some(({ clause, rest }) => {
    const refusedText = REFUSES.exec(clause)?.[1] ?? REFUSES_ARABIC.exec(clause)?.[1] ??
      PASSIVE.exec(clause)?.[1] ?? PASSIVE_ARABIC.exec(clause)?.[1];
    if (refusedText === undefined || TAKEN_BACK.test(rest) || PARTIAL.test(clause)) return false;
    const { demands, elsewhere, conditional, pending } = stanceOf(clause, {
      requirementText: features.requirement.normal,
      question: false,
    });
    if (demands || elsewhere || conditional || pending || negationsIn(clause) > 1) return false;
    return namesIt(features, refusedText, year);
  });
}

function clausesOf(normal: string): { clause: string; rest: string }[] {
  const clauses: { clause: string; rest: string }[] = [];
  let rest = normal.trim();
  for (let many = 0; many < MOST_CLAUSES && rest !== ""; many++) {
    const at = rest.search(ENDS);
    const end = at < 0 ? rest.length : at;
    const clause = rest.slice(0, end).trim();
    rest = rest.slice(end).replace(/^[\s,،;؛:(]+/u, "");
    if (at === 0 && clause === "") rest = rest.slice(1);
    clauses.push({ clause, rest });
  }
  return clauses;
}

const MOST_CLAUSES = 6;

/** Whether the refused words name the requirement or one of its listed items. */
function namesIt(
  { requirement, vocabulary, words, items }: RequirementFeatures,
  refused: string,
  year: number,
): boolean {
  const { identifiers, names, quantities } = requirement;
  const statement = readStatement({ text: refused, question: false }, { listed: false, year });
  if ([...identifiers, ...names].some((name) => !statement.stems.has(name))) return false;
  // `No more than five years` refuses six years, not three.
  if (
    statement.quantities.some(({ value, dimension }) =>
      !quantities.some((required) => required.value === value && required.dimension === dimension)
    )
  ) {
    return false;
  }
  const topicWords = wordsOf(refused).filter((word) =>
    !isStopWord(word) && numberOf(word) === undefined && unitOf(word) === undefined && !FILLING.test(word)
  );
  if (topicWords.length === 0) return statement.quantities.some(({ dimension }) => dimension !== "count");
  // `Pictures from the cameras` are not the cameras.
  const head = /\p{Script=Arabic}/u.test(refused)
    ? topicWords[0]
    : topicWords.findLast((word) => wordsOf(refused.split(BEFORE)[0] ?? "").includes(word)) ?? topicWords[0];
  if (head === undefined || !isInVocabulary(head, vocabulary)) return false;
  const share = words.filter((word) => isInVocabulary(word, statement.vocabulary)).length /
    Math.max(1, words.length);
  const own = topicWords.filter((word) => isInVocabulary(word, vocabulary)).length / topicWords.length;
  if (items.length > 1 && own === 1 && missingItems(items, wordsOf(refused)) < items.length) return true;
  return share >= 0.5 && own >= 0.4 || share >= 0.33 && own >= 0.66;
}

const BEFORE = /\s(?:in|of|for|at|from|on|within|to|into|with|by|under|that|which|who)\s/u;
const FILLING =
  /^(?:range|scope|offer|bid|price|quotation|service|services|such|kind|type|present|moment|company|ourselves|them|certificate|policy|system|holder|registered|certified|accredited|اجل|قبول|تقديم|توفير|استعداد|ضمن|نطاق|حاليا|الوقت|الحالي|اي|شهاده|نظام|وثيقه|خدمه|خدمات|حاصلين|مسجلين)$/;
