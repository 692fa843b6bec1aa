/** Antonyms of requested properties. */
import { negationsIn } from "./stance.ts";
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

const OPPOSITES: [property: RegExp, opposite: RegExp][] = [
  [
    /\bfree\b(?! of (?!charge|cost))|\bat no (?:extra |additional )?(?:charge|cost)|(?<!\p{L})مجان\p{L}*|(?<!\p{L})(?:دون|بدون|بلا) (?:مقابل|رسوم|تكلفه)/u,
    /\b(?:charged|invoiced|billed|priced|payable) (?:at|for|extra|separately|per|additionally)\b|\bchargeable\b|\bcosts? (?:[a-z]{3} )?\d|(?<!\p{L})(?:[يت]تحمل (?:ال)?(?:عميل|مشتري|جهه)|برسوم|برسم|مقابل (?:رسوم|رسم|\d))/u,
  ],
  [
    /\b(?:inside|within the (?:uae|country|state|city|emirate|kingdom|site))\b|(?<!\p{L})داخل(?!\p{L})/u,
    /\b(?:outside|abroad|overseas|offshore)\b|(?<!\p{L})خارج(?!\p{L})/u,
  ],
  [
    /\b(?:outstanding|debts?|arrears|overdue|unpaid)\b|(?<!\p{L})(?:ال)?(?:ديون|مستحقات|متاخرات)(?!\p{L})/u,
    /\b(?:paid|settled|cleared|clearance|up to date)\b|(?<!\p{L})(?:مسدد\p{L}*|سددنا|سددت|براءه ذمه|مدفوع\p{L}*)(?!\p{L})/u,
  ],
  [
    /\bopen(?:s|ed|ing)?\b|(?<!\p{L})(?:ال)?(?:[يت]?فتح|مفتوح\p{L}*)(?! (?:ال)?(?:مظاريف|عطاءات|عروض|اعتماد))(?!\p{L})/u,
    /\b(?:clos(?:e|es|ed) (?:\w+ ){0,3}(?:on|at|for|its|our|all)|is shut|are shut|shuts)\b|(?<!\p{L})[وف]?(?:[نيت]غلق|مغلق|[نيت]قفل)\p{L}*/u,
  ],
  [
    /\bnew\b|(?<!\p{L})جديد\p{L}*/u,
    /\b(?:refurbished|second[- ]hand|secondhand|overhauled|reconditioned|pre-?owned|used (?:equipment|units?|ones?|machines?|vehicles?|pumps?))\b|(?<!\p{L})(?:مجدد\p{L}*|(?<!غير )مستعمل\p{L}*|مستخدمه سابقا)/u,
  ],
  [
    /\b(?:inclu\w+|with) (?:\w+ ){0,3}(?:vat|tax(?:es)?|dut(?:y|ies)|fees)\b|(?<!\p{L})(?:شامل\p{L}*|[يت]شمل|متضمن\p{L}*) (?:\p{L}+ ){0,2}(?:ال)?(?:ضريبه|ضرائب|رسوم)(?!\p{L})/u,
    /\b(?:plus|before|exclu\w+|net of|excluding|exclusive of) (?:\w+ ){0,3}(?:vat|tax(?:es)?|dut(?:y|ies))\b|\b(?:vat|tax(?:es)?|dut(?:y|ies)) (?:\w+ ){0,4}(?:added|extra|on top|excluded|additional)\b|(?<!\p{L})(?:[يت]ضاف|مضاف\p{L}*|زائد\p{L}*|قبل|غير شامل\p{L}*|دون|بدون) (?:\p{L}+ ){0,2}(?:ال)?(?:ضريبه|ضرائب)(?!\p{L})/u,
  ],
];

/** Whether the requirement negates an adjective with غير and the sentence uses the adjective alone. */
function omitsNegation(required: Set<string>, { stems, negated, normal }: Statement): boolean {
  return [...required].some((stem) => stems.has(stem) && !negated.has(stem)) && negationsIn(normal) === 0;
}

/** Whether a sentence states the opposite of the requirement. */
export function statesOpposite({ normal, negated }: ParsedRequirement, statement: Statement): boolean {
  return negated.size > 0 && omitsNegation(negated, statement) ||
    OPPOSITES.some(([property, opposite]) => property.test(normal) && opposite.test(statement.normal));
}
