import QRCode from "qrcode";
import { leftToRight } from "lib/bidi.ts";
import { createPdf } from "lib/pdf.ts";
import type { Certificate } from "./certificate.ts";

/** A certificate on paper, in both languages, with a QR code that leads to its verification. */
export async function certificatePdf(
  certificate: Certificate,
  verifyUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { level, organization, system_name, issued_to, overall_score, frameworks, conditions } = certificate;
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
  pdf.table(["", "", ""], rows, { widths: [0.22, 0.56, 0.22], direction: "ltr" });
  pdf.heading("Frameworks — الأطر");
  for (const id of frameworks) pdf.text(`${id}: ${certificate.framework_versions[id] ?? ""}`, { size: 9 });
  if (conditions.length > 0) {
    pdf.heading("Open gaps — فجوات مفتوحة");
    for (const condition of conditions.slice(0, 40)) pdf.text(`• ${condition}`, { size: 8 });
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
