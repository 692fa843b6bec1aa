import { z } from "@hono/zod-openapi";
import { fold } from "lib/fold.ts";
import { Findings } from "./findings.ts";

/** A model's wording of the findings, in the same shape. */
export const ModelWords = Findings;
export type ModelWords = z.output<typeof ModelWords>;

/** A dropped sentence of a model, and the reason. */
export const DroppedSentence = z.object({ sentence: z.string(), reason: z.string() });
export type DroppedSentence = z.output<typeof DroppedSentence>;

const DECIDES =
  /\b(?:award(?:ed|ing)?|winner|winning|scores?|scored|rank(?:s|ed|ing)?|disqualif\w*|bid [a-z0-9]\b|bidder [a-z0-9]\b|supplier [a-z0-9]\b|select (?:bid|supplier|bidder))\b|ترسيه|ارساء|الفائز|فائز|الدرجه|درجه|المرتبه|مرتبه|ترتيب|استبعاد|العطاء (?:ا|ب|ج|الاول|الثاني)(?!\p{L})/u;
const DENIES_RISKS =
  /\b(?:no|without|zero|free of|not any|low) (?:\w+ ){0,2}risks?\b|\brisk[- ]free\b|\bno (?:concerns?|issues?|problems?)\b|لا (?:توجد |يوجد )?(?:اي )?(?:مخاطر|خطر)|بدون مخاطر|خاليه? من المخاطر|بلا مخاطر/u;
const SPEAKS_FOR =
  /\bpublish (?:it )?(?:as it is|now|immediately)\b|\bready (?:to|for) (?:be )?publi\w+|جاهزه للنشر|يمكن النشر/u;

/**
 * Keeps only those sentences of a model that the findings support: no number that is neither in them nor in
 * the tender, no word about bids, scores or awards, no denial of a found risk.
 */
export function checkedWords(
  words: ModelWords,
  { findings, tender }: { findings: Findings; tender: string },
): { words: ModelWords; dropped: DroppedSentence[] } {
  const dropped: DroppedSentence[] = [];
  const known = new Set(numbersIn([...Object.values(findings).flat(), tender].join("\n")));
  const kept = (text: string) =>
    sentencesOf(text).filter((sentence) => {
      const reason = contradiction(sentence, { known, risks: findings.risk_assessment.length });
      if (reason !== undefined) dropped.push({ sentence, reason });
      return reason === undefined;
    }).join(" ");
  return {
    words: {
      risk_assessment: words.risk_assessment.map(kept).filter((risk) => risk !== ""),
      market_comparison: kept(words.market_comparison),
      recommendation: kept(words.recommendation),
    },
    dropped,
  };
}

function contradiction(
  sentence: string,
  { known, risks }: { known: Set<string>; risks: number },
): string | undefined {
  const folded = fold(sentence);
  if (DECIDES.test(folded)) return "it speaks of bids, scores or awards, which an analysis does not decide";
  const unknown = numbersIn(sentence).find((number) => !known.has(number));
  if (unknown !== undefined) return `${unknown} is neither in the findings nor in the tender`;
  if (risks > 0 && (DENIES_RISKS.test(folded) || SPEAKS_FOR.test(folded))) return `${risks} risks were found`;
  return undefined;
}

/** Numbers as plain ASCII digits, whatever their grouping and script. */
function numbersIn(text: string): string[] {
  const plain = fold(text).replace(/(\d)[,٬](?=\d{3})/g, "$1").replaceAll("٫", ".");
  return (plain.match(/\d+(?:\.\d+)?/g) ?? []).map((number) => String(Number(number)));
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[!?؟؛;\n]|\.(?=\s|$))/u).map((sentence) => sentence.trim()).filter(Boolean);
}
