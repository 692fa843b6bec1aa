/** The README's example document type, its documents, and test requests. */
import assert from "node:assert/strict";
import { createPdf } from "lib/pdf/pdf.ts";
import { bearer } from "lib/testing.ts";
import type { Role } from "lib/auth/user.ts";
import type { TestApp } from "../testing.ts";
import { typesInYaml } from "./type_file.ts";
import type { OwnTypeInput } from "./own_type_input.ts";

export async function readmeYaml(): Promise<string> {
  const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
  return /```yaml\n(format: diwan document types[\s\S]*?)```/.exec(readme)?.[1] ?? "";
}

export async function deliveryNote(): Promise<OwnTypeInput> {
  const [type] = typesInYaml(await readmeYaml());
  assert.ok(type);
  return type;
}

export async function ask(
  test: TestApp,
  [method, path]: [string, string],
  { body, role = "manager", sub = "mona" }: { body?: unknown; role?: Role; sub?: string } = {},
) {
  const response = await test.app.request(`/api/v1/docs${path}`, {
    method,
    headers: { ...await bearer(role, sub), "content-type": "application/json" },
    ...body === undefined ? {} : { body: JSON.stringify(body) },
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
}

const ENGLISH: [string, string][] = [
  ["Note number", "DN-004711"],
  ["Container barcode", "4006381333931"],
  ["Order date", "3 March 2026"],
  ["Delivery date", "9 March 2026"],
  ["Transport", "By road"],
  ["Value of goods", "AED 1,200.00"],
  ["Freight charge", "AED 150.00"],
  ["Total value", "AED 1,350.00"],
];

const ARABIC: [string, string][] = [
  ["رقم الإشعار", "DN-004712"],
  ["تاريخ الطلب", "٢٠٢٦/٠٣/٠٣"],
  ["تاريخ التسليم", "٢٠٢٦/٠٣/٠٩"],
  ["وسيلة النقل", "جوي"],
  ["قيمة البضاعة", "٨٠٠٫٠٠ درهم"],
  ["أجرة النقل", "٢٠٠٫٠٠ درهم"],
  ["القيمة الإجمالية", "١٠٠٠٫٠٠ درهم"],
];

/** A delivery note as a PDF; `instead` replaces values by label, null omits the label. */
export async function deliveryPdf(
  language: "en" | "ar",
  instead: Record<string, string | null> = {},
): Promise<Uint8Array> {
  const isArabic = language === "ar";
  const pdf = createPdf({ title: "note", direction: isArabic ? "rtl" : "ltr" });
  const style = isArabic ? { direction: "rtl" as const } : {};
  pdf.heading(isArabic ? "إشعار تسليم" : "DELIVERY NOTE", style);
  pdf.text(isArabic ? "شركة الواحة للخدمات اللوجستية" : "Oasis Logistics LLC, Dubai", style);
  pdf.space(20);
  for (const [label, value] of isArabic ? ARABIC : ENGLISH) {
    const printed = instead[label] === undefined ? value : instead[label];
    if (printed !== null) pdf.text(`${label}: ${printed}`, style);
  }
  pdf.space(20);
  pdf.text(isArabic ? "استلمت البضاعة بحالة جيدة" : "Goods received in good condition", style);
  return await pdf.finish();
}
