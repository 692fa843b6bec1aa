import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines("a registration number is one supplier's, however it is written", DATABASE, async (sql) => {
  const call = served(sql);
  const id = await registered(call, "CN-123 45", "شركة النخيل");
  const again = await call("POST", "/suppliers", { name: "x", registration_number: "cn ١٢٣٤٥" });
  assert.deepEqual([again.status, again.body.error], [
    409,
    "A supplier with this registration number already exists",
  ]);
  const other = await registered(call, "B-1");
  assert.equal((await call("PUT", `/suppliers/${other}`, { registration_number: "CN12345" })).status, 409);
  assert.equal((await call("PUT", `/suppliers/${other}`, { category: "it" })).body.category, "it");
  assert.equal((await call("GET", "/suppliers?search=شركه النخيل")).body.suppliers[0].id, id);
  assert.equal((await call("GET", "/suppliers?category=it")).body.total, 1);
  assert.equal((await call("GET", "/suppliers?min_score=1")).body.total, 0);
  for (
    const wrong of [{ contact_email: "no" }, { contact_phone: "12" }, { name: "" }, {
      registration_number: "-",
    }]
  ) {
    const given = { name: "x", registration_number: "new", ...wrong };
    assert.equal((await call("POST", "/suppliers", given)).status, 422, JSON.stringify(wrong));
  }
  const concurrent = await Promise.all(
    Array.from({ length: 5 }, () => call("POST", "/suppliers", { name: "y", registration_number: "RACE" })),
  );
  assert.deepEqual(concurrent.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
});

testOnEngines("suppliers need no registration number, and many may have none", DATABASE, async (sql) => {
  const call = served(sql);
  for (const name of ["Freelancer", "Workshop"]) {
    const { status, body } = await call("POST", "/suppliers", { name });
    assert.deepEqual([status, body.registration_number], [201, null]);
  }
});

testOnEngines("blank names, titles and reasons are refused by the field", DATABASE, async (sql) => {
  const call = served(sql);
  const blanks = ["   ", "\t", "\u00a0", "\u200f"];
  for (const blank of blanks) {
    const cases: [string, object, (string | number)[]][] = [
      ["/suppliers", { name: blank }, ["name"]],
      ["/suppliers", { name: "A", category: blank }, ["category"]],
      ["/suppliers", { name: "A", owners: [blank] }, ["owners", 0]],
      ["/tenders", { title: blank }, ["title"]],
      ["/tenders", { title: "T", requirements: [blank] }, ["requirements", 0]],
      ["/tenders", { title: "T", committee: [blank] }, ["committee", 0]],
    ];
    for (const [path, given, field] of cases) {
      const { status, body } = await call("POST", path, given);
      assert.deepEqual(
        [status, body.details?.[0].loc],
        [422, ["body", ...field]],
        `${path} ${JSON.stringify(given)}`,
      );
    }
  }
});

testOnEngines(
  "a user makes nobody else an owner: a bidder cannot keep judges and managers off a tender",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const [dana, manager] = [{ sub: "dana", role: "user" }, { sub: "mona", role: "manager" }] as const;
    assert.equal(
      (await call("POST", "/suppliers", { name: "S", owners: ["dana", "mona"] }, dana)).status,
      403,
    );
    const made = await call("POST", "/suppliers", { name: "S", owners: ["dana"] }, dana);
    assert.deepEqual([made.status, made.body.owners], [201, ["dana"]]);
    const path = `/suppliers/${made.body.id}`;
    assert.equal((await call("PUT", path, { owners: ["dana", "mona"] }, dana)).status, 403);
    assert.equal((await call("PUT", path, { owners: ["dana", "lina"] }, manager)).status, 403);
    assert.equal((await call("PUT", path, { owners: ["dana", "lina"] }, "admin")).status, 200);
    const left = await call("PUT", path, { owners: ["lina"] }, dana);
    assert.deepEqual([left.status, left.body.owners], [200, ["lina"]]);
    // A manager adds the first owners of a supplier that was entered on paper.
    const paper = (await call("POST", "/suppliers", { name: "P" }, manager)).body.id;
    assert.equal((await call("PUT", `/suppliers/${paper}`, { owners: ["omar"] }, manager)).status, 200);
  },
);

testOnEngines(
  "two suppliers that take one registration number at once: one is a 409",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    for (let round = 0; round < 5; round++) {
      const ids = [];
      for (const name of ["A", "B", "C"]) ids.push((await call("POST", "/suppliers", { name })).body.id);
      const answers = await Promise.all([
        ...ids.map((id) => call("PUT", `/suppliers/${id}`, { registration_number: `CN-${round}` })),
        call("POST", "/suppliers", { name: "D", registration_number: `cn ${round}` }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses.map((status) => status === 201 ? 200 : status).sort(), [200, 409, 409, 409]);
    }
  },
);

testOnEngines("a supplier's rating tells nothing of a tender that is not settled", DATABASE, async (sql) => {
  let now = Date.parse("2026-12-01T00:00:00Z");
  const call = served(sql, { now: () => now });
  const supplier = await registered(call, "A-1");
  const tender = await published(call, { requirements: [] });
  const bid = await offered(call, tender, supplier, 500);
  now = Date.parse("2027-01-05T00:00:00Z");
  await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, { criterion: "quality", score: 73 });
  await call("POST", `/tenders/${tender}/evaluate-all`);
  const rated = async () => (await call("POST", `/suppliers/${supplier}/score`)).body;
  assert.partialDeepStrictEqual(await rated(), { rated: false, total_bids: 0 });
  assert.equal((await call("GET", `/suppliers/${supplier}`, undefined, "user")).body.score, null);
  await call("POST", `/tenders/${tender}/award`, { bid_id: bid.id, reason: "The only bid" });
  assert.partialDeepStrictEqual(await rated(), { rated: true, total_bids: 1, won_bids: 1 });
  assert.equal((await rated()).breakdown.bid_quality, 73);
});
