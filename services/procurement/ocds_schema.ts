import { z } from "@hono/zod-openapi";

/**
 * The part of OCDS 1.1 that is read and written here, stated anew from the published schema
 * (standard.open-contracting.org/schema/1__1__5/release-schema.json and release-package-schema.json) and these
 * extensions: bids, requirements, lots, award criteria breakdown, pagination. Required fields, types, formats and closed
 * codelists are as published; fields that are not used here are ignored, whatever they hold.
 */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

export const DateTime = z.string().refine(isDateTime, "must be a date and time of RFC 3339").meta({
  format: "date-time",
});
const Uri = z.string().refine((text) => URL.canParse(text), "must be a URI").meta({ format: "uri" });
const Text = z.string().refine((text) => !text.includes("\0") && text.isWellFormed(), "must be text")
  .nullish();
const Id = z.union([z.string().min(1), z.int()]);

/** A list without two equal items. */
function listOf<Item extends z.ZodType>(item: Item, max = 5_000) {
  return z.array(item).max(max).refine(
    (items) => new Set(items.map((one) => JSON.stringify(one))).size === items.length,
    "must not hold the same item twice",
  ).optional();
}

const Value = z.object({
  amount: z.number().nullish(),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be a code of ISO 4217").nullish(),
});
export type Value = z.output<typeof Value>;

const Period = z.object({ startDate: DateTime.nullish(), endDate: DateTime.nullish() });

const Reference = z.object({ id: Id.nullish(), name: Text });
export type Reference = z.output<typeof Reference>;

const Party = z.object({
  id: Id.nullish(),
  name: Text,
  identifier: z.object({ scheme: Text, id: Id.nullish(), legalName: Text }).optional(),
  contactPoint: z.object({ name: Text, email: Text, telephone: Text }).optional(),
  roles: z.array(z.string()).nullish(),
});
export type Party = z.output<typeof Party>;

export const Item = z.object({
  id: Id,
  description: Text,
  classification: z.object({ scheme: Text, id: z.union([z.string(), z.int()]).nullish(), description: Text })
    .optional(),
  quantity: z.number().nullish(),
  unit: z.object({ name: Text, value: Value.optional() }).optional(),
});

const Criterion = z.object({
  id: Id,
  title: Text,
  source: Text,
  relatesTo: Text,
  requirementGroups: listOf(z.object({
    id: Id,
    requirements: listOf(z.object({
      id: Id,
      title: Text,
      description: Text,
      dataType: Text,
    })),
  })),
});

const WEIGHTS = [
  "percentageExact",
  "percentageRangeMiddle",
  "decimalExact",
  "decimalRangeMiddle",
  "pointsExact",
  "pointsRangeMiddle",
  "order",
] as const;
const Lot = z.object({
  id: Id,
  awardCriteria: z.object({
    criteria: listOf(z.object({
      type: Text,
      name: Text,
      numbers: listOf(z.object({ number: z.number().nullish(), weight: z.enum(WEIGHTS).nullish() })),
    })),
  }).optional(),
});

const TENDER_STATUSES = [
  "planning",
  "planned",
  "active",
  "cancelled",
  "unsuccessful",
  "complete",
  "withdrawn",
] as const;
export const OcdsTender = z.object({
  id: Id,
  title: Text,
  description: Text,
  status: z.enum(TENDER_STATUSES).nullish(),
  procuringEntity: Reference.optional(),
  items: listOf(Item),
  value: Value.optional(),
  minValue: Value.optional(),
  procurementMethod: z.enum(["open", "selective", "limited", "direct"]).nullish(),
  procurementMethodDetails: Text,
  mainProcurementCategory: z.enum(["goods", "works", "services"]).nullish(),
  additionalProcurementCategories: z.array(z.string()).nullish(),
  awardCriteria: Text,
  submissionMethod: z.array(z.string()).nullish(),
  submissionMethodDetails: Text,
  tenderPeriod: Period.optional(),
  numberOfTenderers: z.int().nullish(),
  tenderers: listOf(Reference),
  criteria: listOf(Criterion),
  lots: listOf(Lot),
});
export type OcdsTender = z.output<typeof OcdsTender>;

const OcdsBid = z.object({
  id: Id,
  date: DateTime.nullish(),
  status: z.enum(["invited", "pending", "valid", "disqualified", "withdrawn"]).nullish(),
  tenderers: listOf(Reference),
  value: Value.optional(),
  documents: listOf(z.object({ id: Id, documentType: Text, title: Text, description: Text })),
  requirementResponses: listOf(z.object({
    id: Id,
    value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    // A string in the extension's first version.
    requirement: z.union([z.string(), z.object({ id: Id.nullish(), title: Text })]).optional(),
  })),
});
export type OcdsBid = z.output<typeof OcdsBid>;

const OcdsAward = z.object({
  id: Id,
  title: Text,
  status: z.enum(["pending", "active", "cancelled", "unsuccessful"]).nullish(),
  date: DateTime.nullish(),
  value: Value.optional(),
  suppliers: listOf(Reference),
  relatedBid: Text,
  relatedBids: z.array(z.string()).nullish(),
});
export type OcdsAward = z.output<typeof OcdsAward>;

const TAGS = [
  "planning",
  "planningUpdate",
  "tender",
  "tenderAmendment",
  "tenderUpdate",
  "tenderCancellation",
  "award",
  "awardUpdate",
  "awardCancellation",
  "contract",
  "contractUpdate",
  "contractAmendment",
  "implementation",
  "implementationUpdate",
  "contractTermination",
  "compiled",
] as const;
export const Release = z.object({
  ocid: z.string().min(1).max(500),
  id: z.string().min(1).max(500),
  date: DateTime,
  tag: z.array(z.enum(TAGS)).min(1),
  initiationType: z.enum(["tender"]),
  language: Text,
  parties: listOf(Party),
  buyer: Reference.optional(),
  tender: OcdsTender.optional(),
  bids: z.object({
    statistics: z.array(z.object({ id: Id, measure: z.string(), value: z.number().nullish() })).nullish(),
    details: z.array(OcdsBid).max(5_000).optional(),
  }).optional(),
  awards: listOf(OcdsAward),
}).meta({ id: "OcdsRelease" });
export type Release = z.output<typeof Release>;

export const ReleasePackage = z.object({
  uri: Uri,
  version: z.literal("1.1"),
  publishedDate: DateTime,
  publisher: z.object({ name: z.string().min(1), scheme: Text, uid: Text, uri: Uri.nullish() }),
  license: Uri.nullish(),
  extensions: z.array(Uri).optional(),
  links: z.object({ next: Uri.optional(), prev: Uri.optional() }).optional(),
  releases: z.array(Release).min(1).max(1_000),
}).meta({ id: "OcdsReleasePackage" });
export type ReleasePackage = z.output<typeof ReleasePackage>;

function isDateTime(text: string): boolean {
  if (!RFC_3339.test(text)) return false;
  try {
    Temporal.Instant.from(text);
    return true;
  } catch {
    return false;
  }
}
