import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { fixture, SCHEMA } from "../fixture.ts";
import { scriptedModel } from "./scripted_model.ts";

testOnEngines(
  "agents of the gateway's built-in model run without a provider, others get 503",
  SCHEMA,
  async (sql) => {
    await using gateway = scriptedModel([{ content: "مرحبا" }]);
    await using service = await fixture(sql, {
      script: [{ content: "from the provider" }],
      settings: { AGENTS_OPENAI_BASE_URL: "", GATEWAY_BASE_URL: gateway.url.replace(/\/v1$/, "") },
    });
    const { id } = await service.agent({ model: "echo" });
    assert.equal((await service.run(id, "مرحبا")).output, "مرحبا");
    const chat = await service.request("POST", "playground/chat", {
      body: { agent_id: id, message: "مرحبا" },
    });
    assert.equal(chat.status, 200);
    assert.deepEqual(gateway.asked().map(({ model }) => model), ["echo", "echo"]);

    const other = await service.agent({ model: "gpt-4o-mini" });
    const refused = await service.request("POST", `agents/${other.id}/run`, { body: { input: "hello" } });
    assert.equal(refused.status, 503);
    assert.match((await refused.json()).error, /set AGENTS_OPENAI_API_KEY or OPENAI_API_KEY/);
    assert.equal(gateway.asked().length, 2);
    assert.equal(service.model.asked().length, 0);
  },
);

testOnEngines("the built-in model is asked at the gateway beside a provider too", SCHEMA, async (sql) => {
  await using gateway = scriptedModel([{ content: "from the gateway" }]);
  await using service = await fixture(sql, {
    script: [{ content: "from the provider" }],
    settings: { GATEWAY_BASE_URL: gateway.url.replace(/\/v1$/, "") },
  });
  const echo = await service.agent({ model: "echo" });
  const other = await service.agent();
  assert.equal((await service.run(echo.id)).output, "from the gateway");
  assert.equal((await service.run(other.id)).output, "from the provider");
});
