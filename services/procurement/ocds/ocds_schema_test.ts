import assert from "node:assert/strict";
import { PACKAGE_EXAMPLE } from "./ocds_example.ts";
import { ReleasePackage } from "./ocds_schema.ts";

const PACKAGE = {
  uri: "https://portal.example/releases/1",
  version: "1.1",
  publishedDate: "2026-10-02T10:00:00Z",
  publisher: { name: "Portal" },
  releases: [{
    ocid: "ocds-213czf-1",
    id: "1",
    date: "2026-10-02T10:00:00Z",
    tag: ["tender"],
    initiationType: "tender",
    tender: { id: "1" },
  }],
};

function faults(changes: object, release: object = {}): string[] {
  const given = {
    ...PACKAGE,
    releases: PACKAGE.releases.map((one) => ({ ...one, ...release })),
    ...changes,
  };
  const { error } = ReleasePackage.safeParse(given);
  return error?.issues.map(({ path }) => path.slice(path[0] === "releases" ? 2 : 0).join(".")) ?? [];
}

Deno.test("a list may hold items that differ in a field unused here, but not the same item twice", () => {
  const tender = (items: object[]) => faults({}, { tender: { id: "1", items } });
  assert.deepEqual(tender([{ id: "1", relatedLot: "a" }, { id: "1", relatedLot: "b" }]), []);
  assert.deepEqual(tender([{ id: "1", relatedLot: "a" }, { relatedLot: "a", id: "1" }]), ["tender.items"]);
  assert.deepEqual(faults({ releases: [PACKAGE.releases[0], PACKAGE.releases[0]] }), [""]);
  const reference = { id: "1", name: "A" };
  assert.deepEqual(faults({}, { bids: { details: [{ id: "1", tenderers: [reference, reference] }] } }), []);
});

Deno.test("ids and names are of the types that the standard gives them", () => {
  assert.deepEqual(faults({}, { parties: [{ id: 1 }] }), ["parties.0.id"]);
  assert.deepEqual(faults({}, { buyer: { id: 1, name: null } }), []);
  assert.deepEqual(faults({}, { buyer: { id: null, name: "" } }), ["buyer.id", "buyer.name"]);
  assert.deepEqual(faults({}, { bids: { details: [{ id: 1 }] } }), ["bids.details.0.id"]);
  assert.deepEqual(faults({}, { bids: { statistics: [{ id: "1", measure: "bids", value: null }] } }), [
    "bids.statistics.0.value",
  ]);
  assert.deepEqual(faults({}, { ocid: "a\0", tender: { id: "\ud800" } }), ["ocid", "tender.id"]);
});

Deno.test("a currency is one of ISO 4217, withdrawn or not", () => {
  const currency = (code: unknown) => faults({}, { tender: { id: "1", value: { currency: code } } });
  for (const code of ["AED", "CLF", "DEM", "XAU", null]) assert.deepEqual(currency(code), []);
  for (const code of ["ZZZ", "aed", ""]) assert.deepEqual(currency(code), ["tender.value.currency"]);
});

Deno.test("a URI holds no character that must be percent-encoded", () => {
  for (const uri of ["https://a.example/?q=%7B&r=1#top", "http://[::1]:8001/", "urn:x:1"]) {
    assert.deepEqual(faults({ uri }), []);
  }
  for (
    const uri of [
      "",
      "a/b",
      "https://a.example/a b",
      "https://مثال.example/",
      "https://a.example/?q={",
      "https://a.example/?q=[1]",
    ]
  ) {
    assert.deepEqual(faults({ uri }), ["uri"]);
  }
});

Deno.test("the example package is valid and uses only fields that are read here", () => {
  assert.deepEqual(ReleasePackage.parse(PACKAGE_EXAMPLE), PACKAGE_EXAMPLE);
});
