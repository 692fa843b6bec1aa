import QRCode from "qrcode";
import { leftToRight } from "lib/bidi.ts";
import { createPdf } from "lib/pdf.ts";
import type { Certificate } from "./certificate.ts";
import { inLanguage } from "./framework.ts";
import { gapsOf, type Report } from "./report.ts";

/** A certificate on paper, in both languages, with a QR code that leads to its verification. */
export async function certificatePdf(
  certificate: Certificate,
  report: Report | undefined,
  verifyUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { level, organization, system_name, issued_to, overall_score } = certificate;
  const from = leftToRight(certificate.issued_at.slice(0, 10));
  const until = leftToRight(certificate.valid_until.slice(0, 10));
  const pdf = createPdf({ title: `Certificate ${certificate.certificate_id}`, author: organization });
  const arabicLevel = level === "certified" ? "مستوفٍ" : "مستوفٍ بشروط";
  pdf.text("شهادة تقييم ذاتي للامتثال", { size: 20, bold: true, align: "center", direction: "rtl" });
  pdf.text("Compliance self-assessment certificate", { size: 16, bold: true, align: "center" });
  pdf.space(16);
  const rows: [string, string, string][] = [
    ["Organization", organization, "الجهة"],
    ["System", system_name, "النظام"],
    ["Issued to", issued_to, "صدرت إلى"],
    ["Result", `${level} / ${arabicLevel}`, "النتيجة"],
    ["Overall score", `${overall_score} / 100`, "الدرجة الإجمالية"],
    ["Valid", `${from} – ${until}`, "سارية"],
    ["Number", certificate.certificate_id, "الرقم"],
  ];
  pdf.table(["Self-declared", "", "تصريح ذاتي"], rows, { widths: [0.22, 0.56, 0.22], direction: "ltr" });
  pdf.heading("Frameworks — الأطر");
  const widths = { widths: [0.5, 0.5], direction: "ltr" as const };
  pdf.table(["English", "العربية"], frameworkRows(certificate, report), widths);
  const gaps = gapRows(certificate, report);
  if (gaps.length > 0) {
    pdf.heading("Open gaps — فجوات مفتوحة");
    pdf.table(["English", "العربية"], gaps, widths);
  }
  pdf.space(12);
  pdf.image(new Uint8Array(await QRCode.toBuffer(verifyUrl, { type: "png", margin: 1, width: 240 })), 110);
  pdf.text(verifyUrl, { size: 8 });
  pdf.space(8);
  for (const sentence of certificate.declaration.split(/(?<=services\.|\.) (?=ت)/)) {
    pdf.text(sentence, { size: 9, bold: true });
  }
  return new Uint8Array(await pdf.finish());
}

/** The certified frameworks in both languages, as the report pinned them. */
function frameworkRows(
  { frameworks, framework_versions }: Certificate,
  report: Report | undefined,
): string[][] {
  return frameworks.map((id) => {
    const pinned = report?.frameworks.find(({ framework_id }) => framework_id === id);
    return (["en", "ar"] as const).map((lang) =>
      pinned
        ? `${pinned.name[lang]}: ${inLanguage(pinned.version, lang)}`
        : `${id}: ${framework_versions[id]}`
    );
  });
}

const MAX_GAPS = 40;
const SEVERITY_AR = { critical: "حرجة", high: "عالية", medium: "متوسطة", low: "منخفضة" };

function gapRows({ level, conditions }: Certificate, report: Report | undefined): string[][] {
  if (level !== "conditional") return [];
  if (!report) return conditions.slice(0, MAX_GAPS).map((condition) => [condition, ""]);
  const arabic = gapsOf(report, { lang: "ar" });
  const rows = gapsOf(report).slice(0, MAX_GAPS).map((gap, index) => {
    const ar = arabic[index];
    return [
      `${gap.ref}: ${gap.requirement} (${gap.framework_id}, ${gap.severity})`,
      ar ? `${ar.ref}: ${ar.requirement} (${SEVERITY_AR[ar.severity]})` : "",
    ];
  });
  const more = arabic.length - rows.length;
  return more > 0 ? [...rows, [`and ${more} more`, `و${more} أخرى`]] : rows;
}
