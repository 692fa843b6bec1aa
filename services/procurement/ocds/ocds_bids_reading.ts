import { fold } from "lib/fold.ts";
import type { BidInput } from "../bids/bid.ts";
import { addFault, addNote, cutToBound, type OcdsReading, storedTime } from "./ocds_notes.ts";
import type { OcdsAward, OcdsBid, Party, Reference, Release } from "./ocds_schema.ts";
import { partyOf } from "./ocds_parties.ts";
import { DELIVERY_DAYS, DISQUALIFICATION, PROPOSAL, QUALIFICATION } from "./ocds_terms.ts";
import { registrationKey, SupplierInput } from "../suppliers/supplier.ts";

/** A bid of a release, with its supplier's data. */
export interface BidRead extends Omit<BidInput, "supplier_id"> {
  /** undefined for a bid that only an award mentions. */
  source_id: string | undefined;
  supplier: SupplierInput;
  disqualified_reason: string | null;
  late: boolean;
  submitted_at: string;
}

/** The winner's index in the list of bids. */
export interface AwardRead {
  bid: number;
  awarded_at: string;
}

interface Context {
  currency: string;
  reading: OcdsReading;
}

/** The bids of a release with a bidder and a price; a bidder's later bid comes last. */
export function bidsOf(
  { bids, parties, date }: Release,
  { reading, closes }: Context & { closes: string | null | undefined },
): BidRead[] {
  const read = (bids?.details ?? []).flatMap((bid, index): BidRead[] => {
    const at = ["bids", "details", index];
    if (bid.status === "invited" || bid.status === "withdrawn") return [];
    const [first, ...others] = bid.tenderers ?? [];
    const supplier = first && supplierOf(first, { parties, reading });
    const amount = bid.value?.amount ?? 0;
    if (amount < 0 || amount > 1e15) addFault(reading, [...at, "value", "amount"], "must be from 0 to 10^15");
    if (!supplier || amount === 0) {
      addNote(reading, `bid ${bid.id} was left out: it names no ${supplier ? "price" : "bidder"}`);
      return [];
    }
    if (others.length > 0) addNote(reading, `bid ${bid.id} is kept as that of its first tenderer`);
    const submitted_at = storedTime(bid.date ?? date);
    return [{
      source_id: String(bid.id),
      supplier,
      amount,
      ...offerOf(bid, reading),
      disqualified_reason: bid.status === "disqualified" ? reasonOf(bid, reading) : null,
      late: closes ? Date.parse(submitted_at) >= Date.parse(storedTime(closes)) : false,
      submitted_at,
    }];
  });
  return read.sort((a, b) => a.submitted_at < b.submitted_at ? -1 : a.submitted_at > b.submitted_at ? 1 : 0);
}

function offerOf(
  { documents, requirementResponses, id }: OcdsBid,
  reading: OcdsReading,
): Pick<BidRead, "proposal" | "delivery_days" | "qualifications"> {
  const proposal = (documents ?? []).filter(({ documentType }) => documentType === PROPOSAL)
    .flatMap(({ description }) => description ? [description] : []).join("\n");
  const answers = (requirementResponses ?? []).map(({ value, requirement }) => ({
    value,
    to: typeof requirement === "string" ? requirement : String(requirement?.id ?? ""),
  }));
  const days = answers.find(({ to }) => to === DELIVERY_DAYS)?.value;
  const qualifications = answers.flatMap(({ to, value }) =>
    to === QUALIFICATION && typeof value === "string" && value.trim() ? [value] : []
  );
  return {
    proposal: cutToBound(reading, proposal, { max: 50_000, what: `the proposal of bid ${id}` }),
    delivery_days: typeof days === "number" && Number.isInteger(days) && days >= 1 && days <= 100_000
      ? days
      : null,
    qualifications: qualifications.slice(0, 200).map((text) =>
      cutToBound(reading, text, { max: 1_000, what: `a qualification of bid ${id}` })
    ),
  };
}

