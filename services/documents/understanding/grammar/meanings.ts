/** Which field a label names, by the kinds of its words. */
import type { Kind } from "./label_words.ts";

/** A label matches if it has a word of each group of `needs` and all its other words are of kinds in `may`. */
export interface Meaning {
  needs: Kind[][];
  may: Kind[];
  /** Whether the label is so ambiguous that its value is flagged. */
  vague?: true;
}

type Meanings = Record<string, Meaning[]>;

const MARK: Kind[] = ["number", "ref", "code"];

/** Meanings of the document's own number. */
const ownNumber = (noun: Kind): Meaning[] => [
  { needs: [[noun], MARK], may: [noun, ...MARK, "document", "our", "tax"] },
  { needs: [["document"], ["number", "ref"]], may: [...MARK, "document", "our"] },
  // "Our ref." may be a file reference shared by several documents.
  { needs: [["our"], ["number", "ref"]], may: [...MARK, "our"], vague: true },
  { needs: [["number", "ref"]], may: ["number", "ref"], vague: true },
  { needs: [[noun]], may: [noun, "tax", "document", "our"], vague: true },
];
const ownDate = (noun: Kind): Meaning[] => [
  { needs: [["date", "made"]], may: [noun, "date", "made", "document", "our"] },
];
const CUSTOMER: Meaning[] = [
  { needs: [["customer"]], may: ["customer", "name", "honorific", "to"] },
  { needs: [["send", "made"], ["to"]], may: ["send", "name", "honorific", "customer", "quote", "invoice"] },
  { needs: [["invoice", "quote"], ["to"]], may: ["name", "honorific", "customer", "send"] },
  { needs: [["send"], ["from"], ["honorific"]], may: ["customer", "name"] },
  { needs: [["honorific"]], may: ["to", "name", "customer", "honorific"] },
  { needs: [["to"]], may: ["to", "honorific", "name", "customer"], vague: true },
];
const VENDOR: Meaning[] = [
  { needs: [["vendor"]], may: ["vendor", "name"] },
  { needs: [["send"], ["by"]], may: ["name", "send"] },
];
const TAX_NUMBER: Meaning[] = [
  { needs: [["tax"], MARK], may: ["tax", ...MARK, "licence", "taxpayer", "vendor", "our", "person"] },
  { needs: [["vendor", "our"], ["tax"]], may: [...MARK, "vendor", "our", "tax", "licence"] },
];
const sums = (noun: Kind): { subtotal: Meaning[]; total_tax: Meaning[]; total: Meaning[] } => ({
  subtotal: [
    { needs: [["net", "not"]], may: ["net", "not", "total", "tax", "goods", "currency", "final", noun] },
    { needs: [["not"], ["tax"]], may: ["net", "with", "total", "tax", "goods", "currency", noun] },
    { needs: [["goods"]], may: ["goods", "total", "net", "currency"], vague: true },
  ],
  total_tax: [{ needs: [["tax"]], may: ["tax", "total", "rate", "due", "pay", "currency", "net"] }],
  total: [
    { needs: [["total", "final"]], may: ["total", "final", "pay", "due", "currency", "goods", "our", noun] },
    {
      needs: [["with"], ["tax"], ["total", "final", "pay", "due", noun]],
      may: ["with", "tax", "total", "final", "pay", "due", "currency", "net", noun],
    },
    // "Incl. VAT" is the included tax on a till receipt, but the gross total as a column.
    { needs: [["with"], ["tax"]], may: ["with", "tax", "currency", "net"], vague: true },
    { needs: [["pay", "due"]], may: ["pay", "due", "total", "final", "currency", "net", "to", noun] },
  ],
});
const EXPIRY: Meaning[] = [
  {
    needs: [["valid", "finish"]],
    may: ["valid", "finish", "date", "by", "due", "licence", "document", "person", "passport"],
  },
];
const ADDRESS: Meaning[] = [
  { needs: [["address"]], may: ["address", "taxpayer", "licence", "account", "customer", "our", "name"] },
];
const BORN: Meaning[] = [{ needs: [["born"]], may: ["born", "date"] }];

function trade(noun: "invoice" | "order" | "quote" | "receipt", key: string, total: string): Meanings {
  const { subtotal, total_tax, total: whole } = sums(noun);
  return {
    [`${key}_id`]: ownNumber(noun),
    [`${key}_date`]: ownDate(noun),
    subtotal,
    total_tax,
    [total]: whole,
    payment_terms: [{ needs: [["terms"]], may: ["terms", "pay"] }],
  };
}

