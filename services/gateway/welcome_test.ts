import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import { serveScript } from "lib/testing.ts";
import { readEnv } from "lib/env.ts";
import { Env } from "./env.ts";
import { openConfig } from "./providers/config.ts";
import { providerLines } from "./welcome.ts";

const configOf = (settings: Record<string, string>) => openConfig(readEnv(Env, (name) => settings[name]));

const NO_OLLAMA = { ollama: "http://127.0.0.1:1" };

Deno.test("the start-up message lists the configured providers", async () => {
  await using openai = serveScript(() => Response.json({ data: [] }));
  const config = await configOf({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${openai.url}/v1` });
  assert.deepEqual(await providerLines(config), ["Model providers: openai."]);
});

Deno.test("the start-up message names an unusable provider and the setting to correct, but not the key", async () => {
  await using openai = serveScript((request) =>
    Response.json({}, { status: request.headers.get("authorization") === "Bearer sk-bad" ? 401 : 500 })
  );
  const config = await configOf({
    OPENAI_API_KEY: "sk-bad",
    OPENAI_BASE_URL: `${openai.url}/v1`,
    OLLAMA_BASE_URL: `http://127.0.0.1:${freePort()}`,
  });
  const [providers, ...faults] = await providerLines(config);
  assert.equal(providers, "Model providers: openai, ollama.");
  assert.equal(faults[0], "openai refuses the key: correct OPENAI_API_KEY and start again.");
  assert.match(faults[1] ?? "", /^ollama cannot be reached at \S+: check OLLAMA_BASE_URL/);
  assert.ok(!faults.join().includes("sk-bad"));
});

Deno.test("the start does not wait for a provider that does not answer", async () => {
  await using silent = serveScript(() => new Promise<Response>(() => {}));
  const config = await configOf({ OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${silent.url}/v1` });
  assert.deepEqual(await providerLines(config, { withinMs: 1 }), ["Model providers: openai."]);
});

Deno.test("the start-up message without a provider suggests a running Ollama, else the settings", async () => {
  const config = await configOf({});
  await using ollama = serveScript(() => Response.json({ version: "1" }));
  const offered = (await providerLines(config, { ollama: ollama.url })).join(" ");
  assert.ok(offered.includes(`OLLAMA_BASE_URL=${ollama.url}`), offered);
  assert.match((await providerLines(config, NO_OLLAMA)).join(" "), /Set OPENAI_API_KEY/);
});
