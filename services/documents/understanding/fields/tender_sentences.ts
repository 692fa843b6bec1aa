/** Tender fields in running text: issuer, subject, deadline, bond, budget. */
import type { FieldType, FoundField, TextLine } from "../results/field.ts";
import type { Way } from "../values/document_reading.ts";
import { fieldAt } from "./field_at.ts";
import { findDates } from "../values/dates.ts";
import { valueOf } from "./field_values.ts";

const ISSUERS = [
  /(?:^|[.؛]\s)(?:\d+[.)]\s*)?(?:[Tt]he\s+)?(\p{Lu}[^.;:()]{3,80}?)(?:,[^.;:()]{0,80},)?\s+(?:hereby\s+|now\s+|intends to\s+|wishes to\s+)?(?:invites?|requests?|seeks|calls for|is inviting|is seeking)\s/u,
  /(?:invited|issued|floated|called) (?:for and on behalf of|on behalf of|by) (?:[Tt]he\s+)?(\p{Lu}[^.;:(),]{3,80}?)(?=\s+(?:for|to|from|invites?)\s|[.,;(]|$)/u,
  /(?:تعلن|يعلن|تدعو|يدعو|تطرح|يطرح|ترغب|يرغب|تعتزم|يعتزم|تستدرج)\s+([^.،؛:()]{4,80}?)(?=\s+(?:عن|في|إلى|الى|أن|بطرح|المتعهد|الشركات|شركات|المقاول|المؤسسات|المورد|الراغب|السادة|جميع|كافة|ذوي|عروض|طلب|مناقصة|منافسة|عطاء)|[،.]|$)/u,
];
const DEADLINES = [
  /(?:submitted|received|lodged|delivered|returned|deposited|reach[^.]{0,40}?|uploaded|close[sd]?|due|submission[^.]{0,30}?|deadline[^.]{0,40}?)[^.]{0,60}?(?:on or before|(?:not|no) later than|by|before|until|on|is|at)\s+([^()]{6,50})/giu,
  /(?:تقدم|تسلم|تودع|تقبل|يقبل|ترسل|استلام|تقديم|تسليم|إيداع|قبول|موعد)(?:[\s،]+\p{L}+){0,9}?\s+(?:قبل|حتى|لغاية|أقصاه|هو|تاريخ|بتاريخ|يوم)\s+([^()]{6,60})/gu,
];
const NUMBERS = [
  /(?:مناقصة|منافسة|عطاء|ممارسة|مزايدة|عروض)(?:\s+\p{L}+){0,4}?\s+رقم\s*[:：]?\s*([\p{L}\d][\p{L}\d/.-]{1,30}(?:\s+لسنة\s+\d{4})?)/u,
  /(?:tender|bid|ifb|ift|itb|itt|rfp|rfq|eoi|nit)s?\s+(?:(?:notice|notification|enquiry|call)\s+)?(?:no|number|ref(?:erence)?)\.?\s*[:：]?\s*([A-Z\d][\w/.-]{2,30})/iu,
];
const BONDS = [
  /(?:bid|tender|proposal)[- ](?:security|bond|guarantee|deposit)(?:\s+\p{L}+){0,8}?\s+(?:of|for|amounting to|is|at)\s+([^;؛]{3,40})/iu,
  /earnest money(?: deposit)?(?:\s+\p{L}+){0,6}?\s+(?:of|for|is)\s+([^;؛]{3,40})/iu,
  /(?:ال)?(?:ضمان|تأمين|كفالة)\s+(?:ال)?(?:مؤقت|ابتدائي|أولي)[ةه]?(?:\s+\p{L}+){0,6}?\s*[:：]?\s*([\d٠-٩][^؛\n]{2,30})/u,
];
const BUDGETS = [
  /(?:estimated|approximate|engineer['’]s)\s+(?:cost|value|budget|estimate|price)(?:\s+\p{L}+){0,6}?\s+(?:of|is|at)\s+([^;؛]{3,40})/iu,
  /(?:تقدير|تقديرية|التقديرية|التقديري|الميزانية|ميزانية)(?:\s+\p{L}+){0,6}?\s*[:：]?\s*([\d٠-٩][^؛\n]{2,30})/u,
];
const SUBJECTS = [
  /(?:لأجل|من أجل|وموضوعه[ا]?|موضوعه[ا]?)\s*[:：]?\s*([^.،؛]{8,140})/u,
  /(?:tenders?|bids?|proposals?|quotations?|offers?)(?: from [^.;]{3,60}?)? for (?:the\s+)?([^.;]{6,110}?)(?=[.;]|\s+(?:as|from eligible|in accordance|which|to be)\s|$)/iu,
  /(?:مناقصة|منافسة|عطاء|ممارسة|استدراج عروض)(?:\s+عامة)?\s+(?:ل|بشأن\s+|لتنفيذ\s+|لتوريد\s+|الخاصة ب)([^.،؛]{6,110})/u,
  /(?:مناقصة|منافسة|عطاء|ممارسة|استدراج عروض)(?:\s+عامة)?\s+((?:توريد|تنفيذ|إنشاء|صيانة|تركيب|تشغيل|تأجير|شراء|أعمال|تقديم|نقل|تجهيز)\s[^.،؛]{6,110})/u,
];

export function tenderFields(cells: TextLine[], way: Way): FoundField[] {
  const lines = sentencesOf(cells);
  return [
    ...firstMatch("tender_id", NUMBERS, { lines, sure: 0.85, type: "id" }, way),
    ...firstMatch("bid_bond", BONDS, { lines, sure: 0.85, type: "money" }, way),
    ...firstMatch("budget", BUDGETS, { lines, sure: 0.85, type: "money" }, way),
    ...opening(lines, way),
    ...firstMatch("issuer", ISSUERS, { lines, sure: 0.9 }),
    ...deadline(lines, way),
    ...firstMatch("title", SUBJECTS, { lines, sure: 0.75 }),
  ];
}

/** Each cell with the next one, since its sentence may continue there. */
function sentencesOf(cells: TextLine[]): { text: string; cell: TextLine }[] {
  return cells.slice(0, 200).map((cell, at) => ({
    cell,
    text: `${cell.text} ${cells[at + 1]?.text ?? ""}`.slice(0, 500),
  }));
}

interface Search {
  lines: { text: string; cell: TextLine }[];
  sure: number;
  type?: FieldType;
}

function firstMatch(
  key: string,
  patterns: RegExp[],
  { lines, sure, type = "text" }: Search,
  way?: Way,
): FoundField[] {
  for (const { text, cell } of lines) {
    for (const pattern of patterns) {
      const match = pattern.exec(text);
      // A match that starts in the next line is found with that line.
      if (!match || match.index >= cell.text.length) continue;
      const value = valueOf(type, match[1] ?? "", way);
      if (!value || value.doubt) continue;
      return [{
        ...fieldAt(key, value.value, cell, { sure, type }),
        ...(value.raw ? { raw: value.raw } : {}),
      }];
    }
  }
  return [];
}

const OPENING =
  /فتح (?:ال)?(?:أظرفة|مظاريف|ظروف|عروض|عطاءات)|(?:bids?|tenders?|proposals?) (?:will|shall) be opened/iu;

/** Without a deadline, the opening date of the bids is suggested; it is always flagged. */
function opening(lines: Search["lines"], way: Way): FoundField[] {
  for (const { cell } of lines) {
    const [date, ...others] = OPENING.test(cell.text) ? findDates(cell.text, way.dates) : [];
    if (!date || others.length > 0 || date.doubtful) continue;
    return [{
      ...fieldAt("submission_deadline", date.value, cell, { sure: 0.7, type: "date" }),
      raw: date.raw,
      reason: "The day on which bids are opened",
    }];
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
