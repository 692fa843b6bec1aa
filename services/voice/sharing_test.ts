import assert from "node:assert/strict";
import { Sharing } from "lib/sharing/sharing.ts";
import {
  callerHeaders,
  checkMatrix,
  checkRights,
  type MatrixCaller,
  type MatrixRow,
  untriedOperations,
} from "lib/sharing/sharing_matrix.ts";
import { callMcpTool } from "lib/testing.ts";
import { fixture } from "./audio/fixture.ts";
import { spoken, type TestVoice, testVoice } from "./testing.ts";

const V = "/api/v1";
const T = `${V}/transcriptions/{id}`;
const C = `${V}/voice/conversations/{conversation}`;
const NOT_SHARED: MatrixRow["expected"] = [200, 404, 404, 200, 200];

/** A provider that hears one sentence and answers another. */
async function service(settings: Record<string, string> = {}): Promise<TestVoice> {
  return await testVoice(
    (request) =>
      new URL(request.url).pathname.endsWith("/chat/completions")
        ? Response.json({ choices: [{ message: { role: "assistant", content: "Indeed." } }] })
        : spoken("The meeting starts at nine."),
    { settings },
  );
}

function transcribed(voice: TestVoice, sharing: unknown): () => Promise<{ id: string }> {
  return async () => {
    const { id } = await (await voice.post(`${V}/transcribe`, "english.wav", { sub: "owner" })).json();
    if (sharing) await voice.deps.transcriptions.share(id, Sharing.parse(sharing));
    return { id };
  };
}

function conversed(voice: TestVoice, sharing: unknown): () => Promise<{ conversation: string }> {
  return async () => {
    const answer = await voice.post(`${V}/voice/chat`, "english.wav", { sub: "owner" });
    const { conversation_id: conversation } = await answer.json();
    if (sharing) await voice.deps.conversations.share(conversation, Sharing.parse(sharing));
    return { conversation };
  };
}

const speech = await fixture("english.wav");
function form(): FormData {
  const form = new FormData();
  form.set("file", new File([speech], "english.wav"));
  return form;
}

const TRANSCRIPTION: MatrixRow[] = [
  { route: `GET ${T}`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${T}?response_format=srt`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${T}/rights`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${T}/sharing`, expected: [200, 404, 403, 200, 200] },
  { route: `PUT ${T}/sharing`, body: {}, expected: [200, 404, 403, 200, 200] },
  {
    route: `PATCH ${T}`,
    body: { segments: [{ index: 0, text: "Put right." }] },
    expected: [200, 404, 403, 200, 200],
  },
  { route: `DELETE ${T}`, expected: [204, 404, 403, 204, 204] },
];
const CONVERSATION: MatrixRow[] = [
  { route: `GET ${C}`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${C}/rights`, expected: [200, 404, 200, 200, 200] },
  { route: `GET ${C}/sharing`, expected: [200, 404, 403, 200, 200] },
  { route: `PUT ${C}/sharing`, body: {}, expected: [200, 404, 403, 200, 200] },
  { route: `POST ${V}/voice/chat?conversation_id={conversation}`, form, expected: [200, 404, 403, 200, 200] },
  { route: `DELETE ${C}`, expected: [204, 404, 403, 204, 204] },
];

Deno.test("each route of a transcription and a conversation answers owner, managers, admins and those shared with", async () => {
  await using voice = await service();
  const named = [...TRANSCRIPTION, ...CONVERSATION].map((row) => ({
    ...row,
    route: row.route.replace("{conversation}", "{id}"),
  }));
  assert.deepEqual(await untriedOperations(voice.app, named, { idQueries: ["conversation_id"] }), []);
  for (const may of ["read", "change"] as const) {
    const sharing = { people: ["shared"], may };
    await checkRights(voice.app, T, { make: transcribed(voice, sharing), may });
    await checkRights(voice.app, C, { make: conversed(voice, sharing), may });
  }
  await checkMatrix(voice.app, TRANSCRIPTION, transcribed(voice, { people: ["shared"] }));
  await checkMatrix(voice.app, CONVERSATION, conversed(voice, { people: ["shared"] }));
  await checkMatrix(voice.app, [
    {
      route: `POST ${V}/voice/chat?conversation_id={conversation}`,
      form,
      expected: [200, 404, 200, 200, 200],
    },
    { route: `DELETE ${C}`, expected: [204, 404, 403, 204, 204] },
  ], conversed(voice, { people: ["shared"], may: "change" }));
});

