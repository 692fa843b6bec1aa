import assert from "node:assert/strict";
import { classifyText } from "./classify_text.ts";

const TEXTS: [string, string, string, string][] = [
  [
    "invoice",
    "tax_invoice",
    "an English invoice",
    "TAX INVOICE\nGulf Trading LLC\nInvoice No: 12\nInvoice Date: 05/03/2026\nBill To: X\nSubtotal 10\nVAT 5%",
  ],
  [
    "invoice",
    "tax_invoice",
    "an Arabic invoice",
    "فاتورة ضريبية\nشركة الأمل\nرقم الفاتورة: 5\nتاريخ الفاتورة: ١٥ مارس\nالمجموع الفرعي 5",
  ],
  [
    "receipt",
    "cash_receipt",
    "a till receipt",
    "CORNER MARKET\nCash receipt\nReceipt No: 88\nTotal AED 5\nPaid by card. Thank you!",
  ],
  [
    "purchase_order",
    "general",
    "an order",
    "PURCHASE ORDER\nPO Number: 5\nVendor: X\nShip to: Y\nInvoice to: head office\nQuantity 5",
  ],
  [
    "quotation",
    "price_offer",
    "an Arabic quotation",
    "عرض سعر\nالسادة شركة النور\nصلاحية العرض: 30 يوما\nالكمية السعر",
  ],
  [
    "contract",
    "service",
    "a contract that mentions invoices",
    "SERVICE AGREEMENT\nbetween A (the First Party) and B (the Second Party)\nInvoices are paid within 30 days.\nGoverning Law",
  ],
  [
    "contract",
    "lease",
    "an Arabic lease",
    "عقد إيجار\nالطرف الأول: المؤجر\nالطرف الثاني: المستأجر\nحرر هذا العقد من نسختين",
  ],
  [
    "tender",
    "request_for_proposal",
    "a call for proposals",
    "REQUEST FOR PROPOSAL\nTender Number: 5\nSubmission deadline: 5 May 2026\nEvaluation criteria\nbidders must",
  ],
  [
    "tender",
    "invitation_to_tender",
    "an Arabic tender",
    "مناقصة عامة\nرقم المناقصة: 12\nالضمان الابتدائي\nآخر موعد لتقديم العطاءات",
  ],
  [
    "bid",
    "technical",
    "a bid",
    "TECHNICAL PROPOSAL\nIn response to tender 5\nLetter of bid: we the undersigned\nMethodology",
  ],
  [
    "id_card",
    "emirates_id",
    "an Emirates ID",
    "United Arab Emirates\nResident Identity Card\nID Number 784-1990-1234567-6\nName: X\nNationality: Y\nDate of Birth 1/1/1990",
  ],
  [
    "passport",
    "general",
    "a passport",
    "PASSPORT\nSurname X\nPlace of birth\nP<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
  ],
  [
    "trade_licence",
    "commercial",
    "a licence",
    "Commercial License\nLicense No. 123\nTrade Name: X\nLegal form LLC\nExpiry Date 5/5/2027",
  ],
  [
    "bank_statement",
    "general",
    "a statement",
    "STATEMENT OF ACCOUNT\nAccount Number 1\nOpening balance 5\nClosing balance 6\nDebit Credit Balance",
  ],
  [
    "tax_certificate",
    "vat_registration",
    "a certificate",
    "VAT Registration Certificate\nFederal Tax Authority\nTax Registration Number 1002\nEffective date of registration",
  ],
  [
    "letter",
    "business",
    "a letter",
    "Harbour View\nDear Mr. Rahman,\nSubject: Delivery\nThank you for your letter. The invoice is attached.\nYours sincerely,\nT",
  ],
  [
    "letter",
    "business",
    "an Arabic letter",
    "السيد المدير المحترم\nالسلام عليكم ورحمة الله وبركاته\nالموضوع: طلب تجديد عقد الصيانة\nوتفضلوا بقبول فائق الاحترام",
  ],
  [
    "report",
    "performance",
    "a mixed report",
    "تقرير الأداء الشهري لإدارة تقنية المعلومات\nMonthly performance report of the IT department\nنوصي بزيادة سعة التخزين",
  ],
  ["cv", "general", "a CV", "CURRICULUM VITAE\nSara\nWork experience\nEducation\nSkills\nReferences"],
  [
    "form",
    "application",
    "a form",
    "APPLICATION FORM\nApplicant name: ______\nSignature of applicant ______\nFor official use",
  ],
  ["other", "general", "a poem", "The moon was high\nand nothing stirred\nbut waves."],
];

for (const [type, subType, name, text] of TEXTS) {
  Deno.test(`classifyText() classifies ${name} as ${type}/${subType}`, () => {
    const found = classifyText(text);
    assert.deepEqual([found.document_type, found.sub_type], [type, subType], JSON.stringify(found));
    assert.ok(found.confidence > 0 && found.confidence < 1);
    if (type !== "other") assert.ok(found.keywords.length > 0);
  });
}

Deno.test("classifyText() is more confident with more evidence", () => {
  assert.ok(classifyText(TEXTS[0]?.[3] ?? "").confidence > classifyText("invoice").confidence);
});

Deno.test("a narrow text with amounts and a time of day is a receipt, whatever its number's label", () => {
  const roll =
    "VANAMALI TIFFIN ROOM\nBill No: 22718 Table 7\n15-03-26 08:52 AM\nMasala dosa\n3 @ 110.00 330.00\n" +
    "Filter coffee\n4 @ 45.00 180.00\nSub Total 510.00\nCGST 2.5% 12.75\nGRAND TOTAL 522.75\nPaid by UPI";
  assert.equal(classifyText(roll).document_type, "receipt");
});

Deno.test("a title that refers to another document has little weight", () => {
  const order =
    "Ras Trading W.L.L.\nPURCHASE ORDER\nP.O. number RLE-583\nAgainst your quotation GQ/2204\nVendor Gulf Co.";
  assert.equal(classifyText(order).document_type, "purchase_order");
});

Deno.test("an offer in a letter's words, with its title above prices, is an offer; a letter about one is a letter", () => {
  const greeting = "السادة / شركة الأسواق المحترمين\nالموضوع: عرض سعر لتوريد رفوف\nتحية طيبة وبعد،";
  const closing = "وتفضلوا بقبول فائق الاحترام والتقدير،";
  const prices = "رفوف ١٢٫٥٠٠ ٢٥٫٠٠٠\nأبواب ٣٠٫٠٠٠ ٩٠٫٠٠٠\nنقل ٥٫٠٠٠ ٥٫٠٠٠\nالمجموع ١٢٠٫٠٠٠";
  assert.equal(classifyText(`${greeting}\n${prices}\n${closing}`).document_type, "quotation");
  assert.equal(classifyText(`${greeting}\nنشكركم ونعتذر عن التأخير.\n${closing}`).document_type, "letter");
});
