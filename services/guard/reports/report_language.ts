/** A report in the reader's language: kept reports are in English, and their frameworks have their texts in both. */
import { z } from "@hono/zod-openapi";
import { frameworks } from "./frameworks.ts";
import type { ComplianceReport, ReportDiff } from "./report.ts";

export const ReportLanguage = z.object({
  lang: z.enum(["en", "ar"]).default("en").meta({ description: "The language of the words", example: "ar" }),
});
type Lang = z.output<typeof ReportLanguage>["lang"];

const DISCLAIMER_AR =
  "يعدّ ما سجّله الحارس خلال المدة. ودليل عمل الضابط ليس برهانًا على استيفاء المتطلب، وليس هذا التقرير استشارة قانونية.";

interface SectionTexts {
  ref: string;
  title: string;
  description: string;
}

/** The Arabic of a framework's sections by id; a section that the framework has no more stays in English. */
function sectionsOf(framework_id: string): (id: string) => SectionTexts | undefined {
  const framework = frameworks().find(({ id }) => id === framework_id);
  return (section) => framework?.sections.find(({ id }) => id === section)?.arabic;
}

export function reportIn(report: ComplianceReport, lang: Lang): ComplianceReport {
  if (lang === "en") return report;
  const arabic = sectionsOf(report.framework_id);
  return {
    ...report,
    framework_name: nameIn(report, lang),
    sections: report.sections.map((section) => ({ ...section, ...arabic(section.id) })),
    disclaimer: DISCLAIMER_AR,
  };
}

/** The name of a report's framework. */
export function nameIn(
  { framework_id, framework_name }: Pick<ComplianceReport, "framework_id" | "framework_name">,
  lang: Lang,
): string {
  return lang === "ar"
    ? frameworks().find(({ id }) => id === framework_id)?.name_ar ?? framework_name
    : framework_name;
}

export function diffIn<D extends z.output<typeof ReportDiff>>(diff: D, lang: Lang): D {
  if (lang === "en") return diff;
  const arabic = sectionsOf(diff.framework_id);
  return {
    ...diff,
    sections: diff.sections.map((section) => ({
      ...section,
      title: arabic(section.id)?.title ?? section.title,
    })),
  };
}
