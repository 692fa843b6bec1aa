import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { serveScript } from "lib/testing.ts";
import { Env } from "./env.ts";
import { createModels } from "./providers.ts";
import { refiner } from "./understanding/model_refiner.ts";
import { visionPage } from "./reading/vision.ts";

function models(settings: Record<string, string>) {
  return createModels(readEnv(Env, (name) => settings[name]));
}

function answering(answer: unknown) {
  return serveScript(() => {
    const message = { role: "assistant", content: JSON.stringify(answer) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    return Response.json({ id: "1", object: "chat.completion", created: 1, model: "m", choices });
  });
}

const AZURE = { AZURE_OPENAI_API_KEY: "azure-key", OCR_GPU: "true", OCR_VISION_MODEL: "sight" };
const UNSURE = { document_type: "other" as const, confidence: 0.3, sub_type: "general", keywords: [] };

Deno.test("with only the Azure settings LLM_MODEL and OCR_VISION_MODEL name deployments", async () => {
  await using azure = answering({
    document_type: "letter",
    evidence: ["Dear Sir"],
    lines: [{ text: "CORNER MARKET" }],
  });
  const { text, vision, missingSetting } = models({
    ...AZURE,
    AZURE_OPENAI_ENDPOINT: azure.url,
    LLM_MODEL: "chat",
  });
  assert.ok(text && vision && missingSetting === undefined);
  assert.equal((await refiner(text).classification("Dear Sir,", UNSURE)).document_type, "letter");
  const page = await visionPage({ width: 10, height: 10, jpeg: new Uint8Array([1]) }, vision);
  assert.equal(page.lines[0]?.text, "CORNER MARKET");
  const asked = azure.requests.map(({ path, headers }) => [path.split("?")[0], headers.get("api-key")]);
  assert.deepEqual(asked, [
    ["/openai/deployments/chat/chat/completions", "azure-key"],
    ["/openai/deployments/sight/chat/completions", "azure-key"],
  ]);
});

Deno.test("the OpenAI settings override Azure's", async () => {
  await using openai = answering({ document_type: "letter", evidence: ["Dear Sir"] });
  const { text } = models({ ...AZURE, OPENAI_BASE_URL: `${openai.url}/v1`, LLM_MODEL: "m" });
  assert.ok(text);
  await refiner(text).classification("Dear Sir,", UNSURE);
  assert.equal(openai.requests[0]?.path, "/v1/chat/completions");
});

Deno.test("a missing provider setting is reported only if a model is configured", () => {
  assert.deepEqual(models({}), { text: undefined, vision: undefined, missingSetting: undefined });
  assert.equal(models({ LLM_MODEL: "m" }).missingSetting, "OPENAI_API_KEY");
  assert.equal(models({ ...AZURE, LLM_MODEL: "m" }).missingSetting, "AZURE_OPENAI_ENDPOINT");
  assert.equal(models({ OCR_VISION_MODEL: "sight" }).vision, undefined);
});
