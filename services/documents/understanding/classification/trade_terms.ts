import type { TypeTerms } from "./document_types.ts";

export const TRADE_TERMS: Record<"invoice" | "receipt" | "purchase_order" | "quotation", TypeTerms> = {
  invoice: {
    title: [
      "tax invoice",
      "invoice",
      "proforma invoice",
      "credit note",
      "فاتورة",
      "فاتورة ضريبية",
      "إشعار دائن",
    ],
    strong: [
      "invoice no",
      "invoice number",
      "invoice date",
      "bill to",
      "amount due",
      "رقم الفاتورة",
      "تاريخ الفاتورة",
    ],
    weak: [
      "due date",
      "subtotal",
      "vat",
      "unit price",
      "payment terms",
      "تاريخ الاستحقاق",
      "ضريبة القيمة المضافة",
      "المجموع",
    ],
    sub_types: {
      credit_note: ["credit note", "إشعار دائن"],
      proforma: ["proforma", "pro forma", "فاتورة مبدئية"],
      simplified_tax_invoice: ["simplified tax invoice", "فاتورة ضريبية مبسطة"],
      tax_invoice: ["tax invoice", "فاتورة ضريبية"],
    },
  },
  receipt: {
    title: ["receipt", "cash receipt", "payment receipt", "sales receipt", "إيصال", "سند قبض", "إيصال دفع"],
    strong: [
      "receipt no",
      "cashier",
      "paid by",
      "change due",
      "رقم الإيصال",
      "المبلغ المستلم",
      "استلمنا من",
      "received from",
    ],
    weak: ["cash", "card", "thank you", "total", "نقدا", "بطاقة", "شكرا لزيارتكم"],
    sub_types: {
      payment_voucher: ["سند قبض", "received from", "استلمنا من"],
      cash_receipt: ["cash receipt", "cashier", "نقدا"],
    },
  },
  purchase_order: {
    title: ["purchase order", "أمر شراء", "طلب شراء", "local purchase order", "lpo"],
    strong: ["po number", "po no", "order number", "ship to", "delivery date", "رقم أمر الشراء", "رقم الطلب"],
    weak: ["vendor", "buyer", "unit price", "quantity", "المورد", "الكمية", "تاريخ التسليم"],
    sub_types: { local_purchase_order: ["local purchase order", "lpo"] },
  },
  quotation: {
    title: ["quotation", "quote", "price offer", "estimate", "عرض سعر", "عرض أسعار", "تسعيرة"],
    strong: [
      "quotation no",
      "quote no",
      "valid until",
      "validity",
      "we are pleased to quote",
      "رقم العرض",
      "صلاحية العرض",
    ],
    weak: ["unit price", "delivery", "quantity", "السعر", "الكمية", "يسرنا أن نقدم"],
    sub_types: { estimate: ["estimate"], price_offer: ["price offer", "عرض أسعار", "عرض سعر"] },
  },
};
