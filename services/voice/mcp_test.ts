import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture } from "./audio/fixture.ts";
import { type TestVoice, testVoice } from "./testing.ts";

async function tool(voice: TestVoice, name: string, input: unknown) {
  const response = await voice.app.request("/mcp", {
    method: "POST",
    headers: {
      ...await bearer(),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  assert.equal(response.status, 200);
  const text = await response.text();
  const message = JSON.parse(
    text.startsWith("{") ? text : text.slice(text.indexOf("data: ") + 6).split("\n")[0] ?? "",
  );
  const { content, isError } = message.result;
  return { isError: isError ?? false, text: content[0].text };
}

Deno.test("the MCP tools transcribe, list, search, read and count", async () => {
  await using voice = await testVoice();
  const audio_base64 = (await fixture("english.mp3")).toBase64();
  const made = JSON.parse((await tool(voice, "transcribe", { audio_base64, filename: "a.mp3" })).text);
  assert.equal(made.text, "The meeting starts at nine.");
  const listed = JSON.parse((await tool(voice, "list_transcriptions", {})).text);
  assert.deepEqual(listed, { transcriptions: [made], total: 1, page: 1, page_size: 20 });
  const search = async (words: string) =>
    JSON.parse((await tool(voice, "search_transcriptions", { search: words })).text).total;
  assert.deepEqual([await search("meeting"), await search("absent")], [1, 0]);
  assert.deepEqual(JSON.parse((await tool(voice, "read_transcription", { id: made.id })).text), made);
  assert.equal(JSON.parse((await tool(voice, "voice_analytics", {})).text).total_transcriptions, 1);
});

Deno.test("the MCP tools' failures say why", async () => {
  await using voice = await testVoice();
  const broken = await tool(voice, "transcribe", { audio_base64: "!!!" });
  assert.deepEqual([broken.isError, broken.text.includes("not base64")], [true, true]);
  const text = await tool(voice, "transcribe", { audio_base64: btoa("plain text") });
  assert.match(text.text, /file: Not an audio file/);
  const missing = await tool(voice, "read_transcription", { id: crypto.randomUUID() });
  assert.deepEqual([missing.isError, missing.text], [true, "Transcription not found"]);
});
