import assert from "node:assert/strict";
import { type CheckedStatement, type Needs, severityOf, standingOf } from "./standing.ts";

function checks(shows: (boolean | null)[], claims: (boolean | null)[] = []): CheckedStatement[] {
  return [
    ...shows.map((holds, index) => ({ check: `has_e${index}`, holds, role: "shows" as const })),
    ...claims.map((holds, index) => ({ check: `has_s${index}`, holds, role: "claims" as const })),
  ];
}

// The evidence that shows it, the switches that claim it, and where that leaves it.
const TABLE: [(boolean | null)[], (boolean | null)[], Needs, string, number | null][] = [
  [[true], [], "all", "met", 1],
  [[true, true], [false], "all", "met", 1],
  [[true, null], [], "all", "partially_met", 0.5],
  [[true, false], [], "all", "partially_met", 0.5],
  [[false], [], "all", "not_met", 0],
  [[false, null], [], "all", "not_met", 0],
  [[null], [], "all", "not_assessed", null],
  [[null], [true], "all", "claimed", 0.5],
  [[null, null], [true, true], "all", "claimed", 0.5],
  [[null], [true, false], "all", "not_assessed", null],
  [[null], [null], "all", "not_assessed", null],
  [[false], [true], "all", "partially_met", 0.5],
  [[true, null, null], [true], "all", "partially_met", 0.5],
  [[true, false], [], "any", "met", 1],
  [[false, null], [], "any", "not_assessed", null],
  [[false, false], [], "any", "not_met", 0],
];

for (const [shows, claims, needs, status, credit] of TABLE) {
  Deno.test(`evidence ${JSON.stringify(shows)} of ${needs}, switches ${JSON.stringify(claims)}: ${status}`, () => {
    assert.deepEqual(standingOf(checks(shows, claims), needs, "all"), { status, credit });
  });
}

Deno.test("switches alone never meet a requirement that they only claim", () => {
  for (const claimNeeds of ["all", "any"] as const) {
    const { status } = standingOf(checks([null], [true, true, true]), "all", claimNeeds);
    assert.equal(status, "claimed");
  }
});

Deno.test("an unacceptable risk is not met, whatever else is stated", () => {
  const risk = { check: "risk_not_unacceptable", holds: false, role: "claims" as const };
  assert.deepEqual(standingOf([...checks([true]), risk], "all", "all"), { status: "not_met", credit: 0 });
  assert.equal(standingOf([...checks([true]), { ...risk, holds: true }], "all", "all").status, "met");
});

Deno.test("severity comes from weight, risk and credit", () => {
  const table: [number, "minimal" | "limited" | "high" | "unacceptable", number, string][] = [
    [5, "high", 0, "critical"],
    [5, "limited", 0, "high"],
    [5, "high", 0.5, "high"],
    [4, "limited", 0, "medium"],
    [4, "unacceptable", 0, "critical"],
    [3, "minimal", 0, "low"],
    [1, "high", 0, "low"],
  ];
  for (const [weight, risk, credit, expected] of table) {
    assert.equal(severityOf(weight, risk, credit), expected, `${weight} ${risk} ${credit}`);
  }
});
