import type { Classification } from "../results/classification.ts";
import { fold } from "lib/fold.ts";
import { asciiDigits } from "../values/digits.ts";
import { DOCUMENT_TYPES, type TypeTerms } from "./document_types.ts";
import type { OwnType } from "./own_type.ts";
import { TERMS } from "./type_terms.ts";

const TITLE_LINES = 6;
const WEIGHTS = { title: 5, strong: 3, weak: 1 };
/** Weight of a title term in running text. */
const TITLE_IN_TEXT = 1;
/** Maximum characters of a title line. */
const LONGEST_TITLE = 60;
/** Minimum score, reached by one strong term. */
const LEAST_SCORE = 3;
const READ = 20_000;

const BUILT_IN = DOCUMENT_TYPES.flatMap((name) => name === "other" ? [] : [{ name, terms: TERMS[name] }]);

interface Hit {
  term: string;
  weight: number;
}

/** Classifies by weighted terms in both languages and their positions; returns "other" rather than guess. */
export function classifyText(
  text: string,
  topCells = topLines(text),
  own: Pick<OwnType, "name" | "terms">[] = [],
): Classification {
  const body = fold(text.slice(0, READ));
  const [first, second] = scoredTypes(text, topCells, own);
  if (!first || first.score < LEAST_SCORE) {
    return {
      document_type: "other",
      confidence: 0.3,
      sub_type: "general",
      keywords: frequentWords(text, []),
    };
  }
  return {
    document_type: first.type,
    confidence: confidenceOf(first.score, second?.score ?? 0),
    sub_type: subTypeOf(first.terms, body),
    keywords: frequentWords(text, first.hits.toSorted((a, b) => b.weight - a.weight).map((hit) => hit.term)),
  };
}

interface Scored {
  type: string;
  terms: TypeTerms;
  hits: Hit[];
  score: number;
}

/** Types of paper that are also written as letters: a greeting, a table of prices, a closing. */
const PRICED = ["quotation", "purchase_order", "invoice"] as const;
/** The fewest lines with a price of such a letter, and the share that remains of the score of its courtesies. */
const LETTER_OF_PRICES = { lines: 4, share: 0.4 };

/** Whether a text is titled as an offer, an order or an invoice and has prices, whatever its courtesies. */
function isPricedPaper(text: string, head: string): boolean {
  const isTitled = PRICED.some((type) =>
    TERMS[type].title.some((term) => hasTerm(head, term) && titleWeight(head, term) >= WEIGHTS.title)
  );
  if (!isTitled) return false;
  const lines = asciiDigits(text).split("\n");
  return lines.filter((line) => /\d[.,]\d{2,3}(?!\d)/.test(line)).length >= LETTER_OF_PRICES.lines;
}

/** All types with their scores, the highest first. */
export function scoredTypes(
  text: string,
  topCells: string[],
  own: Pick<OwnType, "name" | "terms">[] = [],
): Scored[] {
  const body = fold(text.slice(0, READ));
  const head = fold(topCells.join("\n"));
  const isPriced = isPricedPaper(text.slice(0, READ), head);
  return [...own, ...BUILT_IN].map(({ name: type, terms }) => {
    const hits = hitsOf(terms, { head, body });
    const score = hits.reduce((sum, hit) => sum + hit.weight, 0) + shapeScore(type, text);
    return {
      type,
      terms,
      hits,
      score: type === "letter" && isPriced ? score * LETTER_OF_PRICES.share : score,
    };
  }).toSorted((a, b) => b.score - a.score);
}

/** The lines at the top of a text. */
function topLines(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "").slice(0, TITLE_LINES);
}

function hitsOf(terms: TypeTerms, { head, body }: { head: string; body: string }): Hit[] {
  const hits: Hit[] = [];
  for (const term of terms.title) {
    if (hasTerm(head, term)) hits.push({ term, weight: titleWeight(head, term) });
    else if (hasTerm(body, term)) hits.push({ term, weight: TITLE_IN_TEXT });
  }
  for (const term of terms.strong) if (hasTerm(body, term)) hits.push({ term, weight: WEIGHTS.strong });
  for (const term of terms.weak) if (hasTerm(body, term)) hits.push({ term, weight: WEIGHTS.weak });
  return withoutParts(hits);
}

/** A line that refers to another document: "Against your quotation GQ/2204". */
const OTHER_DOCUMENT =
  /(?<!\p{L})(?:your|against|as per|with reference to|in reply to|further to|replaces|based on|(?:عرض|طلب|خطاب|كتاب|امر)كم)(?!\p{L})/u;

/** The label of a subject, in which letters have their title: "الموضوع: عرض سعر". */
const SUBJECT = /^\s*(?:subject|subj|re|(?:ال)?موضوع|م)\s*[:/]\s*/u;

