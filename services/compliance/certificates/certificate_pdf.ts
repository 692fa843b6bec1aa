import { encodeQR } from "qr";
import { isolated, leftToRight } from "lib/pdf/bidi.ts";
import { createPdf, type Pdf } from "lib/pdf/pdf.ts";
import { inLanguage } from "../catalogue/bilingual.ts";
import { gapsOf } from "../reports/gaps.ts";
import type { Report } from "../reports/report.ts";
import { screeningRows } from "../reports/screening_rows.ts";
import type { Certificate } from "./certificate.ts";
import type { IssuedCertificate } from "./certificates_store.ts";
import type { Reason } from "./verdict.ts";

const LEVELS = { certified: "مستوفٍ", conditional: "مستوفٍ بشروط" };
const RISKS: Record<string, string> = { minimal: "منخفض", limited: "محدود", high: "عالٍ" };
const SEVERITIES = { critical: "حرجة", high: "عالية", medium: "متوسطة", low: "منخفضة" };
const STATUSES = {
  not_met: "غير مستوفى",
  partially_met: "مستوفى جزئيًا",
  claimed: "مُدّعى",
  not_assessed: "لم يُقيَّم",
};
const HALVES = { widths: [0.5, 0.5], direction: "ltr" as const };
const RED = "#b42318";
const MAX_GAPS = 40;

