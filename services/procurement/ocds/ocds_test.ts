import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { ReleasePackage } from "./ocds_schema.ts";
import {
  type Call,
  DATABASE,
  offered,
  published,
  registered,
  served,
  TENDER,
} from "../procurement_fixture.ts";

const BEFORE = Date.parse("2026-12-01T00:00:00Z");
const AFTER = Date.parse("2027-01-05T00:00:00Z");

/** Checks that a package is valid and has only fields of the standard. */
function assertFits(body: unknown): ReleasePackage {
  const fitted = ReleasePackage.parse(body);
  assert.deepEqual(fitted, body);
  return fitted;
}

async function exported(call: Call, id: string) {
  const { status, body } = await call("GET", `/ocds/releases/${id}`, undefined, "user");
  assert.equal(status, 200, JSON.stringify(body));
  const release = assertFits(body).releases[0];
  assert.ok(release?.tender);
  return { body, release, tender: release.tender };
}

testOnEngines("a tender, its bids and its award are exported as OCDS 1.1", DATABASE, async (sql) => {
  let now = BEFORE;
  const call = served(sql, { now: () => now });
  const id = await published(call, { category: "أشغال الطرق" });
  const [one, two] = [await registered(call, "CN-1", "النخيل"), await registered(call, "CN-2", "Gulf")];
  const cheap = await offered(call, id, one, 800, {
    proposal: "نلتزم",
    qualifications: ["ISO 9001", "ISO 9001"],
  });
  const dear = await offered(call, id, two, 900);
  await call("POST", `/tenders/${id}/bids/${dear.id}/disqualify`, { reason: "No bond" });
  const open = await exported(call, id);
  assert.partialDeepStrictEqual(open.release, {
    ocid: `ocds-abc123-${id}`,
    tag: ["tender"],
    initiationType: "tender",
    language: "ar",
    buyer: { id: "buyer", name: "وزارة المالية" },
    parties: [
      { id: "buyer", name: "وزارة المالية", roles: ["buyer", "procuringEntity"] },
      { id: "CN-1", name: "النخيل", identifier: { id: "CN-1", legalName: "النخيل" }, roles: ["tenderer"] },
      { id: "CN-2", roles: ["tenderer"] },
    ],
    tender: {
      id,
      status: "active",
      value: { amount: 1200, currency: "AED" },
      minValue: { amount: 400, currency: "AED" },
      mainProcurementCategory: "works",
      additionalProcurementCategories: ["أشغال الطرق"],
      tenderPeriod: { startDate: "2026-12-01T00:00:00.000Z", endDate: "2026-12-31T20:00:00.000Z" },
      numberOfTenderers: 2,
      awardCriteria: "ratedCriteria",
    },
    bids: {
      statistics: [{ measure: "bids", value: 2 }],
      details: [
        {
          id: cheap.id,
          status: "valid",
          value: { amount: 800, currency: "AED" },
          tenderers: [{ id: "CN-1", name: "النخيل" }],
          documents: [{ documentType: "submissionDocuments", description: "نلتزم" }],
        },
        {
          id: dear.id,
          status: "disqualified",
          documents: [{ id: "disqualification", description: "No bond" }],
        },
      ],
    },
  });
  assert.equal(open.release.awards, undefined);
  assert.equal((await exported(call, id)).release.id, open.release.id);
  now = AFTER;
  const closed = await exported(call, id);
  assert.deepEqual([closed.tender.status, closed.release.date], ["active", "2026-12-31T20:00:00.000Z"]);
  assert.notEqual(closed.release.id, open.release.id);
  await call("POST", `/tenders/${id}/evaluate-all`);
  await call("POST", `/tenders/${id}/award`, { bid_id: cheap.id, reason: "The lowest price" });
  const awarded = await exported(call, id);
  assert.deepEqual([awarded.tender.status, awarded.release.tag], ["complete", ["tender", "award"]]);
  assert.partialDeepStrictEqual(awarded.release.awards, [{
    status: "active",
    date: "2027-01-05T00:00:00.000Z",
    value: { amount: 800, currency: "AED" },
    suppliers: [{ id: "CN-1", name: "النخيل" }],
    relatedBid: cheap.id,
  }]);
  assert.deepEqual(awarded.release.parties?.[1]?.roles, ["tenderer", "supplier"]);
});

testOnEngines("a sealed tender's bids are in no export before they are opened", DATABASE, async (sql) => {
  let now = BEFORE;
  const call = served(sql, { now: () => now });
  const id = await published(call, { sealed: true });
  const supplier = await registered(call, "SECRET-7", "Hidden Bidder");
  await offered(call, id, supplier, 777, { proposal: "secret words" });
  for (const path of [`/ocds/releases/${id}`, "/ocds/releases"]) {
    const { body } = await call("GET", path);
    assertFits(body);
    assert.equal(body.releases[0].bids, undefined);
    assert.doesNotMatch(JSON.stringify(body), /777|secret|SECRET|Hidden|numberOfTenderers/);
  }
  now = AFTER;
  assert.equal((await exported(call, id)).release.bids, undefined);
  assert.equal((await call("POST", `/tenders/${id}/open-bids`)).status, 200);
  assert.equal((await exported(call, id)).release.bids?.details?.length, 1);
  const { body } = await call("GET", `/audit/${id}`);
  assert.deepEqual(body.map(({ action }: { action: string }) => action), ["open_bids", "create"]);
});