Deno.test("DEFAULT_SHARING=all opens files and streams to all, and never what is said to the assistant", async () => {
  await using voice = await service({ DEFAULT_SHARING: "all" });
  await checkMatrix(voice.app, [
    { route: `GET ${T}`, expected: [200, 200, 200, 200, 200] },
    { route: `DELETE ${T}`, expected: [204, 403, 403, 204, 204] },
  ], transcribed(voice, undefined));
  await checkMatrix(voice.app, [{ route: `GET ${C}`, expected: NOT_SHARED }], conversed(voice, undefined));
  const said = async () => {
    const { conversation } = await conversed(voice, undefined)();
    const [turn] = await voice.deps.conversations.turns(conversation, { limit: 1, offset: 0 });
    return { id: turn?.transcription_id ?? "" };
  };
  await checkMatrix(voice.app, [{ route: `GET ${T}`, expected: NOT_SHARED }], said);
});

Deno.test("lists, searches, analytics and MCP tools know only what the caller may read", async () => {
  await using voice = await service();
  const own = await transcribed(voice, undefined)();
  const shared = await transcribed(voice, { people: ["shared"] })();
  const { conversation } = await conversed(voice, { people: ["shared"] })();
  const get = async (caller: MatrixCaller, path: string) =>
    await (await voice.app.request(`${V}${path}`, { headers: await callerHeaders(caller) })).json();
  const mcp = async (caller: MatrixCaller, tool: string, input: Record<string, unknown> = {}) =>
    await callMcpTool(voice.app, tool, input, await callerHeaders(caller));

  for (
    const [caller, count] of [["owner", 3], ["other", 0], ["shared", 1], ["manager", 3], [
      "admin",
      3,
    ]] as const
  ) {
    assert.equal((await get(caller, "/transcriptions")).total, count, caller);
    assert.equal(
      (await get(caller, "/transcriptions?search=meeting&language=en")).transcriptions.length,
      count,
    );
    assert.equal((await get(caller, "/analytics")).total_transcriptions, count);
    assert.equal(JSON.parse((await mcp(caller, "list_transcriptions")).text).total, count);
    assert.equal(
      JSON.parse((await mcp(caller, "search_transcriptions", { search: "meeting" })).text).total,
      count,
    );
    assert.equal(JSON.parse((await mcp(caller, "voice_analytics")).text).total_transcriptions, count);
  }
  assert.deepEqual(
    (await get("shared", "/voice/conversations")).conversations.map(({ id }: { id: string }) => id),
    [
      conversation,
    ],
  );
  assert.equal((await get("other", "/voice/conversations")).total, 0);
  assert.match((await mcp("other", "read_transcription", shared)).text, /^Transcription not found/);
  assert.match((await mcp("shared", "read_transcription", own)).text, /^Transcription not found/);
  assert.equal((await mcp("shared", "read_transcription", shared)).isError, false);
});

Deno.test("a turn that somebody else adds to a shared conversation is the speaker's transcription, and goes with it", async () => {
  await using voice = await service();
  const { conversation } = await conversed(voice, { people: ["shared"], may: "change" })();
  const added = await voice.post(`${V}/voice/chat?conversation_id=${conversation}`, speech, {
    sub: "shared",
  });
  assert.equal(added.status, 200);
  const total = async (sub: string) => (await (await voice.get(`${V}/transcriptions`, { sub })).json()).total;
  assert.deepEqual([await total("owner"), await total("shared")], [1, 1]);
  const removed = await voice.app.request(`${V}/voice/conversations/${conversation}`, {
    method: "DELETE",
    headers: await callerHeaders("owner"),
  });
  assert.equal(removed.status, 204);
  assert.deepEqual([await total("owner"), await total("shared")], [0, 0]);
});
