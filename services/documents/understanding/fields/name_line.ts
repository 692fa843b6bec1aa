/** Tells lines that are names from titles and addresses. */
import { fold } from "lib/fold.ts";
import { TERMS } from "../classification/type_terms.ts";
import { isNameLike } from "./name_shape.ts";

const TITLES = new Set(Object.values(TERMS).flatMap(({ title }) => title.map((one) => fold(one))));

/** Words before the addressee's name: "for Lagos Harbour Logistics". */
export const FOR =
  /^(?:prepared |issued |submitted |quotation |proposal |estimate |offer )?(?:for|to|by|from)\s+(?=\p{L})/iu;

/** "To" before the name of an organisation: "جانب شركة الأفق". */
export const TO_SIDE = /^(?:(?:إلى|الى)\s+)?ل?جانب\s+(?!من(?!\p{L}))(?=\p{Script=Arabic})/u;

/** Whose a company is, below its name: "(A unit of Vaigai Healthcare LLP)", "إحدى شركات مجموعة الأفق". */
export const OF_PARENT =
  /^\(?(?:(?:an? )?(?:unit|division|subsidiary|branch|brand|member|part|associate|concern|trading (?:name|style)) of|(?:إحدى|احدى) (?:شركات|مؤسسات)|(?:وحدة|فرع|عضو|شركة) تابعة? ل|(?:عضو|قسم) (?:في|من))(?!\p{L})/iu;

/** A street with a house number, or a post box. */
export const STREET =
  /^\d{1,5}[A-Za-z]?[,\s]+\p{L}{2}|^\p{Lu}[\p{L}.'-]+(?:\s[\p{L}.'-]+){0,3}\s\d{1,4}[a-z]?$|p\.?\s?o\.?\s?box|(?<!\p{L})(?:street|st|road|rd|lane|avenue|ave|court|drive|house|flat|apt|apartment|unit|suite|jalan|lorong|lot|plot|block|villa|way|rue|via|calle|شارع|طريق|ص\.?\s?ب|حي|شقة|بناية|مبنى)(?!\p{L})/iu;

/** A legal form after a comma is part of the name: "Blue Heron Surveyors, Inc." */
const FORM =
  /,\s*(?:inc|llc|l\.l\.c|ltd|limited|llp|lp|plc|pllc|corp|co|lda|ltda|n\.?a|gmbh|s\.?a\.?(?:s\.?)?|s\.?l\.?(?:u\.?)?|s\.?r\.?l|s\.?p\.?a|pvt\.? ltd)\.?$/iu;

