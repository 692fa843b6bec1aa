import canonicalize from "canonicalize";
import { criteriaOf } from "../tenders/criteria.ts";
import { referenceTo } from "./ocds_parties.ts";
import type { OcdsAward, OcdsBid, OcdsItem, OcdsTender, Party, Release } from "./ocds_schema.ts";
import {
  DELIVERY_DAYS,
  DISQUALIFICATION,
  mainCategory,
  OCDS_STATUS,
  OFFER,
  PROPOSAL,
  QUALIFICATION,
  REQUIREMENTS,
  SEALED,
} from "./ocds_terms.ts";
import type { Supplier } from "../suppliers/supplier.ts";
import type { Tender } from "../tenders/tender.ts";

/** The data of an imported tender without a field here. */
export interface Source {
  tender_id: string;
  language?: string;
  buyer?: Party;
  procuring_entity?: Party;
  procurement_method?: OcdsTender["procurementMethod"];
  procurement_method_details?: string;
  main_category?: OcdsTender["mainProcurementCategory"];
  items?: OcdsItem[];
}

/** A tender with all data of a release; `bids` is undefined while they are sealed. */
export interface Process {
  ocid: string;
  tender: Tender;
  source: Source | undefined;
  bids: ProcessBid[] | undefined;
  awarded_at: string | null;
}

export interface ProcessBid {
  id: string;
  supplier: Pick<
    Supplier,
    | "id"
    | "name"
    | "legal_name"
    | "registration_number"
    | "registration_scheme"
    | "contact_email"
    | "contact_phone"
  >;
  amount: number;
  proposal: string;
  delivery_days: number | null;
  qualifications: string[];
  disqualified_reason: string | null;
  submitted_at: string;
}

/** A process as an OCDS release. Its id is a hash of its content, so that equal states have equal ids. */
export async function releaseOf(process: Process, publisher: string, now: number): Promise<Release> {
  const { ocid, tender, source, bids } = process;
  const buyer = source ? source.buyer : { id: "buyer", name: publisher };
  const entity = source?.procuring_entity;
  const content = {
    ocid,
    date: changedAt(process, now),
    tag: tagsOf(tender),
    initiationType: "tender" as const,
    language: source?.language ?? (/\p{Script=Arabic}/u.test(tender.title) ? "ar" : "en"),
    parties: partiesOf({ buyer, entity, process }),
    ...buyer && { buyer: referenceTo(buyer) },
    tender: tenderOf(process, entity ?? buyer),
    ...bids && {
      bids: {
        statistics: [{ id: "bids", measure: "bids", value: bids.length }],
        details: bids.map((bid) => bidOf(bid, tender)),
      },
    },
    ...awardsOf(process),
  };
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalize(content) ?? ""));
  return { ...content, id: `${ocid}-${new Uint8Array(hash).toHex().slice(0, 16)}` };
}

/** The time of the last change of a process; the end of its deadline is a change. */
function changedAt({ tender, bids, awarded_at }: Process, now: number): string {
  const closed = tender.closes_at !== null && Date.parse(tender.closes_at) <= now ? [tender.closes_at] : [];
  const times = [tender.updated_at, ...closed, ...bids?.map(({ submitted_at }) => submitted_at) ?? []];
  return new Date(Math.max(...[...times, ...awarded_at ? [awarded_at] : []].map((time) => Date.parse(time))))
    .toISOString();
}

function tagsOf({ status }: Tender): Release["tag"] {
  if (status === "cancelled") return ["tenderCancellation"];
  return status === "awarded" ? ["tender", "award"] : ["tender"];
}

function partiesOf(
  { buyer, entity, process }: { buyer: Party | undefined; entity: Party | undefined; process: Process },
): Party[] {
  const { bids, tender } = process;
  const suppliers = (bids ?? []).map(({ id, supplier }): Party => ({
    ...organization(supplier),
    ...identifierOf(supplier),
    ...(supplier.contact_email ?? supplier.contact_phone) !== null && {
      contactPoint: { email: supplier.contact_email, telephone: supplier.contact_phone },
    },
    roles: ["tenderer", ...tender.awarded_bid_id === id ? ["supplier"] : []],
  }));
  const sole = entity === undefined || (entity.id ?? entity.name) === (buyer?.id ?? buyer?.name);
  return [
    ...buyer ? [{ ...buyer, roles: sole ? ["buyer", "procuringEntity"] : ["buyer"] }] : [],
    ...sole ? [] : [{ ...entity, roles: ["procuringEntity"] }],
    ...suppliers,
  ];
}

