import { z } from "@hono/zod-openapi";
import { fold } from "lib/fold.ts";
import { Findings, type Language, languageOf } from "./findings.ts";

/** A model's wording of the findings, in the same shape. */
export const ModelWords = Findings;
export type ModelWords = z.output<typeof ModelWords>;

/** A sentence of a model that was dropped, and the reason. */
export const DroppedSentence = z.object({ sentence: z.string(), reason: z.string() });
export type DroppedSentence = z.output<typeof DroppedSentence>;

const DECIDES =
  /\b(?:award(?:ed|ing|s)?|winners?|winning|wins?|scores?|scored|points|rank(?:s|ed|ing)?|disqualif\w*|choose|chosen|pick(?:ed)?|prefer\w*|favou?r\w*|go with|sign with|contract (?:should|must|goes|to)|(?:give|grant|deserves?|gets?) (?:\w+ ){0,2}contract|select (?:the )?(?:bid|offer|supplier|bidder))\b|ترسيه|ارساء|ارسوا|الفائز|فائز|الدرجه|درجه|نقطه|نقاط|المرتبه|مرتبه|ترتيب|استبعاد|(?<!\p{L})(?:اختر|اختاروا|نختار|تعاقدوا|تعاقد مع|تفضيل|نفضل|يستحق|تستحق)(?!\p{L})/u;
/** Singles out one bid or bidder. */
const ONE_BID =
  /\b(?:bid|bidder|offer|proposal|supplier|vendor|company) (?:no\.? ?|number )?(?:[a-z]|\d+|one|two|three)\b|\b(?:first|second|third|fourth|last|best|better|strongest|cheapest|lowest|leading|top|other) (?:bid|bidder|offer|proposal|supplier|vendor|company|choice|option)s?\b|\b(?:bid|bidder|offer|proposal|supplier|vendor) (?:is|looks|seems|appears) (?:the )?(?:best|better|strongest|cheapest|most)\b|(?<!\p{L})(?:العطاء|العرض|المورد|المؤسسه|الشركه|المتنافس) (?:ا|ب|ج|د|رقم|الاول|الاولي|الثاني|الثانيه|الثالث|الثالثه|الاخير|الافضل|الارخص|الاقل)(?!\p{L})|(?<!\p{L})(?:هو|هي) (?:الافضل|الارخص|الاقوي|الانسب)(?!\p{L})|(?<!\p{L})افضل (?:عطاء|عرض|مورد|شركه|خيار)(?!\p{L})/u;
const DENIES_RISKS =
  /\b(?:no|without|zero|free of|not any|low) (?:\w+ ){0,2}risks?\b|\brisk[- ]free\b|\bno (?:concerns?|issues?|problems?|cause|need) |\bno (?:concerns?|issues?|problems?)\b|\bnothing to (?:worry|fear|settle|fix|change)\b|لا (?:توجد |يوجد )?(?:اي )?(?:مخاطر|خطر|داعي|مشكله|مشاكل)|بدون مخاطر|خاليه? من المخاطر|بلا مخاطر/u;
const SPEAKS_FOR =
  /\bpublish (?:it )?(?:as it is|now|immediately)\b|\bready (?:to|for) (?:be )?publi\w+|جاهزه للنشر|يمكن النشر/u;
/** Praises a risk; a negation or advice does not. */
const PRAISES =
  /\b(?:sufficient|adequate|ample|reasonable|appropriate|realistic|complete|in order|fine|sound|clear)\b|(?<!\p{L})(?:كاف|كافي|كافيه|مناسب|مناسبه|معقول|معقوله|ملائم|ملائمه|سليم|سليمه|مكتمل|مكتمله)(?!\p{L})/u;
const ADVISES =
  /\b(?:not|no|never|nor|without|lacks?|should|must|need(?:s|ed)?|may|might|state|set|add|give|allow|consider|until|before|unless|if|hardly|too)\b|n't\b|(?<!\p{L})(?:لا|لم|ليس|ليست|غير|دون|بدون|يجب|ينبغي|يلزم|يستحسن|قبل|حتي|اذا)(?!\p{L})/u;

