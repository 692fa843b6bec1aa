/** Fields of contracts that stand in running text: parties, dates, the law. */
import type { Way } from "../values/document_reading.ts";
import { valueOf } from "./values.ts";
import type { FoundField, TextLine } from "../results/field.ts";

const PARTIES = [
  /الطرف الأول\s*[:：]\s*(?:السادة\s*[/:]?\s*)?([^،؛:()]{3,90}?)\s*[،؛.(]?\s*و?(?:ال)?طرف الثاني\s*[:：]\s*(?:السادة\s*[/:]?\s*)?([^،؛:().]{3,90})/u,
  /between\s+(.{3,120}?)\s*\((?:the\s+)?["“']?first party["”']?\)\s*,?\s*and\s+(.{3,120}?)\s*\((?:the\s+)?["“']?second party/iu,
  /بين(?:\s+كل\s+من)?\s*[:：]?\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?[أا]ول[)(»”"]*\s*،?\s*و\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?ثاني/u,
  /between\s+(.{3,90}?)\s*\([^)]{3,40}\)\s*,?\s*and\s+(.{3,90}?)\s*\(/iu,
];

const LAW =
  /governed by(?:,? and construed in accordance with,?)? the laws? of (?:the )?([^.;\n]{3,60}?)(?=\s*(?:[.;,]|\s+and (?:the|shall|any|each|both|all|is|it|its|construed|subject|made)(?!\p{L})|$))|(?:لقوانين|لأحكام قوانين|لقانون|لأنظمة|للقوانين المعمول بها في)\s+([^.،؛\n]{3,60}?)(?=\s*(?:[.،؛]|و(?:لا|ما)|$))/iu;

const MADE =
  /(?:made(?: and entered into)?|entered into|dated|signed|effective)(?: on| as of| from)?[\s:]+(?:the\s+)?([^()]{6,40})|(?:بتاريخ|في يوم|المؤرخ(?: في)?|الموافق)\s+([^()]{6,40})/iu;

const ENDS =
  /(?:expires?|expiring|ends?|terminates?|terminating|(?:remains?|continues?) in force until|until)(?: on)?\s+(?:the\s+)?([^()]{6,40})|(?:ينتهي|تنتهي|وينتهي|حتى تاريخ|ولغاية|لغاية)(?:\s+(?:هذا العقد|العقد|مدته|في|بتاريخ|يوم))*\s+([^()]{6,40})/giu;

const VALUE =
  /(?:(?:total|fixed|annual|lump[- ]sum|aggregate)\s+(?:fee|price|sum|amount|consideration|rent|value)|(?:contract|agreement)\s+(?:price|sum|value)|fee|sum|price|consideration|salary|rent)\s+(?:of|is|shall be|amounts to)\s+([^;؛]{3,50})|(?:(?:قيمة|مبلغ|أجرة|بدل|إجمالي)\s+(?:هذا\s+)?(?:العقد|الاتفاقية|الإيجار)(?:\s+(?:الإجمالية|السنوية|مبلغ|هي|وقدره|وقدرها))*|بمبلغ(?:\s+(?:إجمالي|وقدره))*|مقابل مبلغ)\s*[:：]?\s*([^؛]{3,50})/giu;

const NOTICE =
  /(?:by|giving|upon|on|with|of|not less than|at least)\s+(?:not less than\s+|at least\s+)?((?:\d+|thirty|sixty|ninety|one|two|three|six|seven|fourteen)(?:\s*\(\d+\))?\s+(?:calendar\s+|working\s+|business\s+)?(?:days?|weeks?|months?))['’]?\s+(?:prior\s+|advance\s+)?(?:written\s+)?notice|(?:إشعار|إخطار)(?:\s+\p{L}+){0,4}?\s+(?:مدته|قبل|خلال|لا تقل عن)\s+(\d+\s*يوم[اً]{0,2}|\p{L}+\s+يوم[اً]{0,2}|شهر(?:ين)?)/iu;

export function sentenceFields(cells: TextLine[], way: Way): FoundField[] {
  const text = cells.slice(0, 200).map((cell) => cell.text).join(" ").replace(/\s+/g, " ");
  const fields: FoundField[] = [];
  const add = (
    key: string,
    value: string | undefined,
    type: "text" | "date" | "money" = "text",
    more: Partial<FoundField> = {},
  ) => {
    const clean = value?.replace(/^[\s"“«:(,،]+|[\s"”»(,،]+$/gu, "");
    if (!clean) return;
    const cell = cellWith(cells, more.raw ?? clean);
    fields.push({
      key,
      value: clean,
      confidence: Math.round((cell?.confidence ?? 0.8) * 0.95 * 100) / 100,
      field_type: type,
      ...(cell ? { page: cell.page, box: cell.box } : {}),
      ...more,
    });
  };
  const parties = PARTIES.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  add("first_party", parties?.[1]);
  add("second_party", parties?.[2]);
  const law = LAW.exec(text);
  add("governing_law", law?.[1] ?? law?.[2]);
  const notice = NOTICE.exec(text);
  add("notice_period", notice?.[1] ?? notice?.[2]);
  const typed = (key: string, type: "date" | "money", parts: (string | undefined)[]) => {
    const found = parts.flatMap((part) => valueOf(type, part ?? "", way) ?? [])[0];
    if (!found) return;
    const { value, share: _share, doubt, ...more } = found;
    add(key, value, type, { ...more, ...(doubt ? { confidence: 0.45, reason: doubt } : {}) });
  };
  const made = MADE.exec(text);
  typed("effective_date", "date", [made?.[1] ?? made?.[2]]);
  typed("end_date", "date", [...text.matchAll(ENDS)].map((match) => match[1] ?? match[2]));
  typed(
    "contract_value",
    "money",
    [...text.matchAll(VALUE)].map((match) =>
      /[\d٠-٩]{3}/.exec(match[1] ?? match[2] ?? "") ? match[1] ?? match[2] : ""
    ),
  );
  return fields;
}

function cellWith(cells: TextLine[], text: string): TextLine | undefined {
  const start = text.split(" ").slice(0, 2).join(" ");
  return cells.find((cell) => cell.text.includes(start));
}
