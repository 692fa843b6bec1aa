/** Fields of tenders that stand in running text: who invites, for what, until when. */
import type { FoundField, TextLine } from "../results/field.ts";
import type { Way } from "../values/document_reading.ts";
import { fieldAt } from "./head_fields.ts";
import { valueOf } from "./values.ts";

const ISSUERS = [
  /(?:^|[.؛]\s)(?:\d+[.)]\s*)?(?:[Tt]he\s+)?(\p{Lu}[^.;:()]{3,80}?)(?:,[^.;:()]{0,80},)?\s+(?:hereby\s+|now\s+|intends to\s+|wishes to\s+)?(?:invites?|requests?|seeks|calls for|is inviting|is seeking)\s/u,
  /(?:invited|issued|floated|called) (?:for and on behalf of|on behalf of|by) (?:[Tt]he\s+)?(\p{Lu}[^.;:(),]{3,80}?)(?=\s+(?:for|to|from|invites?)\s|[.,;(]|$)/u,
  /(?:تعلن|يعلن|تدعو|يدعو|تطرح|يطرح|ترغب|يرغب|تعتزم|يعتزم|تستدرج)\s+([^.،؛:()]{4,80}?)(?=\s+(?:عن|في|إلى|الى|أن|بطرح|المتعهد|الشركات|شركات|المقاول|المؤسسات|المورد|الراغب|السادة|جميع|كافة|ذوي|عروض|طلب|مناقصة|منافسة|عطاء)|[،.]|$)/u,
];
const DEADLINES = [
  /(?:submitted|received|lodged|delivered|returned|deposited|reach[^.]{0,40}?|uploaded|close[sd]?|due|submission[^.]{0,30}?|deadline[^.]{0,40}?)[^.]{0,60}?(?:on or before|(?:not|no) later than|by|before|until|on|is|at)\s+([^()]{6,50})/giu,
  /(?:تقدم|تسلم|تودع|تقبل|يقبل|ترسل|استلام|تقديم|تسليم|إيداع|قبول|موعد)(?:[\s،]+\p{L}+){0,9}?\s+(?:قبل|حتى|لغاية|أقصاه|هو|تاريخ|بتاريخ|يوم)\s+([^()]{6,60})/gu,
];
const SUBJECTS = [
  /(?:tenders?|bids?|proposals?|quotations?|offers?)(?: from [^.;]{3,60}?)? for (?:the\s+)?([^.;]{6,110}?)(?=[.;]|\s+(?:as|from eligible|in accordance|which|to be)\s|$)/iu,
  /(?:مناقصة|منافسة|عطاء|ممارسة|استدراج عروض)(?:\s+عامة)?\s+(?:ل|بشأن\s+|لتنفيذ\s+|لتوريد\s+|الخاصة ب)([^.،؛]{6,110})/u,
];

export function tenderFields(cells: TextLine[], way: Way): FoundField[] {
  const lines = sentencesOf(cells);
  return [
    ...found("issuer", ISSUERS, { lines, sure: 0.9 }),
    ...deadline(lines, way),
    ...found("title", SUBJECTS, { lines, sure: 0.75 }),
  ];
}

/** Each cell with the one below, which its sentence may go on to. */
function sentencesOf(cells: TextLine[]): { text: string; cell: TextLine }[] {
  return cells.slice(0, 200).map((cell, at) => ({
    cell,
    text: `${cell.text} ${cells[at + 1]?.text ?? ""}`.slice(0, 500),
  }));
}

interface Search {
  lines: { text: string; cell: TextLine }[];
  sure: number;
}

function found(key: string, patterns: RegExp[], { lines, sure }: Search): FoundField[] {
  for (const { text, cell } of lines) {
    for (const pattern of patterns) {
      const value = valueOf("text", pattern.exec(text)?.[1] ?? "")?.value;
      if (value) return [fieldAt(key, value, cell, { sure })];
    }
  }
  return [];
}

function deadline(lines: Search["lines"], way: Way): FoundField[] {
  for (const { text, cell } of lines) {
    for (const [, part = ""] of DEADLINES.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const date = valueOf("date", part, way);
      if (!date) continue;
      const { value, raw, calendar, doubt } = date;
      return [{
        ...fieldAt("submission_deadline", value, cell, { sure: doubt ? 0.45 : 0.9, type: "date" }),
        ...(raw ? { raw } : {}),
        ...(calendar ? { calendar } : {}),
        ...(doubt ? { reason: doubt } : {}),
      }];
    }
  }
  return [];
}
