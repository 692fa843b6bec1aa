import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const POLICY = {
  name: "Words",
  description: 'لا تخرج: "yes" # not a comment',
  rule_type: "keyword",
  rule_config: JSON.stringify({ keywords: ["forbidden", "ممنوع", "no", "1e3"] }),
  action: "block",
};
const MAIL = {
  ...{ name: "Mail", rule_type: "pii", action: "log", priority: 5, mode: "shadow", is_active: false },
  rule_config: JSON.stringify({ types: ["EMAIL"], handling: "mask" }),
  scope: { teams: ["t1"], models: ["gpt-5*"] },
  exceptions: [{ users: ["sara"] }],
};

testOnEngines("policies go out as YAML and come in somewhere else as they were", options, async (sql) => {
  const { ask } = await testGuard(sql);
  await ask("POST", "/policies", POLICY);
  await ask("POST", "/policies", MAIL);
  const { text: yaml, headers } = await ask("GET", "/policies/export", undefined, { role: "manager" });
  assert.match(headers.get("content-type") ?? "", /^text\/yaml/);
  assert.match(yaml, /^format: diwan policies 1\npolicies:\n {2}- name: Mail\n/);
  const { body: again } = await ask("POST", "/policies/import", { yaml });
  assert.deepEqual(again, { created: [], updated: [], unchanged: ["Mail", "Words"], dry_run: false });
  const { body: before } = await ask("GET", "/policies");
  for (const i of [0, 1]) await ask("DELETE", `/policies/${before[i]?.id}`);
  const { body: tried } = await ask("POST", "/policies/import", { yaml, dry_run: true });
  assert.deepEqual(tried.created, ["Mail", "Words"]);
  assert.equal((await ask("GET", "/policies")).headers.get("x-total-count"), "0");
  await ask("POST", "/policies/import", { yaml });
  const { body: after } = await ask("GET", "/policies");
  for (const name of ["Mail", "Words"]) {
    const [old, now] = [before, after].map((list) =>
      [0, 1].map((i) => list[i]).find((policy) => String(policy?.name) === name)
    );
    const same = { id: "", created_at: "", updated_at: "", version: 1 };
    assert.deepEqual({ ...now, ...same }, { ...old, ...same });
  }
  assert.equal((await ask("POST", "/governance/evaluate", { content: "ممنوع" })).body.action, "block");
});

testOnEngines("an import changes what is named, in one step, as versions", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const { body: { id } } = await ask("POST", "/policies", POLICY);
  await ask("POST", "/policies", { ...POLICY, name: "Stays" });
  const yaml = `format: diwan policies 1
policies:
  - { name: New, rule_type: regex, rule_config: { patterns: ["a+b"] }, action: warn }
  - name: Words
    rule_type: keyword
    rule_config: { keywords: [other] }
    action: warn
`;
  const { body } = await ask("POST", "/policies/import", { yaml }, { sub: "amal" });
  assert.deepEqual([body.created, body.updated, body.unchanged], [["New"], ["Words"], []]);
  const { body: versions } = await ask("GET", `/policies/${id}/versions`);
  assert.deepEqual([versions[0]?.change, versions[0]?.changed_by, versions[0]?.version], [
    "import",
    "amal",
    2,
  ]);
  const { body: trail } = await ask("GET", "/audit/trail?event_type=policy_change");
  assert.deepEqual([0, 1].map((i) => [trail[i]?.action, trail[i]?.details?.name]).sort(), [
    ["import", "New"],
    ["import", "Words"],
  ]);
});

testOnEngines(
  "a file with a fault changes nothing, and the fault is named with its place",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const file = (...policies: string[]) => `format: diwan policies 1\npolicies:\n${policies.join("\n")}\n`;
    const good = "  - { name: Good, rule_type: keyword, rule_config: { keywords: [x] }, action: warn }";
    const cases: [string, RegExp][] = [
      ["", /yaml/],
      ["just text", /yaml/],
      ["format: something else\npolicies: []", /format/],
      ["a: [1", /yaml/],
      [file(good, good), /is in the file twice/],
      [
        file(good, good.replace("Good", "Bad").replace("keywords: [x]", "keywords: []")),
        /"policies",1,"rule_config","keywords"/,
      ],
      [file(good, good.replace("Good", "Bad").replace("warn", "burn")), /"policies",1,"action"/],
      [file(good, good.replace("Good", "Bad").replace("action", "acton")), /acton/],
      [file(good.replace("keyword,", "regex,").replace("keywords: [x]", 'patterns: ["(a"]')), /"patterns",0/],
      [`a: &a [1]\nb: *a`, /aliases/],
      [`a: &a ["x","x"]\nb: &b [*a,*a]\nc: [*b,*b]\n${file(good)}`, /aliases/],
      ["!!js/function 'x'", /yaml/],
    ];
    for (const [yaml, named] of cases) {
      const { status, text } = await ask("POST", "/policies/import", { yaml });
      assert.equal(status, 422, yaml);
      assert.match(text, named, yaml);
    }
    assert.equal((await ask("GET", "/policies")).headers.get("x-total-count"), "0");
    for (const role of ["user", "manager"] as const) {
      assert.equal((await ask("POST", "/policies/import", { yaml: file(good) }, { role })).status, 403);
    }
    assert.equal((await ask("GET", "/policies/export", undefined, { role: "user" })).status, 403);
  },
);
