import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

const SAYS = "We teach Turkish to interpreters";

testOnEngines(
  "a suggestion is shown with its words, counts for no score, and goes when a person decides",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const tender = await published(call, {
      requirements: ["Interpreters for Turkish"],
      evaluation_criteria: { price: 0.5, compliance: 0.5 },
    });
    const bid = await offered(call, tender, await registered(call, "S-1", "Gulf Tech"), 800, {
      proposal: SAYS,
    });
    const evaluated = async () => (await call("POST", `/tenders/${tender}/bids/${bid.id}/evaluate`)).body;
    const { compliance_check, criterion_scores } = await evaluated();
    const [{ status, suggestion }] = compliance_check.requirements;
    assert.deepEqual([status, compliance_check.met, compliance_check.unclear], ["unclear", 0, 1]);
    assert.equal(criterion_scores.compliance.score, 0);
    assert.deepEqual([suggestion.status, suggestion.quote], ["met", SAYS]);
    assert.match(suggestion.reason_ar, /ويلزم للقرار احتمال/);

    const { body: { id, content } } = await call("POST", `/reports/tender/${tender}?language=both`);
    assert.deepEqual(content.compliance[0].by_bid, { [bid.id]: "unclear" });
    assert.deepEqual(content.compliance[0].suggestions, { [bid.id]: suggestion });
    assert.deepEqual(content.notes.en, [
      "Gulf Tech, requirement “Interpreters for Turkish”: met, suggested by the reading, not decided; " +
      `it quotes “${SAYS}”`,
    ]);
    assert.match(content.notes.ar.join(), /مستوفى، ترجيح من القراءة، لم يُبتّ فيه/);
    assert.equal((await call("GET", `/reports/${id}/download`)).status, 200);

    const found = { requirement: 0, status: "met", evidence: "The certificate of origin was seen" };
    await call("PUT", `/tenders/${tender}/bids/${bid.id}/requirements`, found);
    const { compliance_check: after, criterion_scores: scores } = await evaluated();
    assert.deepEqual([after.requirements[0].status, scores.compliance.score], ["met", 100]);
    assert.ok(!("suggestion" in after.requirements[0]));
  },
);