/** A certificate on paper, in both languages, with a QR code that leads to its verification. */
export async function certificatePdf(
  issued: IssuedCertificate,
  { report, reason, verifyUrl, now }: {
    report: Report | undefined;
    /** Why it is not valid; null while it is. */
    reason: Reason | null;
    verifyUrl: string;
    now: number;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const { certificate } = issued;
  const pdf = createPdf({
    title: `Certificate ${certificate.certificate_id}`,
    author: certificate.organization,
  });
  if (reason) banner(pdf, issued, reason);
  pdf.text("شهادة تقييم ذاتي للامتثال", { size: 20, bold: true, align: "center", direction: "rtl" });
  pdf.text("Compliance self-assessment certificate", { size: 16, bold: true, align: "center" });
  pdf.space(16);
  pdf.table(["Self-declared", "", "تصريح ذاتي"], facts(certificate, now), {
    widths: [0.24, 0.52, 0.24],
    direction: "ltr",
  });
  pdf.heading("Frameworks — الأطر");
  pdf.table(["English", "العربية"], frameworkRows(certificate, report), HALVES);
  const gaps = gapRows(certificate, report);
  if (gaps.length > 0) {
    pdf.heading("Open gaps — فجوات مفتوحة");
    pdf.table(["English", "العربية"], gaps, HALVES);
  }
  if (report) screeningTable(pdf, report);
  pdf.space(12);
  pdf.modules(encodeQR(verifyUrl, "raw", { ecc: "medium", border: 4 }), 110);
  pdf.text(verifyUrl, { size: 8 });
  pdf.space(8);
  for (const sentence of certificate.declaration.split(/(?<=\.) (?=\p{Script=Arabic})/u)) {
    pdf.text(sentence, { size: 9, bold: true });
  }
  return new Uint8Array(await pdf.finish());
}

/** A banner on certificates that are no longer valid. */
function banner(pdf: Pdf, issued: IssuedCertificate, reason: Reason): void {
  const { revoked_at, revoked_reason, superseded_by, certificate } = issued;
  const head = { size: 22, bold: true, align: "center" as const, color: RED };
  const words = {
    revoked: ["REVOKED", "ملغاة", dateOf(revoked_at ?? "")],
    expired: ["EXPIRED", "منتهية الصلاحية", dateOf(certificate.valid_until)],
    altered: ["NOT GENUINE", "غير أصلية", ""],
    unknown: ["NOT KNOWN", "غير معروفة", ""],
    superseded: ["SUPERSEDED", "حلّت محلها شهادة أحدث", leftToRight(superseded_by ?? "")],
  }[reason];
  const [english = "", arabic = "", detail = ""] = words;
  pdf.text(`${english} ${detail}`.trim(), {
    ...head,
    size: superseded_by && reason === "superseded" ? 14 : 22,
  });
  pdf.text(arabic, { ...head, direction: "rtl" });
  if (reason === "revoked" && revoked_reason) pdf.text(revoked_reason, { color: RED });
  pdf.text("This certificate does not hold.", { ...head, size: 12 });
  pdf.text("هذه الشهادة غير سارية.", { ...head, size: 12, direction: "rtl" });
  pdf.space(10);
}

function facts(certificate: Certificate, now: number): string[][] {
  const { level, risk_level, coverage, assessed_at, overall_score, data_types } = certificate;
  const optional = (value: string | undefined, english: string, arabic: string) =>
    value === undefined ? [] : [[english, value, arabic]];
  const valid = `${dateOf(certificate.issued_at)} – ${dateOf(certificate.valid_until)}`;
  return [
    ["Organization", isolated(certificate.organization), "الجهة"],
    ["System", isolated(certificate.system_name), "النظام"],
    ...optional(
      certificate.system_type === undefined ? undefined : isolated(certificate.system_type),
      "What it is",
      "ما هو",
    ),
    ...optional(data_types?.map(isolated).join(", "), "Data it handles", "بيانات يتعامل معها"),
    ["Issued to", isolated(certificate.issued_to), "صدرت إلى"],
    ["Result", `${isolated(level)} / ${isolated(LEVELS[level])}`, "النتيجة"],
    ["Overall score", leftToRight(`${overall_score} / 100`), "الدرجة الإجمالية"],
    ...optional(
      coverage === undefined ? undefined : leftToRight(`${percent(coverage)} %`),
      "Decided by evidence",
      "ما حسمته الأدلة",
    ),
    ...optional(
      risk_level === undefined ? undefined : `${isolated(risk_level)} / ${isolated(RISKS[risk_level] ?? "")}`,
      "Risk",
      "المخاطر",
    ),
    ...optional(assessed_at === undefined ? undefined : dateOf(assessed_at), "Assessed", "تاريخ التقييم"),
    ["Valid", leftToRight(valid), "سارية"],
    ["Printed", dateOf(new Date(now).toISOString()), "طُبعت"],
    ["Number", leftToRight(certificate.certificate_id), "الرقم"],
  ];
}

/** The certified frameworks in both languages, as the report pinned them. */
function frameworkRows(
  { frameworks, framework_versions, framework_results }: Certificate,
  report: Report | undefined,
): string[][] {
  return frameworks.map((id) => {
    const pinned = report?.frameworks.find(({ framework_id }) => framework_id === id);
    const result = framework_results?.[id];
    return (["en", "ar"] as const).map((lang) => {
      const name = pinned
        ? `${pinned.name[lang]}: ${inLanguage(pinned.version, lang)}`
        : `${id}: ${framework_versions[id]}`;
      if (!result) return name;
      const { score, met, claimed, applicable, coverage, region_applies } = result;
      const numbers = lang === "en"
        ? `score ${score}; ${met} of ${applicable} met, ${claimed} only claimed; evidence decides ${
          percent(coverage)
        } %`
        : `الدرجة ${score}؛ استُوفي ${met} من ${applicable} وادُّعي ${claimed} فقط؛ حسمت الأدلة ${
          leftToRight(`${percent(coverage)} %`)
        }`;
      const region = region_applies
        ? ""
        : lang === "en"
        ? "\nNot the law of the deployment's region"
        : "\nليس من أطر منطقة التشغيل";
      return `${name}\n${numbers}${region}`;
    });
  });
}

/** The answers to the screening that a certificate under the EU AI Act rests on. */
function screeningTable(pdf: Pdf, report: Report): void {
  const [english, arabic] = [screeningRows(report, "en"), screeningRows(report, "ar")];
  if (!english || !arabic) return;
  pdf.heading(`${english.title} — ${arabic.title}`);
  const rows = english.rows.map(([question, answer], index) => {
    const [asked = "", said = ""] = arabic.rows[index] ?? [];
    return [`${question}\n${answer}`, `${asked}\n${said}`];
  });
  pdf.table(["English", "العربية"], [...rows, [english.facts.join("\n"), arabic.facts.join("\n")]], HALVES);
}

function gapRows({ level, conditions }: Certificate, report: Report | undefined): string[][] {
  if (level !== "conditional") return [];
  if (!report) return conditions.slice(0, MAX_GAPS).map((condition) => [condition, ""]);
  const arabic = gapsOf(report, { lang: "ar" });
  const rows = gapsOf(report).slice(0, MAX_GAPS).map((gap, index) => {
    const ar = arabic[index];
    return [
      `${gap.ref}: ${gap.requirement} (${gap.framework_id}, ${gap.severity}, ${
        gap.status.replaceAll("_", " ")
      })`,
      ar ? `${ar.ref}: ${ar.requirement} (${SEVERITIES[ar.severity]}، ${STATUSES[ar.status]})` : "",
    ];
  });
  const more = arabic.length - rows.length;
  return more > 0 ? [...rows, [`and ${more} more`, `و${more} أخرى`]] : rows;
}

/** Rounded down, so that an incomplete share never reads as 100. */
function percent(share: number): number {
  return Math.floor(share * 1_000) / 10;
}

function dateOf(moment: string): string {
  return leftToRight(moment.slice(0, 10));
}
