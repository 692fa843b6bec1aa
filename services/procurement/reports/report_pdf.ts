import { type Direction, directionOf, isolated, leftToRight } from "lib/pdf/bidi.ts";
import { createPdf, type Pdf } from "lib/pdf/pdf.ts";
import type { ReportContent } from "./report.ts";

const WORDS = {
  en: {
    tender: "Tender",
    budget: "Budget",
    noBudget: "none stated",
    preliminary: "Preliminary order: see the notes for what is missing",
    offers: "Offers",
    amount: "Amount",
    days: "Delivery, days",
    method: "Method",
    criteria: "Criteria",
    criterion: "Criterion",
    weight: "Weight",
    effective: "Effective weight",
    scores: "Scores",
    rank: "Rank",
    supplier: "Supplier",
    total: "Total",
    compliance: "Compliance",
    requirement: "Requirement",
    flags: "Red flags",
    none: "None",
    notes: "Notes",
    recommendation: "Recommendation",
    signatures: "Signatures of the committee",
    name: "Name",
    signature: "Signature",
    date: "Date",
    version: "Evaluation version",
    hash: "SHA-256 of the inputs",
    met: "met",
    unclear: "unclear",
    not_met: "not met",
  },
  ar: {
    tender: "المناقصة",
    budget: "الميزانية",
    noBudget: "غير مذكورة",
    preliminary: "ترتيب أولي: ما ينقص مذكور في الملاحظات",
    offers: "العروض",
    amount: "المبلغ",
    days: "التسليم بالأيام",
    method: "المنهجية",
    criteria: "المعايير",
    criterion: "المعيار",
    weight: "الوزن",
    effective: "الوزن الفعلي",
    scores: "الدرجات",
    rank: "الترتيب",
    supplier: "المورّد",
    total: "المجموع",
    compliance: "الامتثال",
    requirement: "المتطلب",
    flags: "مؤشرات تستدعي المراجعة",
    none: "لا يوجد",
    notes: "ملاحظات",
    recommendation: "التوصية",
    signatures: "توقيعات اللجنة",
    name: "الاسم",
    signature: "التوقيع",
    date: "التاريخ",
    version: "رقم نسخة التقييم",
    hash: "بصمة المدخلات (SHA-256)",
    met: "مستوفى",
    unclear: "غير واضح",
    not_met: "غير مستوفى",
  },
};

/** A report as a PDF; a bilingual one has its Arabic part first. */
export async function reportPdf(content: ReportContent): Promise<Uint8Array<ArrayBuffer>> {
  const languages: ("ar" | "en")[] = content.language === "both" ? ["ar", "en"] : [content.language];
  const pdf = createPdf({
    title: Object.values(content.title).join(" — "),
    direction: languages[0] === "ar" ? "rtl" : "ltr",
  });
  languages.forEach((language, index) => {
    if (index > 0) pdf.newPage();
    languagePart(pdf, content, language);
  });
  return new Uint8Array(await pdf.finish());
}

function languagePart(pdf: Pdf, content: ReportContent, language: "ar" | "en"): void {
  const words = WORDS[language];
  const direction: Direction = language === "ar" ? "rtl" : "ltr";
  const { tender } = content;
  const text = (line: string) => pdf.text(line, { direction });
  const heading = (line: string) => pdf.heading(line, { direction });
  pdf.text(content.title[language] ?? "", { size: 18, bold: true, direction });
  pdf.space(6);
  text(`${words.tender}: ${named(tender.title)}`);
  text(`${words.budget}: ${budgetOf(tender) ?? words.noBudget}`);
  text(`${words.version}: ${content.evaluation_version} (${leftToRight(content.evaluated_at.slice(0, 10))})`);
  heading(words.recommendation);
  text(withNames(language === "ar" ? content.recommendation_ar : content.recommendation, content));
  offers(pdf, content, { language, direction });
  scores(pdf, content, { language, direction });
  heading(words.criteria);
  pdf.table(
    [words.criterion, words.weight, words.effective],
    content.criteria.map((
      { name, weight, effective_weight },
    ) => [name, String(weight), String(effective_weight)]),
    { direction, widths: [0.5, 0.25, 0.25] },
  );
  if (content.compliance.length > 0) compliance(pdf, content, { language, direction });
  flagsAndNotes(pdf, content, { language, direction });
  heading(words.method);
  text(content.method[language] ?? "");
  heading(words.signatures);
  pdf.table([words.name, words.signature, words.date], Array.from({ length: 4 }, () => ["\n", "\n", "\n"]), {
    direction,
  });
  pdf.text(`${words.hash}: ${content.inputs_sha256}`, { size: 7, direction });
}