/** Magnitudes written as one word. */
const MAGNITUDES: [word: RegExp, number: string][] = [
  [/\bhundred\b|(?<!\p{L})(?:مئه|مائه)(?!\p{L})/u, "100"],
  [/\bthousand\b|(?<!\p{L})(?:الف|الاف)(?!\p{L})/u, "1000"],
  [/\bmillion\b|(?<!\p{L})(?:مليون|ملايين)(?!\p{L})/u, "1000000"],
];

/** The facts that a model's sentence is checked against. */
interface Ground {
  /** The words of the findings and of the tender, and their numbers. */
  words: Set<string>;
  numbers: Set<string>;
  risks: number;
  language: Language;
}

/**
 * Keeps only sentences that the findings support: in the tender's language, without new numbers or names,
 * without words about bids, scores or awards, and without denying a risk. `words` is undefined if no sentence
 * is left.
 */
export function checkedWords(
  words: ModelWords,
  { findings, tender, language }: { findings: Findings; tender: string; language: Language },
): { words: ModelWords | undefined; dropped: DroppedSentence[] } {
  const dropped: DroppedSentence[] = [];
  const known = [...Object.values(findings).flat(), tender].join("\n");
  const risks = findings.risk_assessment.length;
  const ground = {
    words: new Set(wordsIn(fold(known))),
    numbers: new Set(numbersIn(known)),
    risks,
    language,
  };
  const withoutContradictions = (text: string) =>
    sentencesOf(text).filter((sentence) => {
      const reason = contradiction(sentence, ground);
      if (reason !== undefined) dropped.push({ sentence, reason });
      return reason === undefined;
    }).join(" ");
  const left = {
    risk_assessment: words.risk_assessment.map(withoutContradictions).filter((risk) => risk !== ""),
    market_comparison: withoutContradictions(words.market_comparison),
    recommendation: withoutContradictions(words.recommendation),
  };
  const empty = Object.values(left).flat().every((text) => text === "");
  return { words: empty ? undefined : left, dropped };
}

function contradiction(sentence: string, { words, numbers, risks, language }: Ground): string | undefined {
  const folded = fold(sentence);
  if (DECIDES.test(folded) || ONE_BID.test(folded)) {
    return "it speaks of bids, scores or awards, which an analysis does not decide";
  }
  const name = namesIn(sentence).find((name) => !words.has(name));
  if (name !== undefined) return `it names ${name}, which is neither in the findings nor in the tender`;
  if (/\p{L}/u.test(sentence) && languageOf({ title: sentence, description: "" }) !== language) {
    return "it is not in the tender's language";
  }
  const unknown = numbersIn(sentence).find((number) => !numbers.has(number));
  if (unknown !== undefined) return `${unknown} is neither in the findings nor in the tender`;
  const praises = PRAISES.test(folded) && !ADVISES.test(folded);
  if (risks > 0 && (DENIES_RISKS.test(folded) || SPEAKS_FOR.test(folded) || praises)) {
    return `${risks} risks were found`;
  }
  return undefined;
}

/** Folded names: capitalised words within a sentence, and words after an Arabic noun for a company. */
function namesIn(sentence: string): string[] {
  const capitals = [...sentence.matchAll(/(?<=[\p{L}\p{N},’')] +["“(]?)\p{Lu}[\p{L}&.-]*\p{L}/gu)].map((
    [name],
  ) => fold(name));
  const companies = [...fold(sentence).matchAll(/(?<!\p{L})(?:شركه|موسسه|مؤسسه|مجموعه|مصنع) (\p{L}+)/gu)]
    .flatMap(([, name]) => name ?? []);
  return [...capitals, ...companies];
}

function wordsIn(text: string): string[] {
  return text.match(/\p{L}[\p{L}&.-]*\p{L}|\p{L}/gu) ?? [];
}

/** Numbers as plain ASCII digits, whatever their grouping and script; `hundred` is 100. */
function numbersIn(text: string): string[] {
  const folded = fold(text);
  const plain = folded.replace(/(\d)[,٬](?=\d{3})/g, "$1").replaceAll("٫", ".");
  return [
    ...(plain.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => String(Number(number))),
    ...MAGNITUDES.flatMap(([word, number]) => word.test(folded) ? [number] : []),
  ];
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[!?؟؛;\n]|\.(?=\s|$))/u).map((sentence) => sentence.trim()).filter(Boolean);
}
