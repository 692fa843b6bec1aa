/** Whose paper it is: firms below a slogan, by their trade, by their form, and by the signature. */
import assert from "node:assert/strict";
import { isSlogan } from "./name_line.ts";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const BODY: Placed[] = [
  ["INVOICE", 100, 200],
  ["Invoice no", 600, 200],
  ["PD 2217", 800, 200],
  ["Bill to", 100, 240],
  ["Northmoor Stores Ltd", 300, 240],
  ["Total", 700, 430],
  ["120.00", 900, 430],
];

Deno.test("a slogan or a list of trades at the head is not the firm", () => {
  for (
    const slogan of [
      "Timber, doors and fittings",
      "Building trust since 1952",
      "Plumbing · Heating · Drainage",
      "Your partner in clean water",
      "Suppliers of laboratory glassware",
      "Quality you can taste",
      "Importers & Exporters of Spices",
      "Roofing and cladding specialists",
      "تجارة المضخات والأنابيب ولوازم السقي",
      "لبيع وشراء العقارات",
      "استيراد وتصدير",
      "خبرة أربعين عاما في الأخشاب",
      "تأجير الخيام وتجهيز المناسبات",
    ]
  ) {
    assert.ok(isSlogan(slogan), slogan);
    for (const firm of ["Harrow & Sons Ltd", "Karoo Thatch CC", "Penhale & Daughter"]) {
      const head: Placed[][] = [[[slogan, 100, 0], [firm, 100, 30]], [[firm, 100, 0], [slogan, 100, 30]]];
      for (const lines of head) {
        const fields = placedFields("invoice", [...lines, ["12 Dock Road, Mombasa", 100, 60], ...BODY]);
        assert.equal(fields.vendor_name, firm, slogan);
      }
    }
  }
  for (const name of ["Adwene Cloth & Craft", "Blue Heron Ceramics", "مؤسسة خيام الصمان للتجارة"]) {
    assert.ok(!isSlogan(name), name);
  }
});

Deno.test("a firm at the head is told by its trade, its family or its legal form, before the customer's", () => {
  for (
    const firm of [
      "PENHALE & DAUGHTER, STONEMASONS",
      "J. W. Tarrant & Co., Solicitors",
      "Kite and Gull, Photographers",
      "Smith & Daughters, Bakers",
      "Karooboom Thatch CC",
      "Terrissers Blau, S.L.",
      "Moinho Novo Lda",
      "معمل كاشي الدجيل",
    ]
  ) {
    const fields = placedFields("invoice", [
      [firm, 400, 0],
      ["The Old Forge, Church Lane, TR4 9HW", 380, 40],
      ["3rd August 2026", 800, 110],
      ["The Parochial Church Council of St Wenna", 100, 140],
      ["c/o The Rectory", 100, 165],
      ["INVOICE PD 2217", 100, 240],
      ["Total", 700, 430],
      ["120.00", 900, 430],
    ]);
    assert.equal(fields.vendor_name, firm);
    assert.equal(fields.invoice_id, "PD 2217");
  }
});

Deno.test("a firm for which a paper is signed is its issuer and never the customer", () => {
  for (
    const words of ["For", "For and on behalf of", "Signed for", "pp"]
  ) {
    const fields = placedFields("quotation", [
      ["Quotation", 100, 80],
      ["P-2026/0418", 300, 80],
      ["Client", 600, 100],
      ["Montgo School", 600, 125],
      ["Valid until", 100, 160],
      ["08/10/2026", 300, 160],
      ["TOTAL QUOTATION", 600, 400],
      ["4.476,47", 800, 400],
      ["Accepted by the client", 100, 460],
      [`${words} Silenci Blau Acustica, S.L.`, 600, 460],
    ]);
    assert.equal(fields.vendor_name, "Silenci Blau Acustica, S.L.", words);
    assert.equal(fields.customer_name, "Montgo School", words);
  }
});

Deno.test("the firm of the letterhead is the seller, not the person who quotes", () => {
  const fields = placedFields("quotation", [
    ["KAROOBOOM THATCH & POLES CC", 100, 0],
    ["Plot 31, Old Main Road", 100, 30],
    ["QUOTATION", 100, 80],
    ["Quote No", 600, 80],
    ["KT-0612", 800, 80],
    ["Quoted by", 600, 110],
    ["Hennie Fourie", 800, 110],
  ]);
  assert.equal(fields.vendor_name, "KAROOBOOM THATCH & POLES CC");
});