function tenderOf({ tender, source, bids }: Process, procuringEntity: Party | undefined): OcdsTender {
  const { currency, budget_min, budget_max, category } = tender;
  const main = source?.main_category ?? mainCategory(category);
  return {
    id: source?.tender_id ?? tender.id,
    title: tender.title,
    description: tender.description,
    status: OCDS_STATUS[tender.status],
    ...procuringEntity && { procuringEntity: referenceTo(procuringEntity) },
    ...source?.items?.length && { items: source.items },
    value: { ...budget_max > 0 && { amount: budget_max }, currency },
    ...budget_min > 0 && { minValue: { amount: budget_min, currency } },
    procurementMethod: source ? source.procurement_method : "open",
    ...source?.procurement_method_details && { procurementMethodDetails: source.procurement_method_details },
    ...main && { mainProcurementCategory: main },
    additionalProcurementCategories: [category],
    submissionMethod: ["electronicSubmission"],
    ...tender.sealed && { submissionMethodDetails: SEALED },
    tenderPeriod: { startDate: tender.created_at, ...tender.closes_at && { endDate: tender.closes_at } },
    ...bids &&
      { numberOfTenderers: bids.length, tenderers: bids.map(({ supplier }) => organization(supplier)) },
    ...criteriaAsked(tender),
    ...weights(tender),
  };
}

function organization(
  { id, registration_number, name }: ProcessBid["supplier"],
): { id: string; name: string } {
  return { id: registration_number ?? `supplier-${id}`, name };
}

/** The registration as the scheme and the number without the scheme's prefix. */
function identifierOf(
  { name, legal_name, registration_number, registration_scheme: scheme }: ProcessBid["supplier"],
): Pick<Party, "identifier"> {
  if (registration_number === null) return {};
  const prefix = `${scheme}-`;
  const bare = scheme !== null && registration_number.startsWith(prefix)
    ? registration_number.slice(prefix.length)
    : registration_number;
  return { identifier: { ...scheme !== null && { scheme }, id: bare, legalName: legal_name ?? name } };
}

/** Mandatory requirements and bidders' responses, as the requirements extension defines them. */
function criteriaAsked({ requirements }: Tender): Pick<OcdsTender, "criteria"> {
  const asked = {
    id: REQUIREMENTS,
    title: "Mandatory requirements",
    source: "tenderer" as const,
    relatesTo: "tenderer" as const,
    requirementGroups: [{
      id: `${REQUIREMENTS}-group`,
      requirements: requirements.map((title, index) => ({ id: `requirement-${index}`, title })),
    }],
  };
  const offer = {
    id: OFFER,
    title: "Statements of a bid other than its price",
    source: "tenderer" as const,
    relatesTo: "tenderer" as const,
    requirementGroups: [{
      id: `${OFFER}-group`,
      requirements: [
        { id: DELIVERY_DAYS, title: "Days until delivery", dataType: "integer" },
        { id: QUALIFICATION, title: "Qualification", dataType: "string" },
      ],
    }],
  };
  return { criteria: requirements.length > 0 ? [asked, offer] : [offer] };
}

/** Weights on the tender's single lot, as the award criteria breakdown extension defines them. */
function weights({ evaluation_criteria }: Tender): Pick<OcdsTender, "lots" | "awardCriteria"> {
  const stated = criteriaOf(evaluation_criteria);
  if (Object.keys(evaluation_criteria).length === 0) return {};
  const criteria = stated.map(({ name, weight, kind }) => ({
    type: kind === "price" ? "price" : "quality",
    name,
    numbers: [{ number: weight, weight: "decimalExact" as const }],
  }));
  const priceOnly = stated.every(({ kind }) => kind === "price");
  return {
    awardCriteria: priceOnly ? "priceOnly" : "ratedCriteria",
    lots: [{ id: "1", awardCriteria: { criteria } }],
  };
}

function bidOf(bid: ProcessBid, { currency }: Tender): OcdsBid {
  const { proposal, disqualified_reason, delivery_days, qualifications } = bid;
  const documents = [
    ...proposal ? [{ id: "proposal", documentType: PROPOSAL, title: "Proposal", description: proposal }] : [],
    ...disqualified_reason === null
      ? []
      : [{ id: DISQUALIFICATION, title: "Reason for disqualification", description: disqualified_reason }],
  ];
  const responses = [
    ...delivery_days === null ? [] : [{ value: delivery_days, requirement: { id: DELIVERY_DAYS } }],
    ...qualifications.map((value) => ({ value, requirement: { id: QUALIFICATION } })),
  ].map((response, index) => ({ id: `${bid.id}-${index}`, ...response }));
  return {
    id: bid.id,
    date: bid.submitted_at,
    status: disqualified_reason === null ? "valid" : "disqualified",
    tenderers: [organization(bid.supplier)],
    value: { amount: bid.amount, currency },
    ...documents.length > 0 && { documents },
    ...responses.length > 0 && { requirementResponses: responses },
  };
}

function awardsOf({ tender, bids, awarded_at }: Process): { awards?: OcdsAward[] } {
  const won = bids?.find(({ id }) => id === tender.awarded_bid_id);
  if (tender.status !== "awarded" || !won) return {};
  const { amount, supplier } = won;
  return {
    awards: [{
      id: `award-${won.id}`,
      status: "active",
      date: awarded_at ?? tender.updated_at,
      value: { amount, currency: tender.currency },
      suppliers: [organization(supplier)],
      relatedBid: won.id,
    }],
  };
}
