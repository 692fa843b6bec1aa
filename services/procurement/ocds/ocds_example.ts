import { OCDS_EXTENSIONS } from "./ocds_extensions.ts";

const BUYER = { id: "AE-MOF", name: "Ministry of Finance" };
const SUPPLIER = { id: "CN-1234567", name: "شركة النخيل" };
const BID = "019a0000-0000-7000-8000-000000000003";
const OCID = "ocds-213czf-000-00001";

/** A package of one release, of a tender with its bid and award. */
export const PACKAGE_EXAMPLE = {
  uri: "https://procurement.example/api/v1/ocds/releases/019a0000-0000-7000-8000-000000000001",
  version: "1.1" as const,
  extensions: OCDS_EXTENSIONS,
  publishedDate: "2027-01-05T08:00:00.000Z",
  publisher: { name: BUYER.name },
  releases: [{
    ocid: OCID,
    id: `${OCID}-02-award`,
    date: "2027-01-05T08:00:00.000Z",
    tag: ["tender" as const, "award" as const],
    initiationType: "tender" as const,
    language: "ar",
    parties: [
      { ...BUYER, roles: ["buyer", "procuringEntity"] },
      {
        ...SUPPLIER,
        identifier: { id: SUPPLIER.id, legalName: SUPPLIER.name },
        roles: ["tenderer", "supplier"],
      },
    ],
    buyer: BUYER,
    tender: {
      id: "019a0000-0000-7000-8000-000000000001",
      title: "توريد أجهزة حاسوب",
      description: "Supply of 200 laptops with three years of on-site support",
      status: "complete" as const,
      procuringEntity: BUYER,
      minValue: { amount: 500_000, currency: "AED" },
      value: { amount: 700_000, currency: "AED" },
      procurementMethod: "open" as const,
      mainProcurementCategory: "goods" as const,
      additionalProcurementCategories: ["supplies"],
      submissionMethod: ["electronicSubmission"],
      tenderPeriod: { startDate: "2026-11-21T08:00:00.000Z", endDate: "2026-12-31T20:00:00.000Z" },
      numberOfTenderers: 1,
      tenderers: [SUPPLIER],
      criteria: [{
        id: "requirements",
        title: "Mandatory requirements",
        source: "tenderer" as const,
        relatesTo: "tenderer" as const,
        requirementGroups: [{
          id: "requirements-group",
          requirements: [{ id: "requirement-0", title: "ISO 9001 certificate" }],
        }],
      }],
    },
    bids: {
      statistics: [{ id: "bids", measure: "bids", value: 1 }],
      details: [{
        id: BID,
        date: "2026-12-20T09:30:00.000Z",
        status: "valid" as const,
        tenderers: [SUPPLIER],
        value: { amount: 620_000, currency: "AED" },
      }],
    },
    awards: [{
      id: `award-${BID}`,
      status: "active" as const,
      date: "2027-01-05T08:00:00.000Z",
      value: { amount: 620_000, currency: "AED" },
      suppliers: [SUPPLIER],
      relatedBid: BID,
    }],
  }],
};