/** Meanings by document type and field key. */
export const MEANINGS: Partial<Record<string, Meanings>> = {
  invoice: {
    ...trade("invoice", "invoice", "invoice_total"),
    due_date: [
      { needs: [["due"]], may: ["due", "pay", "by", "date", "invoice", "total", "net"] },
      { needs: [["pay"], ["by", "date"]], may: ["pay", "by", "date", "due", "invoice"] },
    ],
    vendor_name: VENDOR,
    vendor_tax_id: TAX_NUMBER,
    customer_name: CUSTOMER,
    customer_tax_id: [{
      needs: [["customer", "your"], ["tax"]],
      may: [...MARK, "customer", "tax", "licence"],
    }],
    amount_due: [{ needs: [["balance"]], may: ["balance", "due", "pay", "total", "currency", "final"] }],
    invoice_id: [...ownNumber("invoice"), {
      needs: [["receipt"], MARK],
      may: ["receipt", ...MARK],
      vague: true,
    }],
    invoice_date: [...ownDate("invoice"), { needs: [["date"], ["deliver"]], may: ["date"], vague: true }],
    purchase_order: [{ needs: [["order"], MARK], may: ["order", ...MARK, "customer", "your"] }, {
      needs: [["order"], ["customer", "your"]],
      may: ["order", ...MARK],
    }],
  },
  receipt: {
    ...trade("receipt", "receipt", "total"),
    receipt_id: [...ownNumber("receipt"), ...ownNumber("invoice"), ...ownNumber("order")],
    receipt_date: [...ownDate("receipt"), { needs: [["pay"]], may: ["pay", "date", "made"] }],
    payment_method: [{ needs: [["means"], ["pay", "receipt"]], may: ["means", "pay", "receipt"] }],
    received_from: [{ needs: [["pay", "close"], ["from"]], may: ["honorific", "pay", "close"] }],
    merchant_tax_id: TAX_NUMBER,
  },
  purchase_order: {
    ...trade("order", "order", "order_total"),
    delivery_date: [
      { needs: [["deliver"], ["by", "date"]], may: ["deliver", "by", "date", "goods", "order"] },
      { needs: [["deliver"]], may: ["deliver", "goods"] },
      { needs: [["due"], ["date", "by"]], may: ["due", "date", "by", "order"] },
    ],
    buyer_name: [
      { needs: [["customer"]], may: ["customer", "name"] },
      { needs: [["seek"], ["by", "name", "order"]], may: ["seek", "by", "name", "order"] },
      { needs: [["made", "buy"], ["by"]], may: ["order"] },
      { needs: [["invoice"], ["to"]], may: ["name"] },
    ],
    vendor_name: [
      { needs: [["vendor"]], may: ["vendor", "name", "to", "honorific"] },
      { needs: [["buy", "send"], ["from"]], may: ["buy", "send", "honorific", "name", "vendor"] },
      { needs: [["send"], ["to"]], may: ["honorific", "name", "vendor"] },
      { needs: [["honorific"]], may: ["to", "name", "vendor", "honorific"] },
      { needs: [["to"]], may: ["to", "honorific", "name", "order"], vague: true },
    ],
  },
  quotation: {
    ...trade("quote", "quotation", "quotation_total"),
    valid_until: [
      { needs: [["valid"]], may: ["valid", "by", "date", "quote", "period", "close", "total"] },
      { needs: [["by"], ["valid", "close"]], may: ["by", "valid", "close", "date", "quote"] },
    ],
    vendor_name: VENDOR,
    customer_name: CUSTOMER,
  },
  contract: {
    contract_id: [
      ...ownNumber("contract"),
      { needs: [["contract"], MARK], may: ["contract", ...MARK, "licence"] },
    ],
    effective_date: [
      { needs: [["start"]], may: ["start", "date", "contract", "period", "money"] },
      { needs: [["start", "from"], ["date"]], may: ["start", "contract"] },
      { needs: [["date", "made"]], may: ["date", "made", "contract"], vague: true },
    ],
    first_party: [{ needs: [["side"], ["first"]], may: ["first"] }],
    second_party: [{ needs: [["side"], ["second"]], may: ["second"] }],
    end_date: [
      { needs: [["finish"]], may: ["finish", "date", "contract", "by", "valid", "period", "money"] },
      { needs: [["finish"], ["date"]], may: ["finish", "contract"] },
    ],
    contract_value: [
      {
        needs: [["contract"], ["money"]],
        may: ["contract", "money", "total", "final", "currency", "with", "tax"],
      },
      { needs: [["total", "final"], ["money"]], may: ["money", "total", "final", "currency"] },
      { needs: [["money"]], may: ["money", "currency", "goods", "period"], vague: true },
    ],
    governing_law: [{ needs: [["law"]], may: ["law", "govern", "contract"] }],
    notice_period: [{ needs: [["notify"]], may: ["notify", "period", "contract", "finish"] }],
  },
  tender: {
    tender_id: [
      ...ownNumber("tender"),
      { needs: [["publish"], MARK], may: ["publish", "tender", ...MARK] },
    ],
    title: [
      {
        needs: [["work", "subject"]],
        may: ["work", "subject", "tender", "name", "contract", "due", "from", "form"],
      },
      { needs: [["tender", "work"], ["to"]], may: ["tender", "work"] },
      // "موضوع الطلب", of a request for offers.
      { needs: [["subject"], ["order"]], may: ["subject", "order"] },
    ],
    issuer: [{ needs: [["issuer"]], may: ["issuer", "tender", "name", "work"] }],
    issue_date: [{ needs: [["publish", "made", "date"]], may: ["publish", "made", "date", "tender"] }],
    submission_deadline: [
      { needs: [["close"]], may: ["close", "date", "by", "tender", "due"] },
      { needs: [["tender"], ["due", "by", "close"]], may: ["tender", "due", "by", "date", "close"] },
      { needs: [["close"], ["by", "date"]], may: ["close", "date", "by", "tender", "due"] },
      { needs: [["by"], ["by", "date"]], may: ["by", "date", "tender"] },
    ],
    bid_bond: [{ needs: [["security"]], may: ["security", "tender", "money"] }],
    budget: [
      { needs: [["budget"]], may: ["budget", "money", "total", "tender", "work", "contract"] },
      { needs: [["money"], ["work", "tender"]], may: ["money", "work", "tender", "total"] },
    ],
  },
  bid: {
    tender_id: ownNumber("tender"),
    bid_date: ownDate("tender"),
    bid_total: [...sums("quote").total, ...sums("tender").total],
  },
  letter: {
    reference: [{ needs: [["number", "ref"]], may: ["number", "ref", "letter", "our", "document", "made"] }],
    letter_date: ownDate("letter"),
    subject: [{ needs: [["subject"]], may: ["subject", "letter"] }],
    recipient: [
      { needs: [["honorific"]], may: ["to", "honorific", "name"] },
      { needs: [["to"]], may: ["to", "honorific"] },
    ],
  },
  trade_licence: {
    licence_number: ownNumber("licence"),
    trade_name: [
      { needs: [["name"], ["licence", "name", "address", "taxpayer"]], may: ["name", "licence"] },
      { needs: [["name"]], may: ["name", "licence"], vague: true },
    ],
    legal_form: [{ needs: [["form"]], may: ["form", "taxpayer", "name"] }],
    issue_date: [...ownDate("licence"), { needs: [["valid"], ["from"]], may: ["licence", "date"] }],
    expiry_date: EXPIRY,
    activities: [
      { needs: [["activity"]], may: ["activity", "licence", "form", "work"] },
      { needs: [["form"], ["activity"]], may: ["licence"] },
    ],
    owner_name: [{ needs: [["holder", "manager"]], may: ["holder", "manager", "name", "licence"] }],
    address: ADDRESS,
  },
  tax_certificate: {
    tax_id: [...TAX_NUMBER, { needs: [["licence"], MARK], may: ["licence", ...MARK] }, {
      needs: [["person", "taxpayer"], MARK],
      may: ["person", "taxpayer", ...MARK],
    }],
    legal_name: [{ needs: [["taxpayer"]], may: ["taxpayer", "name", "tax"] }],
    registration_date: [
      {
        needs: [["licence", "start", "taxpayer"], ["date"]],
        may: ["licence", "start", "tax", "date", "taxpayer"],
      },
    ],
    issue_date: [{ needs: [["made"]], may: ["made", "date", "document"] }],
    address: ADDRESS,
    certificate_id: ownNumber("document"),
  },
  bank_statement: {
    account_number: [
      { needs: [["account"], MARK], may: ["account", ...MARK, "customer", "your"] },
      { needs: [["account"]], may: ["account", "your"], vague: true },
    ],
    account_holder: [
      { needs: [["holder"], ["by"]], may: ["account", "holder"] },
      { needs: [["name"]], may: ["name", "customer", "account"] },
      { needs: [["customer", "honorific"]], may: ["customer", "honorific", "name"] },
      {
        needs: [["account", "customer"], ["holder", "name"]],
        may: ["account", "customer", "holder", "name"],
      },
    ],
    opening_balance: [
      { needs: [["balance"], ["opening"]], may: ["balance", "opening", "period", "date", "currency"] },
      { needs: [["opening"]], may: ["opening"], vague: true },
    ],
    closing_balance: [
      { needs: [["balance"], ["closing"]], may: ["balance", "closing", "period", "date", "currency"] },
      { needs: [["closing"]], may: ["closing"], vague: true },
      { needs: [["balance"]], may: ["balance"], vague: true },
    ],
  },
  id_card: {
    id_number: [
      { needs: [["person", "code"], MARK], may: ["person", "licence", ...MARK] },
      { needs: [["number", "code"]], may: MARK, vague: true },
    ],
    full_name: [{ needs: [["name"]], may: ["name", "holder", "person"] }],
    birth_date: BORN,
    issue_date: ownDate("person"),
    expiry_date: EXPIRY,
  },
  passport: {
    passport_number: ownNumber("passport"),
    birth_date: BORN,
    issue_date: ownDate("passport"),
    expiry_date: EXPIRY,
  },
};
