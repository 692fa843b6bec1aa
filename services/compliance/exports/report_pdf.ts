import { type Direction, isolated, leftToRight } from "lib/pdf/bidi.ts";
import { createPdf, type Pdf } from "lib/pdf/pdf.ts";
import { inLanguage, type Lang } from "../catalogue/bilingual.ts";
import { DISCLAIMER } from "../catalogue/framework.ts";
import { gapsOf } from "../reports/gaps.ts";
import type { Report } from "../reports/report.ts";
import { screeningRows } from "../reports/screening_rows.ts";

const WORDS = {
  en: {
    title: "Compliance assessment",
    system: "System",
    date: "Assessed",
    overall: "Overall score",
    frameworks: "Frameworks",
    gaps: "Gaps, worst first",
    severity: "Severity",
    requirement: "Requirement",
    remediation: "What to do",
    requirements: "Requirements",
    reference: "Reference",
    status: "Status",
    notes: "Notes",
    none: "None",
    comma: ",",
    noScore: "no score",
    coverage: "Decided by evidence",
    shownBy: "What would show it",
    risk: "Risk",
    minimal: "minimal",
    limited: "limited",
    unacceptable: "unacceptable",
    claimed: "claimed",
    met: "met",
    partially_met: "partly met",
    not_met: "not met",
    not_applicable: "not applicable",
    not_assessed: "not assessed",
    critical: "critical",
    high: "high",
    medium: "medium",
    low: "low",
  },
  ar: {
    title: "تقييم الامتثال",
    system: "النظام",
    date: "تاريخ التقييم",
    overall: "الدرجة الإجمالية",
    frameworks: "الأطر",
    gaps: "الفجوات، الأشد أولًا",
    severity: "الشدة",
    requirement: "المتطلب",
    remediation: "المطلوب عمله",
    requirements: "المتطلبات",
    reference: "المرجع",
    status: "الحالة",
    notes: "ملاحظات",
    none: "لا يوجد",
    comma: "،",
    noScore: "لا درجة",
    coverage: "ما حسمته الأدلة",
    shownBy: "الدليل الذي يثبته",
    risk: "المخاطر",
    minimal: "منخفض",
    limited: "محدود",
    unacceptable: "غير مقبول",
    claimed: "مُدّعى",
    met: "مستوفى",
    partially_met: "مستوفى جزئيًا",
    not_met: "غير مستوفى",
    not_applicable: "لا ينطبق",
    not_assessed: "لم يُقيَّم",
    critical: "حرجة",
    high: "عالية",
    medium: "متوسطة",
    low: "منخفضة",
  },
};

/** A report as PDF: scores, gaps with remedies, and every requirement with its status. */
export async function reportPdf(report: Report, lang: Lang): Promise<Uint8Array<ArrayBuffer>> {
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  const pdf = createPdf({ title: `${WORDS[lang].title}: ${report.system_name}`, direction });
  head(pdf, report, lang);
  gapTable(pdf, report, lang);
  screeningTable(pdf, report, lang);
  for (const framework of report.frameworks) requirementTable(pdf, framework, lang);
  if (report.notes.length > 0) pdf.heading(WORDS[lang].notes, { direction });
  for (const note of report.notes) pdf.text(`• ${inLanguage(note, lang)}`, { size: 8, direction });
  return new Uint8Array(await pdf.finish());
}

function head(pdf: Pdf, report: Report, lang: Lang): void {
  const words = WORDS[lang];
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  const overall = report.overall_score === null
    ? `${words.noScore}: ${report.overall_reason ? inLanguage(report.overall_reason, lang) : ""}`
    : leftToRight(`${report.overall_score} / 100`);
  pdf.text(words.title, { size: 18, bold: true, direction });
  pdf.space(6);
  pdf.text(`${words.system}: ${isolated(report.system_name)}`, { direction });
  pdf.text(`${words.date}: ${leftToRight(report.assessed_at.slice(0, 10))}`, { direction });
  const risk = Object.entries(words).find(([level]) => level === report.risk_level)?.[1] ?? report.risk_level;
  pdf.text(`${words.risk}: ${risk}`, { direction });
  pdf.text(`${words.overall}: ${overall}`, { direction, bold: true });
  pdf.text(`${words.coverage}: ${percent(report.coverage)}`, { direction });
  pdf.text(DISCLAIMER[lang], { size: 8, direction });
  pdf.heading(words.frameworks, { direction });
  pdf.bars(
    report.frameworks.map(({ name, score, coverage }) => ({
      label: name[lang],
      value: score ?? 0,
      text: score === null ? words.noScore : `${score} (${percent(coverage)})`,
    })),
    { max: 100, direction },
  );
  for (const { name, score_reason } of report.frameworks) {
    if (score_reason) pdf.text(`${name[lang]}: ${inLanguage(score_reason, lang)}`, { size: 8, direction });
  }
}

/** The share that evidence decides, rounded down. */
function percent(share: number | null): string {
  return share === null ? "–" : leftToRight(`${Math.floor(share * 1_000) / 10} %`);
}

function gapTable(pdf: Pdf, report: Report, lang: Lang): void {
  const words = WORDS[lang];
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  pdf.heading(words.gaps, { direction });
  const gaps = gapsOf(report, { lang });
  if (gaps.length === 0) return pdf.text(words.none, { direction });
  pdf.table(
    [words.severity, words.requirement, words.shownBy, words.remediation],
    gaps.map((gap) => [
      words[gap.severity],
      `${gap.ref}: ${gap.requirement} (${leftToRight(gap.framework_id)}${words.comma} ${words[gap.status]})`,
      gap.shown_by.join("\n"),
      gap.remediation,
    ]),
    { direction, widths: [0.1, 0.28, 0.32, 0.3] },
  );
}

function screeningTable(pdf: Pdf, report: Report, lang: Lang): void {
  const screening = screeningRows(report, lang);
  if (!screening) return;
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  pdf.heading(screening.title, { direction });
  for (const fact of screening.facts) pdf.text(fact, { size: 9, direction });
  pdf.table(screening.columns, screening.rows, { direction, widths: [0.8, 0.2] });
}

function requirementTable(
  pdf: Pdf,
  { name, version, requirements }: Report["frameworks"][number],
  lang: Lang,
): void {
  const words = WORDS[lang];
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  pdf.heading(`${words.requirements}: ${name[lang]}`, { direction });
  pdf.text(inLanguage(version, lang), { size: 8, direction });
  pdf.table(
    [words.reference, words.requirement, words.status],
    requirements.map((
      requirement,
    ) => [inLanguage(requirement.ref, lang), requirement.title[lang], words[requirement.status]]),
    { direction, widths: [0.22, 0.56, 0.22] },
  );
}
