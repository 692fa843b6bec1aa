import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { ReleasePackage } from "./ocds_schema.ts";
import { DATABASE, published, served } from "../procurement_fixture.ts";
import { BID, portalPackage } from "./ocds_import_fixture.ts";

const rows = async (sql: Sql) => {
  const counts = await sql<{ n: number }[]>`
    select count(*) as n from procurement.tenders union all select count(*) from procurement.suppliers
    union all select count(*) from procurement.bids union all select count(*) from procurement.ocds_releases`;
  return counts.map(({ n }) => n);
};

testOnEngines(
  "a portal's package is imported, whatever else it holds, and once only",
  DATABASE,
  async (sql) => {
    const call = served(sql, { now: () => Date.parse("2026-11-21T00:00:00Z") });
    const both = await Promise.all([1, 2].map(() => call("POST", "/ocds/releases", portalPackage())));
    assert.deepEqual(both.map(({ body }) => body.releases[0].outcome).sort(), ["already", "created"]);
    const [created] = both.map(({ body }) => body.releases[0]).filter(({ outcome }) => outcome === "created");
    assert.match(created.notes.join("; "), /contact details .* left out; .*award a1 is not in the release/);
    assert.deepEqual(await rows(sql), [1, 1, 1, 1]);
    const { body: tender } = await call("GET", `/tenders/${created.tender_id}`);
    assert.partialDeepStrictEqual(tender, {
      title: "Комп'ютери",
      category: "goods",
      budget_max: 900000.5,
      currency: "USD",
      status: "awarded",
      created_at: "2026-09-01T06:00:00.000Z",
      closes_at: "2026-09-20T15:00:00.000Z",
    });
    const { body: [bid] } = await call("GET", `/tenders/${created.tender_id}/bids`);
    assert.deepEqual([bid.id, bid.amount, bid.late], [tender.awarded_bid_id, 850000, false]);
    const { body: supplier } = await call("GET", `/suppliers/${bid.supplier_id}`);
    assert.partialDeepStrictEqual(supplier, {
      name: "ТОВ «Прилад»",
      registration_number: "UA-EDR-777",
      contact_email: null,
    });
    const { body } = await call("GET", `/ocds/releases/${created.tender_id}`);
    assert.partialDeepStrictEqual(body.releases[0], {
      ocid: "ocds-be6bcu-UA-2026-09-01-000123-a",
      language: "uk",
      buyer: { id: "UA-EDR-00012345", name: "Міська рада" },
      tender: { id: "9cf0a1", items: [{ id: 1, quantity: 200 }], mainProcurementCategory: "goods" },
    });
    const audit = await call("GET", `/audit/${created.tender_id}`);
    assert.deepEqual(audit.body.map(({ action }: { action: string }) => action), ["import_award", "import"]);
  },
);

