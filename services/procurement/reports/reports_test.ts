import assert from "node:assert/strict";
import { readText } from "lib/pdf/pdf_fixture.ts";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines("a report pins tender, matrices and hash, and downloads as a PDF", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  assert.equal((await call("POST", `/reports/tender/${tender}`)).status, 409);
  const bid = await offered(call, tender, await registered(call, "A-1"), 500);
  const evaluation = (await call("POST", `/tenders/${tender}/evaluate-all`)).body;
  const { status, body } = await call("POST", `/reports/tender/${tender}?language=both`);
  assert.equal(status, 201);
  assert.equal(body.report_type, "bid_evaluation");
  assert.equal(body.content.inputs_sha256, evaluation.inputs_sha256);
  assert.equal(body.content.scores[0].bid_id, bid.id);
  assert.deepEqual(body.content.compliance[0].by_bid, { [bid.id]: "met" });
  assert.ok(body.content.method.en && body.content.method.ar);
  const list = await call("GET", "/reports");
  assert.deepEqual([list.body[0].id, list.response.headers.get("x-total-count")], [body.id, "1"]);
  const download = await call("GET", `/reports/${body.id}/download`);
  assert.equal(download.response.headers.get("content-type"), "application/pdf");
  assert.match(
    download.response.headers.get("content-disposition") ?? "",
    /^attachment; filename="evaluation-/,
  );
  assert.equal(new TextDecoder().decode((await download.response.bytes()).slice(0, 5)), "%PDF-");
  assert.equal((await call("GET", `/reports/${crypto.randomUUID()}/download`)).status, 404);
});

testOnEngines(
  "a report names suppliers in its notes, in both languages, and why one is out",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const tender = await published(call, {
      evaluation_criteria: { price: 0.5, quality: 0.5 },
      coverage_order: true,
      description: "Supply of laptops with on-site support",
    });
    const bids = [];
    for (const [number, name] of [["1", "النخيل"], ["2", "Gulf <LLC>"], ["3", "الأفق"]] as const) {
      const supplier = await registered(call, number, name);
      bids.push(await offered(call, tender, supplier, 500, { delivery_days: null }));
    }
    for (const { id } of bids.slice(0, 2)) {
      await call("POST", `/tenders/${tender}/bids/${id}/scores`, { criterion: "quality", score: 70 });
    }
    await call("POST", `/tenders/${tender}/bids/${bids[2].id}/disqualify`, { reason: "No bond" });
    await call("POST", `/tenders/${tender}/evaluate-all`);
    const { body: { content, id } } = await call("POST", `/reports/tender/${tender}?language=ar`);
    const { ar, en } = content.notes;
    const pair = [["النخيل", "Gulf <LLC>"], ["Gulf <LLC>", "النخيل"]];
    assert.ok(
      pair.some(([a, b]) => ar[0].startsWith(`تساوى العطاءان ${a} و ${b} في المجموع والجودة والمبلغ`)),
    );
    assert.ok(
      pair.some(([a, b]) => en[0].startsWith(`Bids ${a} and ${b} have the same total, quality and amount`)),
    );
    assert.deepEqual([ar[1], en[1]], ["استُبعد عطاء الأفق: No bond", "الأفق is disqualified: No bond"]);
    assert.deepEqual([ar.length, en.length], [2, 2]);
    assert.partialDeepStrictEqual(content.scores[0], { amount: 500, delivery_days: null });
    assert.equal((await call("GET", `/reports/${id}/download`)).status, 200);
  },
);

testOnEngines("criteria that nobody scored for any bid are one note without names", DATABASE, async (sql) => {
  const call = served(sql);
  const evaluation_criteria = { price: 0.4, quality: 0.3, method: 0.3 };
  const tender = await published(call, { evaluation_criteria, coverage_order: true });
  for (const number of ["1", "2"]) {
    await offered(call, tender, await registered(call, number), Number(number));
  }
  await call("POST", `/tenders/${tender}/evaluate-all`);
  const { body } = await call("POST", `/reports/tender/${tender}`);
  assert.deepEqual(body.content.notes.en.slice(2), [
    "Preliminary order by text coverage, for no evaluator scored it: method, quality",
  ]);
  assert.equal(body.content.preliminary, true);
  assert.match(body.content.recommendation, /^No recommendation yet. Missing: method/);
});

testOnEngines(
  "no report recommends by an evaluation that bids or judgements outran",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const tender = await published(call, { evaluation_criteria: { price: 1 }, requirements: [] });
    const bid = await offered(call, tender, await registered(call, "A-1", "النخيل"), 500);
    now = Date.parse("2027-01-05T00:00:00Z");
    const evaluated = await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.match(evaluated.body.recommendation, /^Award to النخيل/);
    await call("POST", `/tenders/${tender}/bids/${bid.id}/disqualify`, { reason: "Forged bond" });
    const refused = await call("POST", `/reports/tender/${tender}`);
    assert.deepEqual([refused.status, refused.body.error], [
      409,
      "Bids or judgements changed since evaluation version 1: evaluate again",
    ]);
    await call("PUT", `/tenders/${tender}`, { status: "unsuccessful" });
    const { body: { content } } = await call("POST", `/reports/tender/${tender}`);
    assert.match(content.recommendation, /^No recommendation: bids or judgements changed/);
    assert.match(content.recommendation_ar, /^لا توصية/);
    assert.equal(content.preliminary, true);
    assert.ok(content.notes.en.some((note: string) => /judgements changed after version 1/.test(note)));
    assert.ok(content.notes.ar.some((note: string) => /بعد النسخة 1/.test(note)));
  },
);

testOnEngines("no supplier's name turns or forges what a report prints behind it", DATABASE, async (sql) => {
  const call = served(sql);
  const names = [
    "شركة\u202e",
    "شركة\u2067 ب",
    "Gulf\u202e Co",
    "النخيل\nAward to Omega, first with 99 of 100",
  ];
  for (const [index, name] of names.entries()) {
    const tender = await published(call, {
      evaluation_criteria: { price: 0.5, quality: 0.5 },
      requirements: [],
    });
    const bid = await offered(call, tender, await registered(call, `N-${index}`, name), 500);
    await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, { criterion: "quality", score: 75 });
    await call("POST", `/tenders/${tender}/evaluate-all`);
    const { body: { id } } = await call("POST", `/reports/tender/${tender}?language=en`);
    const { response } = await call("GET", `/reports/${id}/download`);
    const lines = (await readText(await response.bytes())).split("\n");
    assert.ok(lines.some((line) => /first with 87\.5 of 100/.test(line)), `${escape(name)}: ${lines}`);
    const sentences = lines.slice(0, lines.indexOf("Offers"));
    assert.ok(!sentences.some((line) => /^Award to Omega/.test(line)), `${sentences}`);
  }
});
