/** Test data for imports, like the packages of national portals. */

/** A package like those of national portals, with many fields that the import ignores. */
export function portalPackage(changes: Record<string, unknown> = {}, tender: Record<string, unknown> = {}) {
  return {
    uri: "https://portal.example/api/releases/1",
    version: "1.1",
    publishedDate: "2026-10-02T10:00:00+03:00",
    publisher: { name: "Portal", scheme: "XX-REG", uid: null, uri: "https://portal.example" },
    license: "https://creativecommons.org/licenses/by/4.0/",
    publicationPolicy: "https://portal.example/policy",
    extensions: ["https://portal.example/extensions/auction/extension.json"],
    releases: [{
      ocid: "ocds-be6bcu-UA-2026-09-01-000123-a",
      id: "b1f2-release",
      date: "2026-10-02T10:00:00.123456+03:00",
      tag: ["tender", "award"],
      initiationType: "tender",
      language: "uk",
      buyer: { id: "UA-EDR-00012345", name: "Міська рада" },
      parties: [
        {
          id: "UA-EDR-00012345",
          name: "Міська рада",
          roles: ["buyer"],
          identifier: { scheme: "UA-EDR", id: "00012345" },
        },
        {
          id: "UA-EDR-777",
          name: "ТОВ «Прилад»",
          identifier: { scheme: "UA-EDR", id: 777, legalName: "ТОВ «Прилад»", uri: null },
          address: { countryName: "Україна", postalCode: "01001" },
          contactPoint: { name: "Олена", email: "not an e-mail", telephone: "+380 44 000 00 00" },
          roles: ["tenderer", "supplier"],
          details: { scale: "sme" },
        },
      ],
      tender: {
        id: "9cf0a1",
        title: "Комп'ютери",
        status: "complete",
        statusDetails: "active.qualification",
        value: { amount: 900000.5, currency: "USD", valueAddedTaxIncluded: true },
        mainProcurementCategory: "goods",
        procurementMethod: "open",
        procurementMethodType: "aboveThresholdUA",
        items: [{
          id: 1,
          description: "Ноутбук",
          classification: { scheme: "CPV", id: "30213100-6", description: "Portable computers" },
          quantity: 200,
          unit: { name: "штука", code: "H87" },
        }],
        tenderPeriod: { startDate: "2026-09-01T09:00:00+03:00", endDate: "2026-09-20T18:00:00+03:00" },
        enquiryPeriod: { endDate: "2026-09-10T00:00:00+03:00" },
        awardCriteria: "lowestCost",
        features: [{ code: "x", enum: [{ value: 0.05 }] }],
        milestones: [{ id: "m1", code: "prepayment" }],
        ...tender,
      },
      awards: [
        {
          id: "a0",
          status: "unsuccessful",
          suppliers: [{ id: "UA-EDR-1", name: "Інша" }],
          value: { amount: 1, currency: "USD" },
        },
        {
          id: "a1",
          status: "active",
          date: "2026-10-01T12:00:00+03:00",
          suppliers: [{ id: "UA-EDR-777", name: "ТОВ «Прилад»" }],
          value: { amount: 850000, currency: "USD" },
          complaintPeriod: { endDate: "2026-10-11T00:00:00+03:00" },
        },
      ],
      contracts: [{ id: "c1", awardID: "a1", status: "pending" }],
      planning: { budget: { amount: { amount: 1000000, currency: "USD" } } },
      ...changes,
    }],
  };
}

export const BID = {
  id: "b1",
  status: "valid",
  date: "2026-09-19T10:00:00Z",
  tenderers: [{ id: "UA-EDR-777" }],
  value: { amount: 850000, currency: "USD" },
};
