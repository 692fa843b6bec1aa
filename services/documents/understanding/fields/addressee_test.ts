import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("a body with a number above its address is whom an offer is for", () => {
  const values = found("quotation", [
    ["QUOTE", 0, 0],
    ["Cullinvale Roofing & Guttering Pty Ltd", 600, 0],
    ["Fernlea Body Corporate 20417", 0, 100],
    ["c/- Ms Judith Okafor", 0, 128],
    ["8 Wattlebird Crescent", 0, 156],
    ["Re-roofing of two blocks", 0, 240],
  ]);
  assert.equal(values.customer_name, "Fernlea Body Corporate 20417");
  assert.equal(values.vendor_name, "Cullinvale Roofing & Guttering Pty Ltd");
});

Deno.test("a letter to the side of a company goes to it, and the association above sends it", () => {
  const values = (to: string) =>
    found(
      "letter",
      [
        ["جمعية تجار السوق العتيق في البترون", 500, 0],
        ["البترون في: 12 تشرين الأول 2026", 500, 80],
        [`${to} شركة أرصفة الشمال لإدارة المواقف ش.م.ل.`, 500, 160],
        ["طرابلس، شارع عزمي، بناية المصري", 500, 190],
        ["الموضوع: طلب تمديد ساعات الوقوف", 500, 260],
        ["تحية وبعد،", 500, 320],
        ["نسخة إلى: بلدية البترون", 500, 600],
      ],
      true,
    );
  for (const to of ["جانب", "إلى جانب", "لجانب"]) {
    assert.equal(values(to).recipient, "شركة أرصفة الشمال لإدارة المواقف ش.م.ل.", to);
    assert.equal(values(to).sender, "جمعية تجار السوق العتيق في البترون", to);
  }
});

Deno.test("the firm that a letter addresses is its recipient, not the person for whose attention it is", () => {
  const english = found("letter", [
    ["Harbour Traders Association", 0, 0],
    ["14 October 2026", 700, 80],
    ["Northline Parking Services Ltd", 0, 200],
    ["Unit 4, Dock Road", 0, 228],
    ["For the attention of Ms Aoife Brennan", 0, 256],
    ["Dear Ms Brennan", 0, 300],
  ]);
  assert.equal(english.recipient, "Northline Parking Services Ltd");
  const arabic = found("letter", [
    ["نقابة المهندسين الزراعيين", 700, 0],
    ["السادة شركة حقول الشمال المحترمين", 700, 170],
    ["عناية السيد المدير العام", 700, 200],
    ["الموضوع: دعوة لحضور المؤتمر السنوي", 700, 250],
  ], true);
  assert.equal(arabic.recipient, "شركة حقول الشمال");
});

Deno.test("the firm of an address is the customer, not the person or the post there", () => {
  const above = found("quotation", [
    ["RUSAYL PUMPS L.L.C.", 100, 0],
    ["Grove Residences Owners Association", 100, 160],
    ["Our ref. RP/44", 900, 160],
    ["Al Amerat Heights, Muscat", 100, 186],
    ["Kind attention: Mr. Yahya Hadhrami", 100, 212],
    ["Mobile 9944 1770", 100, 238],
  ]);
  assert.equal(above.customer_name, "Grove Residences Owners Association");
  const below = found("invoice", [
    ["QUAY SURVEYORS W.L.L.", 400, 0],
    ["The Finance Manager", 100, 160],
    ["Tax invoice", 900, 160],
    ["Nabih Marine Works B.S.C. (c)", 100, 186],
    ["Building 1187, Road 4304", 100, 212],
  ]);
  assert.equal(below.customer_name, "Nabih Marine Works B.S.C. (c)");
});

Deno.test("the firm above its address is the customer where a person with a post follows", () => {
  const values = found("quotation", [
    ["UMM BAB AIR CONDITIONING W.L.L.", 100, 0],
    ["Crescent Nursery School", 100, 160],
    ["P.O. Box 20884, Al Wakrah", 100, 186],
    ["Attention: Ms. Rasha Kamal, Administration Manager", 100, 212],
    ["Dear Madam,", 100, 300],
  ]);
  assert.equal(values.customer_name, "Crescent Nursery School");
});

Deno.test("an account holder stands above a Malay address, and a department above its firm is none", () => {
  const holder = found("bank_statement", [
    ["Selat Bank Berhad", 100, 0],
    ["TERATAI CATERING SDN. BHD.", 100, 150],
    ["LOT 12, JALAN PERNIAGAAN 4", 100, 176],
    ["75050 MELAKA", 100, 202],
  ]).account_holder;
  assert.equal(holder, "TERATAI CATERING SDN. BHD.");
  const customer = found("invoice", [
    ["Calder Analytical Ltd", 100, 0],
    ["Accounts Payable", 100, 150],
    ["Brackenhall Services LLP", 100, 176],
    ["4 Old Cloth Hall Yard", 100, 202],
  ]).customer_name;
  assert.equal(customer, "Brackenhall Services LLP");
});

Deno.test("a name under the sender's address in one line is the addressee, with or without a post above it", () => {
  const quotation = (lines: [string, string][]) =>
    lines.map(([sender, firm]) =>
      found("quotation", [
        ["Ofenbau Krumhoff GmbH & Co. KG", 140, 100],
        [sender, 140, 160],
        [firm, 140, 184],
        ["Quotation no.: AN-26-0417", 800, 184],
        ["Dorfstrasse 41", 140, 208],
        ["01705 Freital", 140, 232],
      ]).customer_name
    );
  assert.deepEqual(
    quotation([
      ["Ofenbau Krumhoff · Zur Alten Ziegelei 9 · 33813 Oerlinghausen", "Backhaus Lindental eG"],
      ["Krumhoff GmbH | Postfach 12 | 33813 Oerlinghausen", "Backhaus Lindental eG"],
    ]),
    ["Backhaus Lindental eG", "Backhaus Lindental eG"],
  );
  assert.equal(
    found("invoice", [
      ["OKUNADE POWER SERVICES LIMITED", 300, 100],
      ["INVOICE", 430, 150],
      ["The Head, Facilities Management", 140, 250],
      ["Meridian Harvest Bank Plc", 140, 274],
      ["Plot 88, Ozumba Close", 140, 298],
      ["For: Okunade Power Services Limited", 700, 900],
    ]).customer_name,
    "Meridian Harvest Bank Plc",
  );
});
