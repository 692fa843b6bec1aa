import { type Vocabulary, vocabularyWithHypernyms } from "./vocabulary.ts";
import { datesIn } from "./dates.ts";
import { normalized } from "./normal_form.ts";
import { quantitiesIn, type Quantity } from "./quantities.ts";
import { stemsAfterNegation, withoutDates } from "./parsed_requirement.ts";
import { isStopWord, stemOf, stemsWithHypernym, wordsOf } from "./words.ts";

/** A sentence of a bid, parsed once for all requirements. */
export interface Statement {
  text: string;
  normal: string;
  question: boolean;
  quoted: boolean;
  /** Whether it is a listed qualification. */
  listed: boolean;
  /** Whether it joins two sentences. */
  joined: boolean;
  words: string[];
  stems: Set<string>;
  /** Stems of its content words, which are its topic. */
  content: Set<string>;
  quantities: Quantity[];
  /** Whether it states a range, `1 to 3 years`, rather than a value. */
  ranges: boolean;
  /** The last day of validity that it states. */
  validUntil: string | undefined;
  negated: Set<string>;
  /** Its vocabulary. */
  vocabulary: Vocabulary;
}

const QUOTES = /["“”«»]/;
const ABBREVIATIONS = /\b(?:no|mr|mrs|ms|dr|eng|st|co|ltd|inc|approx|min|max|e\.g|i\.e|vs|dept)\.$/i;
const UNTIL =
  /(?:until|till|through|\b(?:runs?|extends?|lasts?|good|current|continues?|remains? (?:valid|in force)|valid(?:ity)?|expir\w+) (?:up )?(?:to|in|on)(?= (?:the end of )?(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|20\d\d))|valid to|(?:valid|in force|runs|effective) from .{0,40}? to|in force (?:up )?to|expiry date(?: is| of)?|validity date(?: is| of)?|date of (?:expiry|validity)|good (?:until|through|till)|(?:last|final) day .{0,40}?(?:is|was)|validity .{0,60}? to|(?:اخر|اليوم الاخير) .{0,40}?(?:كان|هو)|من .{3,40}? الي|(?:lapses?|ends?|expires?)(?: on| in)?|expiry date|(?:صالح|ساري|نافذ)\p{L}* (?:المفعول )?الي|حتي|لغايه|تنتهي|ينتهي|انتهاء|انتهائه|انتهائها)(?!\p{L})(.*)/su;

/** `Until 2025 our designs were drawn by …` concerns the past and no validity. */
const BEFORE_NOW = /^(?:until|till) |^(?:حتي|لغايه) /u;

const RANGE =
  /\d ?\p{L}* ?(?:to|-|–|and up to|الي|حتي) ?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten) to (?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve)|(?:سنه|شهر|يوم|ساعه|اسبوع|\d) (?:واحده? )?الي |\bbetween\b|(?<!\p{L})بين (?!ال|\p{L}+(?:نا|ه|ها)(?!\p{L}))|\bfrom\b.{0,60}\bto\b.{0,40}\d/u;
/** Document numbers, which are no ranges: `no. 20-11873`. */
const MARKS = /(?:\bnumber|\bno\.?|\bref\w*|(?<!\p{L})رقمه?ا?) ?[\d/-]+/gu;
/** The end of a certificate's validity, from its issue date and its duration. */
const ISSUED =
  /\b(?:issued|granted|renewed|dated|awarded|started|performed|carried out|calibrated|tested|inspected|serviced)\b|(?<!\p{L})(?:صدر|صدرت|صادر|صادره|منح|منحت|جدد|جددت|استخرجت?|اجري|اجريت|اجريناها?|تمت|معايره|فحص)(?!\p{L})/u;
const LASTS =
  /\b(?:valid for|validity of|for a (?:period|term) of|(?:runs|lasts|good) for|(?:\w+ )years? term)\b|(?<!\p{L})(?:و?مدته|و?مدتها|و?صلاحيت\p{L}*|لمده|ساريه? لمده|صالحه? لمده)(?!\p{L})/u;

