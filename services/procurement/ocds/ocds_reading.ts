import { awardOf, type AwardRead, type BidRead, bidsOf } from "./ocds_bids_reading.ts";
import { addFault, addNote, cutToBound, type OcdsReading, storedTime } from "./ocds_notes.ts";
import type { Source } from "./ocds_release.ts";
import { partyOf } from "./ocds_parties.ts";
import type { OcdsItem, OcdsTender, Reference, Release, Value } from "./ocds_schema.ts";
import { DELIVERY_DAYS, QUALIFICATION, SEALED } from "./ocds_terms.ts";
import { checkTender, Currency, type TenderInput } from "../tenders/tender.ts";
import type { TenderStatus } from "../tenders/tender_status.ts";
import { z } from "@hono/zod-openapi";

/** A release in this service's fields. */
export interface ReleaseRead {
  ocid: string;
  release_id: string;
  released_at: string;
  /** undefined if the release has no tender. */
  tender: TenderRead | undefined;
  bids: BidRead[];
  award: AwardRead | undefined;
  source: Source;
  notes: string[];
}

export interface TenderRead extends Omit<TenderInput, "status"> {
  status: TenderStatus;
  created_at: string;
}

/** Reads a valid release. An invalid part becomes a fault, or a note if it is optional. */
export function readRelease(release: Release, { path, faults }: Omit<OcdsReading, "notes">): ReleaseRead {
  const reading: OcdsReading = { path, faults, notes: [] };
  const currency = currencyOf(release, reading);
  const tender = release.tender && tenderOf(release, { tender: release.tender, currency, reading });
  const bids = bidsOf(release, { currency, reading, closes: release.tender?.tenderPeriod?.endDate });
  const award = awardOf(release, { bids, currency, reading });
  if (tender && award && tender.status !== "cancelled" && tender.status !== "unsuccessful") {
    tender.status = "awarded";
  } else if (tender && release.tender?.status === "complete") {
    addNote(
      reading,
      "tender.status is complete, but no active award names a bidder: the tender is kept unawarded",
    );
  }
  return {
    ocid: release.ocid,
    release_id: release.id,
    released_at: storedTime(release.date),
    tender,
    bids,
    award: tender && tender.status !== "awarded" ? undefined : award,
    source: sourceOf(release),
    notes: reading.notes,
  };
}

/** The single currency of a process; other currencies are faults. */
function currencyOf({ tender, bids, awards }: Release, reading: OcdsReading): TenderInput["currency"] {
  const values: { at: (string | number)[]; value: Value | undefined }[] = [
    { at: ["tender", "value"], value: tender?.value },
    { at: ["tender", "minValue"], value: tender?.minValue },
    ...(bids?.details ?? []).map(({ value }, i) => ({ at: ["bids", "details", i, "value"], value })),
    ...(awards ?? []).map(({ value }, i) => ({ at: ["awards", i, "value"], value })),
  ];
  let currency: TenderInput["currency"] | undefined;
  for (const { at, value } of values) {
    if (!value || (value.amount ?? null) === null && (value.currency ?? null) === null) continue;
    const { success, data } = Currency.safeParse(value.currency);
    if (!success) {
      addFault(reading, [...at, "currency"], `must be one of ${Currency.options.join(", ")}`);
    } else if (currency && data !== currency) {
      addFault(reading, [...at, "currency"], `must be ${currency}, as elsewhere in the release`);
    } else currency = data;
  }
  if (!currency) addNote(reading, "no currency is stated: AED");
  return currency ?? "AED";
}

const STATUS: Record<NonNullable<OcdsTender["status"]>, TenderStatus> = {
  planning: "draft",
  planned: "draft",
  active: "open",
  complete: "open",
  cancelled: "cancelled",
  withdrawn: "cancelled",
  unsuccessful: "unsuccessful",
};

