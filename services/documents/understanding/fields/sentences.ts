/** Fields of contracts that stand in running text: parties, dates, the law. */
import { type DateOrder, findDates } from "../values/dates.ts";
import type { FoundField, TextLine } from "../results/field.ts";

const PARTIES = [
  /between\s+(.{3,120}?)\s*\((?:the\s+)?["“']?first party["”']?\)\s*,?\s*and\s+(.{3,120}?)\s*\((?:the\s+)?["“']?second party/iu,
  /بين(?:\s+كل\s+من)?\s*[:：]?\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?[أا]ول[)(»”"]*\s*،?\s*و\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?ثاني/u,
  /between\s+(.{3,90}?)\s*\([^)]{3,40}\)\s*,?\s*and\s+(.{3,90}?)\s*\(/iu,
];

const LAW =
  /governed by(?: and construed in accordance with)? the laws? of (?:the )?([^.;\n]{3,60}?)(?=\s*(?:[.;,]|and |$))|(?:لقوانين|لأحكام قوانين|لقانون|لأنظمة|للقوانين المعمول بها في)\s+([^.،؛\n]{3,60}?)(?=\s*(?:[.،؛]|و(?:لا|ما)|$))/iu;

const MADE =
  /(?:made(?: and entered into)?|entered into|dated|signed|effective)(?: on| as of| from)?[\s:]+(?:the\s+)?([^()]{6,40})|(?:بتاريخ|في يوم|المؤرخ(?: في)?|الموافق)\s+([^()]{6,40})/iu;

export function sentenceFields(cells: TextLine[], order?: DateOrder): FoundField[] {
  const text = cells.slice(0, 200).map((cell) => cell.text).join(" ").replace(/\s+/g, " ");
  const fields: FoundField[] = [];
  const add = (
    key: string,
    value: string | undefined,
    type: "text" | "date" = "text",
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
  const made = MADE.exec(text);
  const [date] = findDates(made?.[1] ?? made?.[2] ?? "", order);
  if (date) {
    const hijri = date.calendar === "hijri" ? { calendar: "hijri" as const } : {};
    const reason = "Day and month can be read in either order, and nothing in the document says which";
    const doubt = date.doubtful ? { confidence: 0.45, reason } : {};
    add("effective_date", date.value, "date", { raw: date.raw, ...hijri, ...doubt });
  }
  return fields;
}

function cellWith(cells: TextLine[], text: string): TextLine | undefined {
  const start = text.split(" ").slice(0, 2).join(" ");
  return cells.find((cell) => cell.text.includes(start));
}