testOnEngines(
  "a package with faults is refused by the path of each, and nothing is kept",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const cases: [unknown, (string | number)[]][] = [
      [{ ...portalPackage(), version: "1.0" }, ["version"]],
      [{ ...portalPackage(), publisher: {} }, ["publisher", "name"]],
      [{ ...portalPackage(), releases: [] }, ["releases"]],
      [portalPackage({ ocid: "" }), ["releases", 0, "ocid"]],
      [portalPackage({ date: "2026-10-02" }), ["releases", 0, "date"]],
      [portalPackage({ date: "2026-13-02T10:00:00Z" }), ["releases", 0, "date"]],
      [portalPackage({ tag: ["sale"] }), ["releases", 0, "tag", 0]],
      [portalPackage({ id: "a\0" }), ["releases", 0, "id"]],
      [portalPackage({ ocid: "ocds-\0" }), ["releases", 0, "ocid"]],
      [portalPackage({ buyer: { id: "\0" } }), ["releases", 0, "buyer", "id"]],
      [portalPackage({ parties: [{ id: 7 }] }), ["releases", 0, "parties", 0, "id"]],
      [portalPackage({}, { additionalProcurementCategories: ["\0"] }), [
        "releases",
        0,
        "tender",
        "additionalProcurementCategories",
        0,
      ]],
      [portalPackage({ initiationType: "auction" }), ["releases", 0, "initiationType"]],
      [portalPackage({}, { status: "open" }), ["releases", 0, "tender", "status"]],
      [portalPackage({}, { id: undefined }), ["releases", 0, "tender", "id"]],
      [portalPackage({}, { mainProcurementCategory: "it" }), [
        "releases",
        0,
        "tender",
        "mainProcurementCategory",
      ]],
      [portalPackage({}, { value: { amount: "9", currency: "USD" } }), [
        "releases",
        0,
        "tender",
        "value",
        "amount",
      ]],
      [portalPackage({}, { value: { amount: -9, currency: "USD" } }), [
        "releases",
        0,
        "tender",
        "value",
        "amount",
      ]],
      [portalPackage({}, { value: { amount: 9, currency: "UAH" } }), [
        "releases",
        0,
        "tender",
        "value",
        "currency",
      ]],
      [portalPackage({}, { minValue: { amount: 9e9, currency: "USD" } }), [
        "releases",
        0,
        "tender",
        "minValue",
        "amount",
      ]],
      [
        portalPackage({ bids: { details: [{ ...BID, value: { amount: 5, currency: "AED" } }] } }),
        ["releases", 0, "bids", "details", 0, "value", "currency"],
      ],
      [
        portalPackage({ bids: { details: [{ ...BID, status: "won" }] } }),
        ["releases", 0, "bids", "details", 0, "status"],
      ],
    ];
    for (const [given, path] of cases) {
      const { status, body } = await call("POST", "/ocds/releases", given);
      assert.equal(status, 422, JSON.stringify(path));
      assert.deepEqual(body.details[0].loc, ["body", ...path]);
    }
    const [good, bad] = [
      portalPackage(),
      portalPackage({ id: "2" }, { value: { amount: 1, currency: "UAH" } }),
    ];
    const mixed = { ...good, releases: [...good.releases, ...bad.releases] };
    assert.equal((await call("POST", "/ocds/releases", mixed)).status, 422);
    assert.deepEqual(await rows(sql), [0, 0, 0, 0]);
    const wrong = { ...good, releases: Array.from({ length: 500 }, (_, number) => ({ number })) };
    assert.equal((await call("POST", "/ocds/releases", wrong)).body.details.length, 100);
    assert.equal((await call("POST", "/ocds/releases", good, "user")).status, 403);
  },
);

testOnEngines(
  "values in forms that only imports have are exported as the standard requires",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const released = async (changes: object, tender: Record<string, unknown> = {}) => {
      const given = { ocid: `ocds-x-${crypto.randomUUID()}`, awards: [], parties: [], ...changes };
      const { status, body } = await call("POST", "/ocds/releases", portalPackage(given, tender));
      assert.equal(status, 200, JSON.stringify(body));
      const after = await call("GET", `/ocds/releases/${body.releases[0].tender_id}`);
      assert.deepEqual(ReleasePackage.parse(after.body), after.body);
      return after.body.releases[0];
    };
    const numbered = await released({ buyer: { id: 5, name: "Council" } });
    assert.deepEqual([numbered.parties[0].id, numbered.buyer], ["5", { id: "5", name: "Council" }]);
    const unnamed = await released({ buyer: { id: "b" }, parties: [{ id: "b", name: "" }] });
    assert.deepEqual([unnamed.buyer, unnamed.tender.procuringEntity], [{ id: "b" }, { id: "b" }]);
    const both = await released({ buyer: { name: "A" } }, { procuringEntity: { name: "B" } });
    assert.deepEqual(both.parties, [{ name: "A", roles: ["buyer"] }, {
      name: "B",
      roles: ["procuringEntity"],
    }]);
    const none = await released({ buyer: undefined });
    assert.deepEqual([none.parties, none.buyer, none.tender.procuringEntity], [[], undefined, undefined]);
    const lots = [{ id: 1, relatedLot: "a" }, { id: 1, relatedLot: "b" }, { id: 2 }];
    assert.deepEqual((await released({}, { items: lots })).tender.items, [{ id: 1 }, { id: 2 }]);
  },
);