function reasonOf({ documents, id }: OcdsBid, reading: OcdsReading): string {
  const given = documents?.find((document) => document.id === DISQUALIFICATION)?.description?.trim();
  const reason = given || "Disqualified by the publisher of the process";
  return cutToBound(reading, reason, { max: 2_000, what: `the reason of bid ${id}` });
}

/** The bid of the active award, found by its id, else by its supplier; an award without a bid creates one. */
export function awardOf(
  release: Release,
  { bids, reading }: Context & { bids: BidRead[] },
): AwardRead | undefined {
  const active = (release.awards ?? []).filter(({ status }) => status === "active");
  const [award] = active;
  if (!award) return undefined;
  if (active.length > 1) addNote(reading, `of ${active.length} active awards the first is kept`);
  const awarded_at = storedTime(award.date ?? release.date);
  const related = award.relatedBids?.[0] ?? award.relatedBid;
  const [reference] = award.suppliers ?? [];
  const supplier = reference && supplierOf(reference, { parties: release.parties, reading });
  const key = supplier && keyOf(supplier);
  let bid = bids.findIndex(({ source_id }) => source_id !== undefined && source_id === related);
  if (bid < 0) bid = bids.findLastIndex((bid) => keyOf(bid.supplier) === key);
  if (bid < 0) bid = standIn(award, { supplier, bids, awarded_at, reading });
  const won = bids[bid];
  if (!won) return undefined;
  if (won.disqualified_reason === null) return { bid, awarded_at };
  addNote(reading, `award ${award.id} goes to a disqualified bid: it was left out`);
  return undefined;
}

function standIn(
  { id, value }: OcdsAward,
  { supplier, bids, awarded_at, reading }: {
    supplier: SupplierInput | undefined;
    bids: BidRead[];
    awarded_at: string;
    reading: OcdsReading;
  },
): number {
  const amount = value?.amount ?? 0;
  if (!supplier || amount <= 0 || amount > 1e15) {
    addNote(reading, `award ${id} was left out: it names no ${supplier ? "price" : "supplier"} and no bid`);
    return -1;
  }
  addNote(reading, `the bid of award ${id} is not in the release: its supplier and value stand for it`);
  const silent = {
    proposal: "",
    delivery_days: null,
    qualifications: [],
    disqualified_reason: null,
    late: false,
  };
  return bids.push({ source_id: undefined, supplier, amount, ...silent, submitted_at: awarded_at }) - 1;
}

/** An organization as a supplier, identified by its registration; undefined without a number and a name. */
function supplierOf(
  reference: Reference,
  { parties, reading }: { parties: Party[] | undefined; reading: OcdsReading },
): SupplierInput | undefined {
  const party = partyOf(reference, parties);
  const { identifier, contactPoint } = party;
  const registered = identifier?.id
    ? [identifier.scheme, identifier.id].filter(Boolean).join("-")
    : undefined;
  const legal = identifier?.legalName?.trim() || null;
  const name = party.name?.trim() || legal || reference.name?.trim();
  const number = registered ?? party.id ?? null;
  const known = name ?? number ?? "";
  const { contact_email, contact_phone, registration_scheme } = SupplierInput.shape;
  const email = contact_email.safeParse(contactPoint?.email?.trim() || null);
  const phone = contact_phone.safeParse(contactPoint?.telephone?.trim() || null);
  if (!email.success || !phone.success) addNote(reading, `contact details of ${known} were left out`);
  const scheme = registration_scheme.safeParse(registered && identifier?.scheme?.trim() || null);
  const supplier = SupplierInput.safeParse({
    name: cutToBound(reading, known, { max: 300, what: "the name of a party" }),
    legal_name: legal === null || legal === name
      ? null
      : cutToBound(reading, legal, { max: 300, what: "the legal name of a party" }),
    registration_number: number?.trim() ?? null,
    registration_scheme: scheme.success ? scheme.data : null,
    contact_email: email.success ? email.data : null,
    contact_phone: phone.success ? phone.data : null,
  });
  return supplier.success ? supplier.data : undefined;
}

/** A key that identifies a supplier: its registration, else its name. */
function keyOf({ registration_number, name }: SupplierInput): string {
  return registration_number === null ? `name ${fold(name)}` : registrationKey(registration_number);
}
