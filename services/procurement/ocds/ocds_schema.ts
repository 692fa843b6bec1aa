import { z } from "@hono/zod-openapi";
import canonicalize from "canonicalize";
import { CURRENCIES } from "./ocds_currencies.ts";
import { PACKAGE_EXAMPLE } from "./ocds_example.ts";

/**
 * The subset of OCDS 1.1 that is imported and exported, from the published schema
 * (standard.open-contracting.org/schema/1__1__5/release-schema.json and release-package-schema.json) and
 * these extensions: bids, requirements, lots, award criteria breakdown, pagination. Required fields, types,
 * formats and closed codelists match the published ones; unused fields are ignored, whatever they contain.
 */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

/** The characters that RFC 3986 allows in a URI; others are percent-encoded. */
const CHARACTERS = "(?:%[0-9a-f]{2}|[\\w!$&'()*+,\\-./:;=?@~])*";
const URI = new RegExp(`^[a-z][a-z0-9+.-]*:(?://\\[[0-9a-f:.]+\\])?${CHARACTERS}(?:#${CHARACTERS})?$`, "i");

export const DateTime = z.string().refine(isDateTime, "must be a date and time of RFC 3339").meta({
  format: "date-time",
});
const Uri = z.string().refine(isUri, "must be a URI").meta({ format: "uri" });
const Plain = z.string().refine((text) => !text.includes("\0") && text.isWellFormed(), "must be text");
const Name = Plain.min(1).nullish();
const Text = Plain.nullish();
const Code = z.union([Plain, z.int()]);
const Id = z.union([Plain.min(1), z.int()]);
const Texts = z.array(Plain).nullish();

/** A list without duplicates; the comparison includes unused fields. */
function listOf<Item extends z.ZodType>(item: Item, { min = 0, max = 5_000 } = {}) {
  return z.preprocess((items: unknown, context) => {
    if (repeats(items)) context.addIssue({ code: "custom", message: "must not hold the same item twice" });
    return items;
  }, z.array(item).min(min).max(max)).optional();
}

function repeats(items: unknown): boolean {
  if (!Array.isArray(items) || items.length < 2) return false;
  return new Set(items.map((item) => canonicalize(item))).size < items.length;
}

const Value = z.object({
  amount: z.number().nullish(),
  currency: z.string().refine((code) => CURRENCIES.has(code), "must be a code of ISO 4217").nullish(),
});
export type Value = z.output<typeof Value>;

const Period = z.object({ startDate: DateTime.nullish(), endDate: DateTime.nullish() });

const Reference = z.object({ id: Code.optional(), name: Name });
export type Reference = z.output<typeof Reference>;

const Party = z.object({
  id: Plain.optional(),
  name: Text,
  identifier: z.object({ scheme: Text, id: Code.nullish(), legalName: Text }).optional(),
  contactPoint: z.object({ name: Text, email: Text, telephone: Text }).optional(),
  roles: Texts,
});
export type Party = z.output<typeof Party>;

const Item = z.object({
  id: Id,
  description: Text,
  classification: z.object({ scheme: Text, id: Code.nullish(), description: Text })
    .optional(),
  quantity: z.number().nullish(),
  unit: z.object({ name: Text, value: Value.optional() }).optional(),
});

export type OcdsItem = z.output<typeof Item>;

const Requirement = z.object({
  id: Plain.min(1),
  title: Name,
  description: Name,
  dataType: z.enum(["string", "date-time", "number", "integer", "boolean"]).nullish(),
});

const Criterion = z.object({
  id: Id,
  title: Name,
  source: z.enum(["tenderer", "buyer", "procuringEntity"]).nullish(),
  relatesTo: z.enum(["tenderer", "item"]).nullish(),
  requirementGroups: listOf(
    z.object({ id: Plain.min(1), requirements: listOf(Requirement, { min: 1 }) }),
    { min: 1 },
  ),
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
  id: Plain,
  awardCriteria: z.object({
    criteria: listOf(z.object({
      type: Text,
      name: Text,
      numbers: listOf(
        z.object({
          number: z.number().nullish(),
          weight: z.enum(WEIGHTS).nullish().meta({ description: "How the number is to be read" }),
        }),
      ),
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
  additionalProcurementCategories: Texts,
  awardCriteria: Text,
  submissionMethod: Texts,
  submissionMethodDetails: Text,
  tenderPeriod: Period.optional(),
  numberOfTenderers: z.int().nullish(),
  tenderers: listOf(Reference),
  criteria: listOf(Criterion, { min: 1 }),
  lots: z.array(Lot).max(5_000).optional(),
});
export type OcdsTender = z.output<typeof OcdsTender>;

const OcdsBid = z.object({
  id: Plain,
  date: DateTime.nullish(),
  status: z.enum(["invited", "pending", "valid", "disqualified", "withdrawn"]).nullish(),
  tenderers: z.array(Reference).max(5_000).optional(),
  value: Value.optional(),
  documents: listOf(z.object({ id: Id, documentType: Text, title: Text, description: Text })),
  requirementResponses: listOf(
    z.object({
      id: Plain.min(1),
      value: z.union([Plain.min(1), z.number(), z.boolean()]).nullish(),
      // The extension's first version has a string here.
      requirement: z.union([Plain, z.object({ id: Plain.min(1), title: Name })]),
    }),
    { min: 1 },
  ),
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
  relatedBids: Texts,
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
  ocid: Plain.min(1).max(500),
  id: Plain.min(1).max(500),
  date: DateTime,
  tag: z.array(z.enum(TAGS)).min(1),
  initiationType: z.enum(["tender"]),
  language: Text,
  parties: listOf(Party),
  buyer: Reference.optional(),
  tender: OcdsTender.optional(),
  bids: z.object({
    statistics: z.array(z.object({ id: Plain, measure: Plain, value: z.number() })).optional(),
    details: z.array(OcdsBid).max(5_000).optional(),
  }).optional(),
  awards: listOf(OcdsAward),
}).meta({ id: "OcdsRelease" });
export type Release = z.output<typeof Release>;

export const ReleasePackage = z.object({
  uri: Uri,
  version: z.literal("1.1"),
  publishedDate: DateTime,
  publisher: z.object({ name: Plain, scheme: Text, uid: Text, uri: Uri.nullish() }),
  license: Uri.nullish(),
  extensions: z.array(Uri).optional(),
  links: z.object({ next: Uri.optional(), prev: Uri.optional() }).optional(),
  releases: listOf(Release, { min: 1, max: 1_000 }).unwrap(),
}).meta({ id: "OcdsReleasePackage", example: PACKAGE_EXAMPLE });
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

function isUri(text: string): boolean {
  return URI.test(text) && URL.canParse(text);
}