testOnEngines("a newer release brings a process up to date, an older one does not", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2026-11-21T00:00:00Z") });
  const open = { awards: [], bids: { details: [BID] } };
  const later = "2026-10-05T00:00:00Z";
  const newer = portalPackage({ id: "r2", date: later, bids: undefined });
  const first = portalPackage({ ...open, id: "r1" }, { status: "active", title: "Перша" });
  const outcomes = async (given: unknown) => {
    const { body } = await call("POST", "/ocds/releases", given);
    return body.releases.map(({ outcome }: { outcome: string }) => outcome);
  };
  // Releases of one process are read in order of date, whatever their order in the package.
  assert.deepEqual(await outcomes({ ...newer, releases: [...newer.releases, ...first.releases] }), [
    "updated",
    "created",
  ]);
  assert.deepEqual(await rows(sql), [1, 1, 1, 2]);
  const { body: { tenders: [tender] } } = await call("GET", "/tenders");
  assert.deepEqual([tender.title, tender.status], ["Комп'ютери", "awarded"]);
  const { body: [bid] } = await call("GET", `/tenders/${tender.id}/bids`);
  assert.deepEqual([bid.version, bid.late, bid.submitted_at], [1, false, "2026-09-19T10:00:00.000Z"]);
  assert.deepEqual(await outcomes(portalPackage({ id: "r0", date: "2026-09-30T00:00:00Z" })), ["older"]);
  assert.deepEqual(await outcomes(portalPackage({ id: "r3", ocid: "ocds-x", tender: undefined })), [
    "skipped",
  ]);
  await call("DELETE", `/tenders/${tender.id}`);
  assert.deepEqual(await outcomes(portalPackage({ id: "r4", date: "2026-11-01T00:00:00Z" })), ["kept"]);
  assert.deepEqual(await outcomes(newer), ["already"]);
});

testOnEngines("what this service publishes is not overwritten by an import", DATABASE, async (sql) => {
  const call = served(sql);
  const id = await published(call);
  const { body } = await call("GET", `/ocds/releases/${id}`);
  body.releases[0].tender.title = "Changed on the way";
  const { body: imported } = await call("POST", "/ocds/releases", body);
  assert.partialDeepStrictEqual(imported.releases[0], { outcome: "own", tender_id: id });
  assert.equal((await call("GET", "/tenders")).body.total, 1);
  assert.notEqual((await call("GET", `/tenders/${id}`)).body.title, "Changed on the way");
});

testOnEngines("identifier scheme and legal name come and go as they were", DATABASE, async (sql) => {
  const call = served(sql);
  const identifier = { scheme: "UA-EDR", id: "777", legalName: "Прилад, Limited" };
  const parties = [{ id: "UA-EDR-777", name: "Прилад", identifier, roles: ["tenderer"] }];
  const { body } = await call(
    "POST",
    "/ocds/releases",
    portalPackage({ parties, bids: { details: [BID] }, awards: [] }),
  );
  const after = (await call("GET", `/ocds/releases/${body.releases[0].tender_id}`)).body;
  const party = after.releases[0].parties.find(({ id }: { id: string }) => id === "UA-EDR-777");
  assert.deepEqual([party.name, party.identifier], ["Прилад", identifier]);
});

testOnEngines(
  "the actual award of a process exported from here is stored, or the answer says why not",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-11-21T00:00:00Z");
    const call = served(sql, { now: () => now });
    const { body: { id: tender } } = await call("POST", "/tenders", {
      title: "Pens",
      deadline: "2026-12-01",
    });
    const supplier =
      (await call("POST", "/suppliers", { name: "Pen Co", registration_number: "CN-9" })).body.id;
    const { body: bid } = await call("POST", `/tenders/${tender}/bids`, {
      supplier_id: supplier,
      amount: 50,
    });
    const { body: exported } = await call("GET", `/ocds/releases/${tender}`);
    const [release] = exported.releases;
    const awarded = (id: string, name: string) => ({
      ...exported,
      releases: [{
        ...release,
        id,
        tag: ["award"],
        date: "2026-12-20T00:00:00Z",
        parties: [{ id: name, name, identifier: { id: name } }],
        awards: [{
          id: "a-1",
          status: "active",
          date: "2026-12-19T00:00:00Z",
          suppliers: [{ id: name, name }],
          value: { amount: 50, currency: "AED" },
        }],
      }],
    });
    const imported = async (id: string, name: string) =>
      (await call("POST", "/ocds/releases", awarded(id, name))).body.releases[0];
    now = Date.parse("2026-12-21T00:00:00Z");
    const sealed = await imported("r1", "CN-9");
    assert.equal(sealed.outcome, "own");
    assert.match(sealed.notes.join(), /the bids are sealed here/);
    await call("POST", `/tenders/${tender}/open-bids`);
    const stranger = await imported("r2", "CN-10");
    assert.match(stranger.notes.join(), /no bid in the running here/);
    assert.equal((await call("GET", `/tenders/${tender}`)).body.status, "closed");
    assert.equal((await imported("r3", "CN-9")).outcome, "awarded");
    assert.partialDeepStrictEqual((await call("GET", `/tenders/${tender}`)).body, {
      status: "awarded",
      awarded_bid_id: bid.id,
    });
    assert.equal((await imported("r4", "CN-9")).outcome, "own");
  },
);
