import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { readEnv } from "lib/env.ts";
import { Env } from "../env.ts";
import { openConfig } from "./config.ts";
import { providerLines } from "./welcome.ts";

const configOf = (settings: Record<string, string>) => openConfig(readEnv(Env, (name) => settings[name]));

Deno.test("a start names the providers that are set", async () => {
  const config = await configOf({ GROQ_API_KEY: "k" });
  assert.deepEqual(await providerLines(config, "http://127.0.0.1:1"), ["Model providers: groq."]);
});

Deno.test("a start without a provider offers an Ollama that runs here, else the settings", async () => {
  const config = await configOf({});
  await using ollama = serveScript(() => Response.json({ version: "1" }));
  const offered = (await providerLines(config, ollama.url)).join(" ");
  assert.ok(offered.includes(`OLLAMA_BASE_URL=${ollama.url}`), offered);
  assert.match((await providerLines(config, "http://127.0.0.1:1")).join(" "), /Set OPENAI_API_KEY/);
});
