import assert from "node:assert/strict";
import { z } from "zod";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const KEYWORDS = JSON.stringify({ keywords: ["forbidden", "ممنوع"] });
const POLICY = { name: "Words", rule_type: "keyword", rule_config: KEYWORDS, action: "block" };
const options = { schema: "guard", migrations: MIGRATIONS };

testOnEngines("policies are created, read, listed, changed and deleted", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const created = await ask("POST", "/policies", POLICY);
  assert.equal(created.status, 201);
  assert.deepEqual(
    { ...created.body, id: "", created_at: "", updated_at: "" },
    {
      ...POLICY,
      description: "",
      is_active: true,
      mode: "enforce",
      priority: 100,
      scope: { products: [], keys: [], teams: [], models: [], users: [] },
      exceptions: [],
      version: 1,
      created_by: "admin-1",
      id: "",
      created_at: "",
      updated_at: "",
    },
  );
  const path = `/policies/${created.body.id}`;
  assert.deepEqual((await ask("GET", path)).body, created.body);
  const changed = await ask("PUT", path, { is_active: false, description: "وصف" });
  assert.equal(changed.status, 200);
  assert.deepEqual([changed.body.is_active, changed.body.description, changed.body.name], [
    false,
    "وصف",
    "Words",
  ]);
  await ask("POST", "/policies", { ...POLICY, name: "Other" });
  const all = await ask("GET", "/policies?limit=1");
  assert.equal(all.headers.get("x-total-count"), "2");
  assert.equal(all.body[0]?.name, "Other");
  assert.equal((await ask("GET", "/policies?active_only=true")).headers.get("x-total-count"), "1");
  const gone = await ask("DELETE", path);
  assert.deepEqual([gone.status, gone.text], [200, '{"deleted":true}']);
  for (const method of ["GET", "DELETE"]) assert.equal((await ask(method, path)).status, 404);
  assert.equal((await ask("PUT", path, { is_active: true })).status, 404);
});

testOnEngines("policies are found by name, description or id", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const { body: first } = await ask("POST", "/policies", { ...POLICY, name: "سرّيّة أحمد" });
  await ask("POST", "/policies", { ...POLICY, name: "100_percent", description: "Prices", is_active: false });
  const namesFor = async (search: string, more = "") => {
    const answer = await ask("GET", `/policies?search=${encodeURIComponent(search)}${more}`);
    assert.equal(Number(answer.headers.get("x-total-count")), answer.body.length);
    return z.array(z.object({ name: z.string() })).parse(answer.body).map(({ name }) => name);
  };
  assert.deepEqual(await namesFor("سريه احمد"), ["سرّيّة أحمد"]);
  assert.deepEqual(await namesFor("PRICES"), ["100_percent"]);
  assert.deepEqual(await namesFor("0_p"), ["100_percent"]);
  assert.deepEqual(await namesFor("0%p"), []);
  assert.deepEqual(await namesFor("prices", "&active_only=true"), []);
  assert.deepEqual(await namesFor(String(first.id)), ["سرّيّة أحمد"]);
});

