import { BYTE_ORDER_MARK, csvLine } from "lib/csv.ts";
import { inLanguage, type Lang } from "../catalogue/bilingual.ts";
import type { Report } from "../reports/report.ts";

const HEADER = [
  "framework_id",
  "version",
  "requirement_id",
  "ref",
  "requirement",
  "category",
  "weight",
  "status",
  "credit",
  "severity",
  "shown_by",
  "remediation",
];

/** A report as CSV, with a byte order mark so that spreadsheets read Arabic. */
export function reportCsv(report: Report, lang: Lang): string {
  const rows = report.frameworks.flatMap(({ framework_id, version, requirements }) =>
    requirements.map((requirement) => [
      framework_id,
      inLanguage(version, lang),
      requirement.requirement_id,
      inLanguage(requirement.ref, lang),
      requirement.title[lang],
      requirement.category,
      requirement.weight,
      requirement.status,
      requirement.credit,
      requirement.severity,
      requirement.checks.filter(({ role }) => role === "shows").map(({ check, says }) =>
        says ? inLanguage(says, lang) : check
      ).join("; "),
      requirement.remediation[lang],
    ])
  );
  return BYTE_ORDER_MARK + [HEADER, ...rows].map(csvLine).join("");
}
