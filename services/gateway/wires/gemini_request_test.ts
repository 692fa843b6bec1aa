import assert from "node:assert/strict";
import { gemini, geminiWire } from "./gemini.ts";
import { CONVERSATION, played } from "./wire_fixture.ts";

const ASKED = [{ role: "user", content: "x" }];
const ANSWER = { candidates: [{ content: { role: "model", parts: [{ text: "x" }] }, finishReason: "STOP" }] };

Deno.test("a conversation becomes Gemini's contents, with tool results by tool name", async () => {
  await using provider = played("gemini", () => Response.json(ANSWER), { model: "gemini-2.5-pro" });
  await gemini.chat({ ...CONVERSATION, seed: 5, reasoning_effort: "low" }, provider.context);
  assert.deepEqual(provider.sent(), {
    contents: [
      {
        role: "user",
        parts: [{ text: "ما هذا؟" }, { inlineData: { mimeType: "image/png", data: "iVBORw0=" } }],
      },
      {
        role: "model",
        parts: [
          { functionCall: { id: "c1", name: "look", args: { at: "image" } } },
          { functionCall: { id: "c2", name: "look", args: {} } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "look", response: { result: "a cat" } } },
          { functionResponse: { id: "c2", name: "look", response: { result: "nothing" } } },
          { text: "And now?" },
        ],
      },
    ],
    systemInstruction: { parts: [{ text: "Be brief" }] },
    tools: [{
      functionDeclarations: [{
        name: "look",
        description: "Looks",
        parametersJsonSchema: { type: "object", properties: { at: { type: "string" } } },
      }],
    }],
    toolConfig: { functionCallingConfig: { mode: "ANY" } },
    generationConfig: {
      temperature: 1.5,
      topP: 0.9,
      maxOutputTokens: 100,
      stopSequences: ["END"],
      seed: 5,
      thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
    },
  });
  const { path, headers } = provider.requests[0] ?? assert.fail();
  assert.equal(path, "/models/gemini-2.5-pro:generateContent");
  assert.equal(headers.get("x-goog-api-key"), "secret");
});

Deno.test("Gemini 3 gets a thinking level, and a placeholder for each missing signature", async () => {
  await using provider = played("gemini", () => Response.json(ANSWER), { model: "gemini-3.8-flash" });
  await gemini.chat({ ...CONVERSATION, reasoning_effort: "medium" }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(), {
    generationConfig: { thinkingConfig: { thinkingLevel: "medium", includeThoughts: true } },
    contents: [{}, { parts: [{ thoughtSignature: "skip_thought_signature_validator" }, {}] }, {}],
  });
  assert.equal(JSON.stringify(provider.sent()).match(/skip_thought/g)?.length, 1);
});

Deno.test("image URLs are downloaded, Google's own are forwarded; a tool's image stays with its result", async () => {
  const asked: string[] = [];
  const wire = geminiWire((url) => {
    asked.push(url);
    return Promise.resolve({ mediaType: "image/webp", data: "UklG" });
  });
  await using provider = played("gemini", () => Response.json(ANSWER));
  const image = (url: string) => ({ type: "image_url", image_url: { url } });
  const content = [image("https://example.com/a.webp"), image("gs://bucket/b.png")];
  const call = { id: "c1", type: "function", function: { name: "draw", arguments: "{}" } };
  const result = [{ type: "text", text: "done" }, image("data:image/png;base64,iVBO")];
  await wire.chat({
    messages: [
      { role: "user", content },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: result },
    ],
  }, provider.context);
  assert.deepEqual(asked, ["https://example.com/a.webp"]);
  assert.partialDeepStrictEqual(provider.sent(), {
    contents: [
      {
        parts: [{ inlineData: { mimeType: "image/webp", data: "UklG" } }, {
          fileData: { fileUri: "gs://bucket/b.png" },
        }],
      },
      {},
      {
        parts: [{
          functionResponse: {
            id: "c1",
            name: "draw",
            response: { result: "done" },
            parts: [{ inlineData: { mimeType: "image/png", data: "iVBO" } }],
          },
        }],
      },
    ],
  });
});

Deno.test("fields under extra_body.google are accepted as by Google's compatible endpoint", async () => {
  await using provider = played("gemini", () => Response.json(ANSWER));
  const google = { thinking_config: { thinking_budget: 5 }, cached_content: "cachedContents/1" };
  await gemini.chat({ messages: ASKED, extra_body: { google } }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(), {
    generationConfig: { thinkingConfig: { thinking_budget: 5 } },
    cachedContent: "cachedContents/1",
  });
});
