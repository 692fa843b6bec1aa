import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { fixture, SCHEMA } from "../fixture.ts";

testOnEngines("agents are made, listed, changed and deleted by whom they may be", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: [{ content: "Hello." }] });
  const { request } = service;

  const made = await request("POST", "agents", {
    body: { name: "Analyst", system_prompt: "Be exact.", temperature: 0.2, tools: ["calculator"] },
    sub: "maker",
  });
  assert.equal(made.status, 201);
  const agent = await made.json();
  assert.deepEqual(
    [
      agent.status,
      agent.runs_count,
      agent.success_rate,
      agent.avg_duration_ms,
      agent.model,
      agent.max_steps,
      agent.created_by,
    ],
    ["active", 0, 0, 0, "scripted", 10, "maker"],
  );
  const second = await service.agent({ name: "Second" });
  const list = await request("GET", "agents?limit=1", { role: "manager" });
  assert.equal(list.headers.get("x-total-count"), "2");
  assert.deepEqual((await list.json()).map(({ id }: { id: string }) => id), [second.id]);

  const refused = [
    [{ name: "" }, "name"],
    [{ name: "x", tools: ["nonsense"] }, "tools"],
    [{ name: "x", max_steps: 11 }, "max_steps"],
    [{ name: "x", needs_approval: ["calculator"] }, "needs_approval"],
    [{ name: "x", temperature: 3 }, "temperature"],
  ] as const;
  for (const [body, field] of refused) {
    const response = await request("POST", "agents", { body });
    assert.equal(response.status, 422);
    const { details } = await response.json();
    assert.deepEqual(details[0].loc.slice(0, 2), ["body", field]);
  }
  for (
    const path of [
      "agents/none",
      `agents/${crypto.randomUUID()}`,
      "agents/none/runs",
      "agents/none/traces",
      "agents/none/metrics",
      `agents/${agent.id}/runs/none`,
      `agents/${agent.id}/traces/none`,
    ]
  ) {
    assert.equal((await request("GET", path)).status, 404, path);
  }
  const path = `agents/${agent.id}`;
  const other = await request("PUT", path, { body: { name: "Mine" }, sub: "other" });
  assert.equal(other.status, 404);
  assert.equal((await request("DELETE", path, { sub: "other" })).status, 404);
  const changed = await request("PUT", path, {
    body: { name: "New", tools: ["text_stats"], temperature: null },
    sub: "maker",
  });
  assert.deepEqual([changed.status, (await changed.json()).temperature], [200, null]);
  const managed = await request("PUT", path, { body: { model: "other" }, role: "manager" });
  const { name, model, tools, system_prompt } = await managed.json();
  assert.deepEqual([name, model, tools, system_prompt], ["New", "other", ["text_stats"], "Be exact."]);
  assert.equal((await request("DELETE", path, { role: "admin" })).status, 204);
  assert.equal((await request("GET", path)).status, 404);
});

testOnEngines("blank text is a 422 that names its field", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: () => ({ content: "never asked" }) });
  const { id } = await service.agent({});
  for (const blank of ["", "   ", "\n\t", "\u200b \u00a0", "\u2800"]) {
    for (
      const [path, body, field] of [
        [`agents/${id}/run`, { input: blank }, "input"],
        ["playground/chat", { agent_id: id, message: blank }, "message"],
        ["agents", { name: blank }, "name"],
      ] as const
    ) {
      const response = await service.request("POST", path, { body });
      assert.equal(response.status, 422, path);
      assert.deepEqual((await response.json()).details[0].loc, ["body", field]);
    }
  }
  assert.equal(service.model.asked().length, 0);
});