testOnEngines("many tenders are exported page by page, drafts only when asked for", DATABASE, async (sql) => {
  const call = served(sql);
  for (let i = 0; i < 3; i++) await published(call, { title: `Tender ${i}` });
  await published(call, { title: "Not yet", status: "draft" });
  const first = (await call("GET", "/ocds/releases?page_size=2")).body;
  assertFits(first);
  assert.equal(first.releases.length, 2);
  const next = new URL(first.links.next);
  const second = (await call("GET", `/ocds/releases${next.search}`)).body;
  assertFits(second);
  assert.deepEqual(second.releases.map(({ tender }: { tender: { title: string } }) => tender.title), [
    "Tender 0",
  ]);
  assert.equal(second.links, undefined);
  assert.equal((await call("GET", "/ocds/releases?page=9")).status, 404);
  const drafts = (await call("GET", "/ocds/releases?status=draft")).body;
  assert.deepEqual(drafts.releases.map(({ tender }: { tender: object }) => tender), [
    drafts.releases[0].tender,
  ]);
  assert.equal(drafts.releases[0].tender.status, "planned");
  assert.equal((await call("GET", `/ocds/releases/${crypto.randomUUID()}`)).status, 404);
});

testOnEngines(
  "the address of a package is a URI below PUBLIC_URL, whatever the request was",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    await published(call, { title: "{b}|[c]^`" });
    await published(call, { title: "{b}|[c]^` d" });
    const { body } = await call("GET", "/ocds/releases?page_size=1&search={b}|[c]^`");
    const { uri, links } = assertFits(body);
    for (const address of [uri, links?.next ?? ""]) {
      assert.match(
        address,
        /^https:\/\/tenders\.example\.org\/base\/api\/v1\/ocds\/releases\?[\w:/?&=.%+-]+$/,
      );
      assert.equal(new URL(address).searchParams.get("search"), "{b}|[c]^`");
    }
  },
);

/** A release without the bid and release ids, which differ between databases. */
function comparable(body: { releases: Record<string, unknown>[] }, bids: string[]) {
  let text = JSON.stringify(body.releases.map(({ id: _id, date: _date, ...release }) => release));
  bids.forEach((id, index) => text = text.replaceAll(id, `bid-${index}`));
  return JSON.parse(text);
}

testOnEngines(
  "an export that is imported into an empty database and exported again is the same",
  DATABASE,
  async (sql) => {
    let now = BEFORE;
    const details = (body: { releases: { bids?: { details: { id: string }[] } }[] }) =>
      body.releases.flatMap(({ bids }) => bids?.details.map(({ id }) => id) ?? []);
    const call = served(sql, { now: () => now });
    const suppliers = [await registered(call, "CN-1"), await registered(call, "CN-2", 'Gulf "Tech" <&>')];
    const ids = [];
    for (
      const changes of [{}, { deadline: null, budget_min: 0, budget_max: 0, evaluation_criteria: {} }, {
        sealed: true,
      }]
    ) {
      const id = await published(call, changes);
      for (const [index, supplier] of suppliers.entries()) {
        await offered(call, id, supplier, 700.25 + index, {
          proposal: `نص ${index}`,
          qualifications: ["أ", "B"],
        });
      }
      ids.push(id);
    }
    ids.push(await published(call, { status: "draft" }));
    for (const status of ["cancelled", "unsuccessful"]) {
      const id = await published(call, {
        deadline: status === "cancelled" ? "2026-12-31" : "2026-12-01T00:00:00Z",
      });
      assert.equal((await call("PUT", `/tenders/${id}`, { status })).status, 200);
      ids.push(id);
    }
    now = AFTER;
    assert.equal((await call("POST", `/tenders/${ids[2]}/open-bids`)).status, 200);
    const { body: list } = await call("GET", `/tenders/${ids[0]}/bids`);
    await call("POST", `/tenders/${ids[0]}/bids/${list[1].id}/disqualify`, { reason: "لا ضمان" });
    await call("POST", `/tenders/${ids[0]}/evaluate-all`);
    await call("POST", `/tenders/${ids[0]}/award`, { bid_id: list[0].id, reason: "The only bid left" });
    const exports = [];
    for (const id of ids) exports.push((await exported(call, id)).body);
    await sql`truncate procurement.tenders, procurement.suppliers, procurement.tender_counts,
    procurement.supplier_counts, procurement.ocds_releases cascade`;
    for (const before of exports) {
      const { status, body } = await call("POST", "/ocds/releases", before);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.releases[0].notes, []);
      assert.equal(body.releases[0].outcome, "created");
      const after = (await exported(call, body.releases[0].tender_id)).body;
      assert.deepEqual(comparable(after, details(after)), comparable(before, details(before)));
    }
    assert.equal((await call("GET", "/suppliers")).body.total, 2);
    const { body } = await call("GET", `/tenders?status=awarded`);
    assert.partialDeepStrictEqual(body.tenders[0], { ...TENDER, deadline: "2026-12-31T20:00:00.000Z" });
  },
);