/** Weight of a term by how much of its line it covers: a title line has little else. */
function titleWeight(head: string, term: string): number {
  const folded = fold(term);
  const lines = head.split("\n").filter((line) => line.includes(folded));
  const titles = lines.filter((line) => !OTHER_DOCUMENT.test(line)).map((line) => line.replace(SUBJECT, ""));
  if (titles.length === 0) return TITLE_IN_TEXT;
  if (titles.some((line) => line.trim().length <= folded.length + 14)) return WEIGHTS.title + 3;
  const begins = titles.some((line) => line.startsWith(folded) && line.length <= LONGEST_TITLE);
  return begins ? WEIGHTS.title : WEIGHTS.title - 2;
}

/** Drops terms inside longer ones, so that "tax invoice" does not also count as "invoice". */
function withoutParts(hits: Hit[]): Hit[] {
  return hits.filter((hit) =>
    !hits.some((other) =>
      other !== hit && other.weight >= hit.weight && other.term.includes(hit.term) && other.term !== hit.term
    )
  );
}

function hasTerm(folded: string, term: string): boolean {
  const wanted = fold(term);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    // Arabic words may have articles and prepositions as prefixes.
    const before = folded[at - 1] ?? " ";
    const after = folded[at + wanted.length] ?? " ";
    const prefixed = /\p{Script=Arabic}/u.test(wanted) && /[الوبفك]/.test(before);
    if ((!/[\p{L}]/u.test(before) || prefixed) && (!/\p{L}/u.test(after) || /\W$/.test(wanted))) return true;
  }
  return false;
}

/** Section headings of a CV. */
const CV_HEADING =
  /^[ \t]*(?:(?:work |professional )?experience|employment(?: history)?|education|profile|skills|qualifications|references|الخبرات|الخبرة|التعليم|المؤهلات|المهارات)[ \t]*:?[ \t]*$/gimu;

/** Maximum line length, and minimum lines and amounts, of a till receipt. */
const ROLL = { letters: 46, lines: 8, amounts: 3 };

/** Whether a text looks like a till receipt: narrow, with amounts at line ends and a time of day. */
function isTillRoll(text: string): boolean {
  const lines = asciiDigits(text).split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const wide = lines.filter(({ length }) => length > ROLL.letters).length;
  if (lines.length < ROLL.lines || wide > lines.length * 0.05) return false;
  const amounts = lines.filter((line) => /\p{L}.*\s\d[\d,]*[.,]\d{2,3}$/u.test(line)).length;
  return amounts >= ROLL.amounts && lines.some((line) => /(?<![\d:])\d{1,2}:\d{2}(?![\d,.])/.test(line));
}

/** Evidence beyond single terms, such as greeting and closing of a letter. */
function shapeScore(type: string, text: string): number {
  if (type === "passport") return /P[<«][A-Z]{3}[A-Z<«]{10,}/.test(text.replace(/ /g, "")) ? 8 : 0;
  if (type === "id_card") return /784-?\d{4}-?\d{7}-?\d/.test(text) && text.length < 2_000 ? 5 : 0;
  if (type === "letter") {
    const greets = /^(dear\b|sirs?,|madam,|to\b|السيد|السادة|سعادة|إلى|حضرة|تحية|سلام|السلام)/imu.test(text);
    const closes =
      /(yours (sincerely|faithfully|truly)|(kind|best) regards|وتفضلوا|وتقبلوا|تقبلوا|فائق (?:ال)?(?:احترام|تقدير)|مع (?:خالص|أطيب|وافر))/iu
        .test(
          text,
        );
    return greets && closes ? 5 : 0;
  }
  if (type === "receipt") return isTillRoll(text) ? 5 : 0;
  if (type === "cv") return Math.min(6, 3 * (text.match(CV_HEADING)?.length ?? 0));
  if (type === "form") return Math.min(4, text.match(/(_{4,}|\.{6,})[ \t]*$|☐|□/gm)?.length ?? 0);
  if (type === "bank_statement") {
    return (text.match(/^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b.*\d\.\d{2}/gmu)?.length ?? 0) >= 5 ? 3 : 0;
  }
  return 0;
}

/** Confidence, which grows with the score and its lead over the next type. */
function confidenceOf(first: number, second: number): number {
  const evidence = 1 - Math.exp(-first / 7);
  const lead = first / (first + second);
  return Math.round(Math.min(0.99, evidence * (0.4 + 0.6 * lead) + 0.12) * 100) / 100;
}

function subTypeOf({ sub_types }: TypeTerms, body: string): string {
  return Object.entries(sub_types).find(([, terms]) => terms.some((term) => hasTerm(body, term)))?.[0] ??
    "general";
}

const STOP_WORDS = new Set(
  ("the and for with that this from are was were been have has will shall not you your our any all may its per into which " +
    "في من على إلى عن أن التي الذي هذا هذه ذلك كما تم مع قد كان بين بعد قبل غير كل أو لا ما هو هي").split(" "),
);

function frequentWords(text: string, terms: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of text.slice(0, READ).toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
    if (!STOP_WORDS.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count > 1).toSorted((a, b) => b[1] - a[1]).map((
    [word],
  ) => word);
  return [...new Set([...terms, ...frequent])].slice(0, 10);
}
