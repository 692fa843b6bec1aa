import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a company beside the paper's number is its issuer, and not its name in the other language below", () => {
  const fields = placedFields("invoice", [
    ["HL signs", 100, 0],
    ["TAX INVOICE", 800, 0],
    ["فاتورة ضريبية", 800, 40],
    ["Hidd Light Signs & Advertising W.L.L.", 100, 80],
    ["# HLS-004183", 800, 80],
    ["الحد لايت للوحات والإعلان ذ.م.م", 100, 120],
    ["Bill to", 100, 300],
    ["Arad Smile Dental Centre W.L.L.", 100, 330],
  ]);
  assert.equal(fields.vendor_name, "Hidd Light Signs & Advertising W.L.L.");
});

Deno.test("the company to which a business belongs is not its name", () => {
  const fields = placedFields("receipt", [
    ["Vaigai Diagnostics and Scans", 300, 0],
    ["(A unit of Vaigai Healthcare LLP)", 300, 40],
    ["No. 41, East Street, Madurai", 300, 80],
  ]);
  assert.equal(fields.merchant_name, "Vaigai Diagnostics and Scans");
});

Deno.test("a letterhead ends above the addressee's label beside another column", () => {
  const fields = placedFields("quotation", [
    ["ورشات زيز للنجارة العصرية ش.م.م", 600, 0],
    ["عرض أثمان", 100, 0],
    ["الحي الصناعي، قطعة 41", 600, 40],
    ["إلى عناية:", 900, 120],
    ["رقم العرض", 300, 120],
    ["DV-2026/0188", 100, 120],
    ["جمعية آفاق الفوسفاط للتكوين", 600, 160],
  ], true);
  assert.equal(fields.vendor_name, "ورشات زيز للنجارة العصرية ش.م.م");
  assert.equal(fields.customer_name, "جمعية آفاق الفوسفاط للتكوين");
});

Deno.test("the secretary of a company is a post, above the company to which a letter goes", () => {
  const fields = placedFields("letter", [
    ["Pennard Hobbs LLP", 600, 0],
    ["Our ref: MH/RK/2217-06", 100, 100],
    ["The Company Secretary", 100, 200],
    ["Castle Mead Joinery Ltd", 100, 222],
    ["Unit 6, Old Dairy Yard", 100, 244],
    ["9 July 2026", 100, 300],
    ["Dear Sirs", 100, 340],
  ]);
  assert.equal(fields.recipient, "Castle Mead Joinery Ltd");
});