/** Red flags with the suppliers concerned, then the notes. */
function flagsAndNotes(pdf: Pdf, content: ReportContent, { language, direction }: Look): void {
  const words = WORDS[language];
  pdf.heading(words.flags, { direction });
  if (content.red_flags.length === 0) pdf.text(words.none, { direction });
  for (const { message, message_ar, indicator, bid_ids } of content.red_flags) {
    const said = language === "ar" ? message_ar ?? message : message;
    const concerned = content.scores.filter(({ bid_id }) => bid_ids.includes(bid_id));
    const names = concerned.map(({ supplier }) => named(supplier)).join(language === "ar" ? "، " : ", ");
    pdf.text(`• ${said}${names && ` – ${names}`}`, { size: 9, direction });
    pdf.text(leftToRight(indicator), { size: 7, direction });
  }
  // Reports of earlier versions have notes only in English.
  const notes = content.notes?.[language] ?? [...content.tie_notes, ...content.warnings];
  if (notes.length > 0) pdf.heading(words.notes, { direction });
  for (const note of notes) pdf.text(`• ${withNames(note, content)}`, { size: 9, direction });
}

/** The budget of a tender with its currency; undefined without a budget. */
function budgetOf({ budget_min, budget_max, currency }: ReportContent["tender"]): string | undefined {
  if (budget_max <= 0 && budget_min <= 0) return undefined;
  if (budget_max <= 0) return leftToRight(`${currency} ≥ ${budget_min}`);
  return leftToRight(
    budget_min > 0 ? `${currency} ${budget_min} – ${budget_max}` : `${currency} ≤ ${budget_max}`,
  );
}

/** The amount and delivery days of each bid, which its scores depend on. */
function offers(pdf: Pdf, { scores, tender }: ReportContent, { language, direction }: Look): void {
  const words = WORDS[language];
  pdf.heading(words.offers, { direction });
  pdf.table(
    [words.supplier, `${words.amount} (${tender.currency})`, words.days],
    scores.map((
      { supplier, amount, delivery_days },
    ) => [named(supplier), numberText(amount), numberText(delivery_days)]),
    { direction, widths: [0.5, 0.3, 0.2] },
  );
}

function scores(pdf: Pdf, content: ReportContent, { language, direction }: Look): void {
  const words = WORDS[language];
  pdf.heading(words.scores, { direction });
  if (content.preliminary) pdf.text(words.preliminary, { direction });
  const ranked = content.scores.filter(({ total }) => total !== null);
  const bars = ranked.slice(0, 30).map(({ supplier, total }) => ({
    label: named(supplier),
    value: total ?? 0,
  }));
  pdf.bars(bars, { max: 100, direction });
  // A table has as many columns as fit; further criteria form further tables.
  for (let from = 0; from === 0 || from < content.criteria.length; from += 5) {
    const names = content.criteria.slice(from, from + 5).map(({ name }) => name);
    pdf.table(
      [words.rank, words.supplier, words.total, ...names],
      content.scores.map((bid) => [
        numberText(bid.rank),
        named(bid.supplier),
        numberText(bid.total),
        ...names.map((name) => numberText(bid.by_criterion[name])),
      ]),
      { direction, widths: [0.09, 0.26, 0.1, ...names.map(() => 0.55 / names.length)] },
    );
  }
}

/** The language and direction of a part. */
interface Look {
  language: "ar" | "en";
  direction: Direction;
}

function compliance(
  pdf: Pdf,
  { compliance, scores }: ReportContent,
  { language, direction }: Look,
): void {
  const words = WORDS[language];
  const status: Record<string, string> = { met: words.met, unclear: words.unclear, not_met: words.not_met };
  pdf.heading(words.compliance, { direction });
  for (let from = 0; from < scores.length; from += 5) {
    const bids = scores.slice(from, from + 5);
    pdf.table(
      [words.requirement, ...bids.map(({ supplier }) => named(supplier))],
      compliance.map((
        { requirement, by_bid },
      ) => [requirement, ...bids.map(({ bid_id }) => status[by_bid[bid_id] ?? ""] ?? "")]),
      { direction, widths: [0.4, ...bids.map(() => 0.6 / bids.length)] },
    );
  }
}

/** A name within a sentence: Latin text keeps its order and brackets, and no name turns the words around it. */
function named(text: string): string {
  return directionOf(text) === "ltr" ? leftToRight(text) : isolated(text);
}

/** A sentence with each supplier's name isolated in its own direction. */
function withNames(sentence: string, { scores }: ReportContent): string {
  const names = new Set(scores.map(({ supplier }) => supplier).filter((name) => sentence.includes(name)));
  return [...names].reduce((text, name) => text.replaceAll(name, () => named(name)), sentence);
}

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : String(value);
}
