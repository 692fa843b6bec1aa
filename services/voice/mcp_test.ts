import assert from "node:assert/strict";
import { callMcpTool, exhaustedHeavyLimiter } from "lib/testing.ts";
import { fixture } from "./audio/fixture.ts";
import { type TestVoice, testVoice } from "./testing.ts";

const tool = (voice: TestVoice, name: string, input: Record<string, unknown>) =>
  callMcpTool(voice.app, name, input);

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

Deno.test("transcribing by MCP counts as heavy, reading does not", async () => {
  await using voice = await testVoice(undefined, { service: { limiter: exhaustedHeavyLimiter() } });
  const audio_base64 = (await fixture("english.mp3")).toBase64();
  assert.match((await tool(voice, "transcribe", { audio_base64 })).text, /Rate limit exceeded/);
  assert.equal(voice.provider.requests.length, 0);
  assert.equal((await tool(voice, "list_transcriptions", {})).isError, false);
});
