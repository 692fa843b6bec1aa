/** Due, validity and delivery dates that trade documents state in sentences. */
import type { FoundField, TextLine } from "../results/field.ts";
import type { Way } from "../values/document_reading.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";

const SURE = 0.85;
/** The most characters of a sentence that are searched. */
const SEARCHED = 600;

const VALID: [string, RegExp[]] = ["valid_until", [
  /(?:valid|open|firm|good|holds?|held|stands?|stays?|remains?|binding|accept(?:ed|ance)?)(?![\p{L}])[^.;]{0,60}?(?:until|till|to|through|by|up to|before)\s+((?:[^.;]|\.(?=\d)){6,40})/giu,
  /(?:ساري|سارية|يسري|تسري|صالح|صالحة|صلاحية|ينتهي|قائم|ملزم)(?:\s+\p{L}+){0,6}?\s+(?:حتى|لغاية|في|إلى غاية|إلى|قبل)\s+((?:[^.؛]|\.(?=\d)){6,40})/gu,
]];

const PATTERNS: Partial<Record<string, [key: string, patterns: RegExp[]][]>> = {
  invoice: [["due_date", [
    /(?:pay|paid|payment|payable|settle[d]?|settlement|remit(?:tance)?|transfer|due)(?![\p{L}])[^.;]{0,80}?(?:by|before|until|no later than|not later than|due on|on or before)\s+((?:[^.;]|\.(?=\d)){6,40})/giu,
    /(?:payment|amount|balance|total)?\s*(?:is\s+)?due(?:\s+on|\s+date)?\s+(\d[^.;]{5,30}|\p{Lu}\p{L}{2,8} \d[^.;]{5,20})/giu,
    /(?:السداد|سداد|الدفع|الأداء|تسدد|يسدد|تدفع|يدفع|تستحق|يستحق|مستحق|استحقاق)(?:\s+\p{L}+){0,6}?\s+(?:قبل|حتى|لغاية|أقصاه|في|بتاريخ)\s+((?:[^.؛]|\.(?=\d)){6,40})/gu,
  ]]],
  quotation: [VALID],
  bid: [VALID],
  purchase_order: [["delivery_date", [
    /(?:deliver(?:ed|y)?|supply|supplied|required|needed|arrive|ship(?:ped)?|reach)(?![\p{L}])[^.;]{0,60}?(?:by|before|until|no later than|not later than|on or before|on)\s+((?:[^.;]|\.(?=\d)){6,40})/giu,
    /(?:التسليم|تسليم|التوريد|توريد|التجهيز|تجهيز|يسلم|تسلم|يورد|تورد|يجهز|تجهز|الاستلام)(?:\s+\p{L}+){0,14}?\s+(?:قبل|حتى|لغاية|أقصاه|في|بتاريخ)\s+((?:[^.؛]|\.(?=\d)){6,40})/gu,
  ]]],
};

const OFFERED = [
  /(?:sum|price|amount|total)\s+of\s+([^;؛]{3,40})/iu,
  /(?:بمبلغ|بسعر|بقيمة|مقابل مبلغ)(?:\s+\p{L}+){0,3}?\s*[:：]?\s*([\d٠-٩][^؛\n]{2,30})/u,
];

/** An offered sum in a sentence: "… offer to execute the works for the sum of KES 48,750,000.00". */
function offeredSum(cells: TextLine[], way: Way): FoundField[] {
  for (const [at, cell] of cells.slice(0, 200).entries()) {
    const text = `${cell.text} ${cells[at + 1]?.text ?? ""}`.slice(0, SEARCHED);
    for (const pattern of OFFERED) {
      const value = valueOf("money", pattern.exec(text)?.[1] ?? "", way);
      if (!value || value.doubt) continue;
      return [{
        ...fieldAt("bid_total", value.value, cell, { sure: SURE, type: "money" }),
        ...(value.raw ? { raw: value.raw } : {}),
      }];
    }
  }
  return [];
}

export function tradeFields(type: string, cells: TextLine[], way: Way): FoundField[] {
  return [...(type === "bid" ? offeredSum(cells, way) : []), ...daysNamed(type, cells, way)];
}

function daysNamed(type: string, cells: TextLine[], way: Way): FoundField[] {
  return (PATTERNS[type] ?? []).flatMap(([key, patterns]) => {
    for (const [at, cell] of cells.slice(0, 200).entries()) {
      const text = `${cell.text} ${cells[at + 1]?.text ?? ""}`.slice(0, SEARCHED);
      for (const [, part = ""] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
        const date = valueOf("date", part, way);
        if (!date || date.doubt) continue;
        const { value, raw, calendar } = date;
        return [{
          ...fieldAt(key, value, cell, { sure: SURE, type: "date" }),
          ...(raw ? { raw } : {}),
          ...(calendar ? { calendar } : {}),
        }];
      }
    }
    return [];
  });
}
