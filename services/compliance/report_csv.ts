import { inLanguage } from "./framework.ts";
import type { Report } from "./report.ts";

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
  "remediation",
];

/** A report as CSV (RFC 4180, UTF-8 with a byte order mark so that spreadsheets read Arabic). */
export function reportCsv(report: Report, lang: "en" | "ar"): string {
  const rows = report.frameworks.flatMap(({ framework_id, version, requirements }) =>
    requirements.map((one) => [
      framework_id,
      inLanguage(version, lang),
      one.requirement_id,
      inLanguage(one.ref, lang),
      one.title[lang],
      one.category,
      one.weight,
      one.status,
      one.credit ?? "",
      one.severity ?? "",
      one.remediation[lang],
    ])
  );
  return `\ufeff${[HEADER, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A cell that a spreadsheet takes for text, never for a formula. */
function cell(value: string | number): string {
  const text = /^[=+\-@\t\r]/.test(String(value)) && typeof value === "string" ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
