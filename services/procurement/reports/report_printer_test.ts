import assert from "node:assert/strict";
import { readText } from "lib/pdf/pdf_fixture.ts";
import { ServiceError } from "lib/errors.ts";
import type { ReportContent } from "./report.ts";
import { reportPrinter } from "./report_printer.ts";

/** A report on a tender whose `requirements` have no findings. */
function contentOf(requirements: string[]): ReportContent {
  return {
    ...{ language: "en", title: { en: "Bid evaluation report" }, method: { en: "By arithmetic" } },
    tender: {
      ...{ id: "t", title: "Laptops", description: "", category: "it", currency: "AED", requirements },
      ...{ budget_min: 0, budget_max: 0, deadline: null, evaluation_criteria: {}, sealed: true },
      ...{ committee: [], coverage_order: false, status: "evaluated", closes_at: null, opened_at: null },
      ...{ opened_by: null, awarded_bid_id: null, award_reason: null, created_by: "a", bid_count: 1 },
      ...{ created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" },
    },
    ...{ evaluation_version: 1, evaluated_at: "2026-01-02T00:00:00Z", inputs_sha256: "ab", criteria: [] },
    scores: [{
      ...{ bid_id: "b", supplier: "Gulf Tech", amount: 700, delivery_days: 10, by_criterion: {} },
      ...{ total: null, rank: null },
    }],
    compliance: requirements.map((requirement) => ({ requirement, by_bid: {} })),
    ranking: [],
    ...{ red_flags: [], tie_notes: [], warnings: [], late_bids: [], preliminary: false },
    ...{ recommendation: "None yet", recommendation_ar: "لا توصية بعد" },
  };
}

Deno.test("a report is printed in a thread, while the service answers others", async () => {
  const printer = reportPrinter();
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  try {
    const text = await readText(await printer.print(contentOf(["ISO 9001 certificate"])));
    assert.match(text, /Gulf Tech/);
    assert.match(text, /ISO 9001 certificate/);
    assert.ok(ticks > 0, "nothing else could run");
  } finally {
    clearInterval(ticking);
    printer.close();
  }
});

Deno.test("a report that takes too long is refused", async () => {
  const printer = reportPrinter({ limitMs: 1 });
  try {
    await assert.rejects(
      printer.print(contentOf(["ISO 9001 certificate"])),
      (error) => error instanceof ServiceError && error.status === 422,
    );
  } finally {
    printer.close();
  }
});