function endOfTerm(normal: string, quantities: () => Quantity[]): string | undefined {
  if (!ISSUED.test(normal) || !LASTS.test(normal)) return undefined;
  const times = quantities().filter(({ dimension }) => dimension === "days");
  const [issued, ...others] = datesIn(normal);
  // A year alone does not give the day.
  if (issued === undefined || others.length > 0 || times.length !== 1 || /-12-31$/.test(issued)) {
    return undefined;
  }
  const end = new Date(`${issued}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + Math.round(times[0]?.value ?? 0));
  return end.toISOString().slice(0, 10);
}

/** Negation words, which are not part of the topic. */
const REFUSING = /^(?:reject|refus|declin|unabl|lack|unavail|missing|نرفض|نعتذر|نستطيع|يوجد|توجد)/;

/** Splits a text into sentences and marks questions. */
export function sentencesOf(text: string): { text: string; question: boolean }[] {
  const whole = text.slice(0, 50_000);
  const sentences: { text: string; question: boolean }[] = [];
  let from = 0;
  for (const { 0: mark, index } of whole.matchAll(/[.!?؟\n;؛•]|$/gu)) {
    const part = whole.slice(from, index);
    // A point within a number or after an abbreviation ends no sentence.
    if (mark === "." && (/\S/.test(whole[index + 1] ?? " ") || ABBREVIATIONS.test(`${part.slice(-12)}.`))) {
      continue;
    }
    const stated = part.trim().replace(RESTATED, "");
    if (stated !== "") sentences.push({ text: stated, question: mark === "?" || mark === "؟" });
    from = index + mark.length;
  }
  return sentences;
}

/** A repeated requirement before the answer: `You ask for three cranes: we have four`. */
const RESTATED =
  /^(?:you (?:ask|require|demand|request|want)|the tender (?:asks|requires|demands)|to your demand|regarding your|as to your|تطلب|تطلبون|تشترط|تشترطون|اشترطتم|طلبتم|بخصوص طلبكم)(?![\p{L}])[^,،:;]{0,160}[,،:;]\s*و?(?:and )?(?=\p{L})/iu;

/**
 * Parses a sentence; `year` is the year of the comparison. Most sentences share no word with a requirement,
 * so everything except the stems is computed lazily.
 */
export function readStatement(
  { text, question }: { text: string; question: boolean },
  { listed, year, joined = false }: { listed: boolean; year: number; joined?: boolean },
): Statement {
  const normal = normalized(text);
  const undated = withoutDates(normal);
  const words = wordsOf(undated);
  const quantities = lazy(() => quantitiesIn(words, { year }));
  const content = lazy(() => {
    const counted = new Set(quantities().flatMap(({ from, to }) => words.slice(from, to)));
    const topicWords = words.filter((word) =>
      !isStopWord(word) && !counted.has(word) && !REFUSING.test(word)
    );
    return new Set(topicWords.map(stemOf));
  });
  const ranges = lazy(() => RANGE.test(undated.replace(MARKS, " ")));
  const validUntil = lazy(() =>
    BEFORE_NOW.test(normal)
      ? undefined
      : datesIn(UNTIL.exec(normal)?.[1] ?? "").sort().at(-1) ?? endOfTerm(normal, quantities)
  );
  const negated = lazy(() => stemsAfterNegation(undated));
  const vocabulary = lazy(() => vocabularyWithHypernyms(words));
  return {
    text,
    normal,
    question,
    // The inch sign is no quotation mark.
    quoted: QUOTES.test(text) && QUOTES.test(text.replace(/\d ?["”](?!\p{L})/gu, " ")),
    listed,
    joined,
    words,
    stems: stemsIn(words),
    get content() {
      return content();
    },
    get quantities() {
      return quantities();
    },
    get ranges() {
      return ranges();
    },
    get validUntil() {
      return validUntil();
    },
    get negated() {
      return negated();
    },
    get vocabulary() {
      return vocabulary();
    },
  };
}

function stemsIn(words: string[]): Set<string> {
  const stems = new Set<string>();
  for (const word of words) {
    for (const stem of stemsWithHypernym(word)) stems.add(stem);
  }
  return stems;
}

function lazy<T>(read: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}