function tenderOf(
  release: Release,
  { tender, currency, reading }: {
    tender: OcdsTender;
    currency: TenderInput["currency"];
    reading: OcdsReading;
  },
): TenderRead {
  const budget_min = amountOf(tender.minValue?.amount, ["tender", "minValue", "amount"], reading);
  const budget_max = amountOf(tender.value?.amount, ["tender", "value", "amount"], reading);
  if (budget_max > 0 && budget_min > budget_max) {
    addFault(reading, ["tender", "minValue", "amount"], "must not be above value.amount");
  }
  const title = tender.title?.trim() || tender.description?.trim() || release.ocid;
  if (!tender.title?.trim()) addNote(reading, "tender.title is empty: what there was took its place");
  const end = tender.tenderPeriod?.endDate;
  return {
    title: cutToBound(reading, title, { max: 500, what: "tender.title" }),
    description: cutToBound(reading, tender.description ?? "", { max: 10_000, what: "tender.description" }),
    category: categoryOf(tender, reading),
    budget_min,
    budget_max,
    currency,
    deadline: end ? storedTime(end) : null,
    requirements: requirementsOf(tender, reading),
    evaluation_criteria: weightsOf(tender, reading),
    sealed: tender.submissionMethodDetails === SEALED,
    committee: [],
    coverage_order: false,
    status: STATUS[tender.status ?? "active"],
    created_at: storedTime(tender.tenderPeriod?.startDate ?? release.date),
  };
}

function amountOf(amount: number | null | undefined, at: string[], reading: OcdsReading): number {
  if (amount === null || amount === undefined) return 0;
  if (amount < 0 || amount > 1e15) addFault(reading, at, "must be from 0 to 10^15");
  return amount;
}

function categoryOf(tender: OcdsTender, reading: OcdsReading): string {
  const [named] = tender.additionalProcurementCategories ?? [];
  const category = named?.trim() || tender.mainProcurementCategory || "other";
  return cutToBound(reading, category, { max: 100, what: "tender.additionalProcurementCategories" });
}

function requirementsOf({ criteria }: OcdsTender, reading: OcdsReading): string[] {
  const asked = (criteria ?? []).flatMap(({ requirementGroups }) =>
    (requirementGroups ?? []).flatMap(({ requirements }) => requirements ?? [])
  ).filter(({ id }) => id !== DELIVERY_DAYS && id !== QUALIFICATION);
  const texts = asked.map(({ title, description }) => (title ?? description ?? "").trim()).filter(Boolean);
  if (texts.length > 500) {
    addNote(reading, "tender.criteria holds more than 500 requirements: the rest was left out");
  }
  return texts.slice(0, 500).map((text) => cutToBound(reading, text, { max: 2_000, what: "a requirement" }));
}

/** The weights of the only lot that states any, if they are usable. */
function weightsOf({ lots }: OcdsTender, reading: OcdsReading): Record<string, number> {
  const stated = (lots ?? []).map(({ awardCriteria }) => awardCriteria?.criteria ?? []).filter(({ length }) =>
    length
  );
  const [criteria] = stated;
  if (!criteria) return {};
  const pairs = criteria.map(({ name, type, numbers }) => {
    const exact = (numbers ?? []).find(({ weight }) =>
      weight === "decimalExact" || weight === "percentageExact"
    );
    return [
      name?.trim() || type?.trim() || "",
      (exact?.number ?? NaN) / (exact?.weight === "percentageExact" ? 100 : 1),
    ] as const;
  });
  const weights = Object.fromEntries(pairs);
  const fit = stated.length === 1 && Object.keys(weights).length === pairs.length &&
    Weights.safeParse(weights).success;
  if (fit) return weights;
  addNote(reading, "tender.lots states weights that cannot be counted with: the usual ones apply");
  return {};
}

const Weights = z.record(z.string().min(1).max(200), z.number().min(0).max(1)).refine((weights) =>
  Object.keys(weights).length <= 50
).superRefine((evaluation_criteria, context) =>
  checkTender({ budget_min: 0, budget_max: 0, evaluation_criteria }, context)
);

function sourceOf({ tender, language, buyer, parties }: Release): Source {
  const party = (reference: Reference | undefined) => reference && partyOf(reference, parties);
  return {
    tender_id: String(tender?.id ?? ""),
    language: language ?? undefined,
    buyer: party(buyer) ?? party(tender?.procuringEntity),
    procuring_entity: party(tender?.procuringEntity),
    procurement_method: tender?.procurementMethod,
    procurement_method_details: tender?.procurementMethodDetails ?? undefined,
    main_category: tender?.mainProcurementCategory,
    items: distinct(tender?.items ?? []).slice(0, 200),
  };
}

/** Items that differ in their stored fields. */
function distinct(items: OcdsItem[]): OcdsItem[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
