import { type Direction, leftToRight } from "lib/bidi.ts";
import { createPdf } from "lib/pdf.ts";
import { DISCLAIMER, inLanguage } from "./framework.ts";
import { gapsOf, type Report } from "./report.ts";

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

/** A report on paper: scores, gaps with what to do about them, and every requirement with its status. */
export async function reportPdf(report: Report, lang: "en" | "ar"): Promise<Uint8Array<ArrayBuffer>> {
  const words = WORDS[lang];
  const direction: Direction = lang === "ar" ? "rtl" : "ltr";
  const pdf = createPdf({ title: `${words.title}: ${report.system_name}`, direction });
  pdf.text(words.title, { size: 18, bold: true, direction });
  pdf.space(6);
  pdf.text(`${words.system}: ${report.system_name}`, { direction });
  pdf.text(`${words.date}: ${leftToRight(report.assessed_at.slice(0, 10))}`, { direction });
  pdf.text(`${words.overall}: ${leftToRight(`${report.overall_score} / 100`)}`, { direction, bold: true });
  pdf.text(DISCLAIMER[lang], { size: 8, direction });
  pdf.heading(words.frameworks, { direction });
  pdf.bars(
    report.frameworks.flatMap(({ name, score }) =>
      score === null ? [] : [{ label: name[lang], value: score }]
    ),
    { max: 100, direction },
  );
  pdf.heading(words.gaps, { direction });
  const gaps = gapsOf(report, { lang });
  if (gaps.length === 0) pdf.text(words.none, { direction });
  else {
    pdf.table(
      [words.severity, words.requirement, words.remediation],
      gaps.map((
        gap,
      ) => [
        words[gap.severity],
        `${gap.ref}: ${gap.requirement} (${leftToRight(gap.framework_id)})`,
        gap.remediation,
      ]),
      { direction, widths: [0.12, 0.4, 0.48] },
    );
  }
  for (const { name, version, requirements } of report.frameworks) {
    pdf.heading(`${words.requirements}: ${name[lang]}`, { direction });
    pdf.text(inLanguage(version, lang), { size: 8, direction });
    pdf.table(
      [words.reference, words.requirement, words.status],
      requirements.map((one) => [inLanguage(one.ref, lang), one.title[lang], words[one.status]]),
      { direction, widths: [0.22, 0.56, 0.22] },
    );
  }
  if (report.notes.length > 0) pdf.heading(words.notes, { direction });
  for (const note of report.notes) pdf.text(`• ${inLanguage(note, lang)}`, { size: 8, direction });
  return new Uint8Array(await pdf.finish());
}