testOnEngines(
  "policies need an admin to change, a unique name, and a rule that compiles",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const { body } = await ask("POST", "/policies", POLICY);
    for (const role of ["user", "manager"] as const) {
      for (
        const [method, path] of [["POST", "/policies"], ["PUT", `/policies/${body.id}`], [
          "DELETE",
          `/policies/${body.id}`,
        ]]
      ) {
        const { status, body } = await ask(
          method ?? "",
          path ?? "",
          method === "DELETE" ? undefined : POLICY,
          { role },
        );
        assert.equal(status, 403);
        assert.equal(body.detail, `Role '${role}' is not permitted; required: admin`);
      }
      assert.equal((await ask("GET", "/policies", undefined, { role })).status, 200);
    }
    const twice = await ask("POST", "/policies", POLICY);
    assert.deepEqual([twice.status, twice.body], [409, { error: 'A policy named "Words" already exists' }]);
    const other = await ask("POST", "/policies", { ...POLICY, name: "Other" });
    assert.equal((await ask("PUT", `/policies/${other.body.id}`, { name: "Words" })).status, 409);
    assert.equal((await ask("PUT", `/policies/${other.body.id}`, { name: "Other" })).status, 200);
    const bad = await ask("POST", "/policies", {
      ...POLICY,
      name: "R",
      rule_type: "regex",
      rule_config: '{"patterns":["ok","(?=x)"]}',
    });
    assert.equal(bad.status, 422);
    assert.deepEqual(bad.body.details?.[0]?.loc, ["body", "rule_config", "patterns", 1]);
    assert.equal((await ask("PUT", `/policies/${other.body.id}`, { rule_type: "regex" })).status, 422);
    for (
      const [rule_type, config, place] of [
        ["keyword", { keywords: ["ok", "\0"] }, ["keywords", 1]],
        ["keyword", { keywords: ["سري", "a\ud800"] }, ["keywords", 1]],
        ["keyword", { keywords: [" \u0001\u200b"] }, ["keywords", 0]],
        ["regex", { patterns: ["a\0b"] }, ["patterns", 0]],
        ["pii", { types: ["EMAIL"], allow: ["a\0"] }, ["allow", 0]],
        ["model-based", { rubric: " \u2800\n" }, ["rubric"]],
      ] as const
    ) {
      const rule_config = JSON.stringify(config);
      const refused = await ask("POST", "/policies", { ...POLICY, name: "T", rule_type, rule_config });
      assert.deepEqual([refused.status, refused.body.details?.[0]?.loc], [422, [
        "body",
        "rule_config",
        ...place,
      ]], rule_config);
    }
    for (
      const wrong of [{ name: "" }, { name: "a".repeat(501) }, { action: "pass" }, { rule_type: "x" }, {
        rule_config: "x".repeat(50_001),
      }, { description: "x".repeat(5_001) }]
    ) {
      assert.equal(
        (await ask("POST", "/policies", { ...POLICY, ...wrong })).status,
        422,
        JSON.stringify(wrong).slice(0, 60),
      );
    }
    assert.equal((await ask("POST", "/policies", { ...POLICY, name: "😀".repeat(500) })).status, 201);
    for (const query of ["limit=0", "limit=101", "skip=-1", "active_only=maybe"]) {
      assert.equal((await ask("GET", `/policies?${query}`)).status, 422, query);
    }
  },
);

testOnEngines("POST /governance/evaluate applies policies at once when they change", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const evaluate = async (content: string) =>
    (await ask("POST", "/governance/evaluate", { content }, { role: "user" })).body;
  assert.deepEqual(await evaluate("this is forbidden"), {
    allowed: true,
    action: "pass",
    violations: [],
    pii_detected: [],
    content_score: 0,
    flagged: false,
    redacted_content: null,
  });
  const { body: policy } = await ask("POST", "/policies", POLICY);
  const verdict = await evaluate("هذا مَمْنُوع، write to ali@example.com");
  assert.deepEqual(verdict, {
    allowed: false,
    action: "block",
    violations: [{
      policy_id: policy.id,
      name: "Words",
      action: "block",
      reason: 'Content contains the keyword "مَمْنُوع"',
      matched_terms: ["مَمْنُوع"],
    }],
    pii_detected: [{ type: "EMAIL", value: "ali@example.com", start: 23, end: 38, confidence: 0.95 }],
    content_score: 0.7285,
    flagged: true,
    redacted_content: "هذا مَمْنُوع، write to [REDACTED_EMAIL]",
  });
  await ask("PUT", `/policies/${policy.id}`, { action: "warn" });
  const warned = await evaluate("forbidden");
  assert.deepEqual([warned.allowed, warned.action, warned.flagged], [true, "warn", true]);
  await ask("PUT", `/policies/${policy.id}`, { is_active: false });
  assert.equal((await evaluate("forbidden")).action, "pass");
});

testOnEngines("a policy changed by another process comes into force here by itself", options, async (sql) => {
  const [first, second] = [await testGuard(sql), await testGuard(sql)];
  const stopping = new AbortController();
  second.watch(stopping.signal);
  try {
    await first.ask("POST", "/policies", POLICY);
    const action = async () =>
      (await second.ask("POST", "/governance/evaluate", { content: "forbidden" })).body.action;
    for (let i = 0; i < 400 && String(await action()) !== "block"; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(await action(), "block");
  } finally {
    stopping.abort();
    await second.flush();
    await first.flush();
  }
});

testOnEngines(
  "POST /governance/evaluate refuses what is too long, counting characters",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const status = async (body: unknown) => (await ask("POST", "/governance/evaluate", body)).status;
    assert.equal(await status({ content: "😀".repeat(100_000) }), 200);
    assert.equal(await status({ content: "a".repeat(100_001) }), 422);
    assert.equal(await status({}), 422);
    assert.equal(await status({ content: 1 }), 422);
    assert.equal(await status("{"), 400);
    assert.equal(await status({ content: "" }), 422);
    assert.equal(await status({ content: "x", user_id: null, model: null, context: null }), 200);
    assert.equal(await status({ content: "\ud800 \0" }), 422);
  },
);