/** The trade of partners behind their names: "Penhale & Daughter, Stonemasons". */
const TRADE = /(?<=\p{L}\s(?:&|and)\s[\p{L}.'’-]{2,30}),\s(?:[\p{L}&-]{1,20}\s){0,3}\p{L}{3,20}s$/iu;

/** The trade of those who bear the name, behind a comma: "Penhale & Daughter, Stonemasons". */
export const TRADE_BEHIND =
  /,\s\p{L}{0,12}(?:ers|ors|ists|ians|asons|wrights|smiths|agents|itects|tants|chants)(?:\s(?:&|and)\s\p{L}{4,14}s)?$/iu;

/** Firms of a family: "Brown & Daughter", "Tarrant Bros.". */
const OF_FAMILY = /(?:&|(?<!\p{L})and)\s(?:sons?|daughters?)(?!\p{L})|(?<!\p{L})bros\.?(?!\p{L})/iu;
/** Legal forms in their capitals, which are words elsewhere. */
const SHORT_FORM =
  /\p{L}{2}[,)]?\s(?:CC|K\.?K|S\.L\.?U?|SLU?|Lda|Ltda|S\.?A\.? de C\.?V|EURL|EIRL|SNC|SUARL|L\.?P|OÜ|Sp\. ?z ?o\.? ?o|AB|NV)\.?$/u;
/** Whether the words of a line at the head of a paper are those of a firm, though none is on every paper. */
export function isFirmAtHead(text: string): boolean {
  return [TRADE_BEHIND, OF_FAMILY, SHORT_FORM].some((firm) => firm.test(text));
}

/** First words of what a firm deals in or says of itself. */
const OF_DEALINGS =
  /^(?:your|our|we|quality|trusted|building|serving|since|est(?:ablished|d)?|suppliers? of|importers?|exporters?|manufacturers? of|dealers? in|distributors? of|specialists?|makers? of|providers? of)(?!\p{L})|(?<!\p{L})(?:specialists|since \d{4})$|^[لو]?(?:ال)?(?:تجارة|بيع|شراء|استيراد|تصدير|تأجير|تجهيز|توريد|صيانة|تصنيع|صناعة|إنتاج|تركيب|تصميم|تفصيل|طباعة|تخليص|خبرة|خبرتنا|جودة|نحن|جميع|كافة|وكلاء|وكيل|متخصصون|متخصصة|مقاولات|خدمات|لوازم)(?!\p{L})/iu;

/** Whether a line is a slogan or a list of trades: "Timber, doors and fittings", "استيراد وتصدير". */
export function isSlogan(text: string): boolean {
  if (OF_DEALINGS.test(text) || /\s[·•|]\s/u.test(text)) return true;
  // A name has capitals; a sentence only at its beginning.
  const [, ...others] = text.match(/\p{Script=Latin}{4,}/gu) ?? [];
  return others.length > 1 && others.every((word) => /^\p{Ll}/u.test(word));
}

export function isName(whole: string): boolean {
  // Keeps the comma of a name such as "Okafor, Bello & Partners".
  const text = whole.replace(FORM, "").replace(TRADE, "").replace(TRADE_BEHIND, "").replace(
    /,(?=[^,،]{1,40}\s(?:&|and)\s)/u,
    "",
  );
  const isAddress = /^\d/.test(text) && STREET.test(text);
  return /\p{L}{2}/u.test(text) && !/[:：،,؛;]|\d{3}|@/.test(text) && text.length < 80 && !isAddress &&
    !isTitle(text) &&
    isNameLike(text);
}

/** The place of a logo on a form: "شعار الدائرة". */
const LOGO = /^(?:(?:company |your |client )?logo|letterhead|شعار(?:\s\p{L}+)?)$/iu;

/** The legal form below a name: "شركة توصية بسيطة". */
const FORM_LINE =
  /^(?:(?:شركة )?(?:توصية بسيطة|توصية بالأسهم|تضامن|شخص واحد|ذات مسؤولية محدودة|مساهمة (?:مصرية|مقفلة|مغلقة|عامة|خاصة))|(?:مؤسسة|منشأة) فردية)(?=\s*(?:$|[,،]))/u;

/** The heading of a part of a contract or form: "PART A. PARTICULARS", "Schedule 2", «الباب الأول». */
const PART_HEADING =
  /^(?:part|section|schedule|annex(?:ure)?|appendix|chapter|exhibit)\s(?:[a-h]|[ivx]{1,4}|\d{1,2})(?:[.:)\s–—-]|$)|^(?:الباب|الفصل|القسم|الجزء|الملحق|ملحق|المادة)\s(?:ال(?:أول|اول|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر)[ةى]?|(?:رقم\s)?[\d٠-٩]{1,2}|[أ-د])(?![\p{L}\d٠-٩])/iu;

export function isTitle(text: string): boolean {
  return TITLES.has(fold(text).trim()) || LOGO.test(text) || FORM_LINE.test(text) ||
    PART_HEADING.test(text) ||
    /^(?:request|invitation|call) (?:for|to) (?:proposals?|quotations?|bids?|bid|tender(?:s|ers)?|expressions? of interest)$/iu
      .test(text) ||
    /^(?:original|copy|page|صفحة|أصل|نسخة)(?!\p{L})/iu.test(text);
}
