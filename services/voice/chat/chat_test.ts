import assert from "node:assert/strict";
import { bearer, type Recorded } from "lib/testing.ts";
import { estimatedTokens, messagesOf } from "./reply.ts";
import { type Script, spoken, testVoice } from "../testing.ts";

const PATH = "/api/v1/voice/chat";

/** Transcribes the next text of `said` and answers with a count of messages. */
function talker(said: [text: string, language: string][]): Script {
  return (_request, { path, body }) => {
    if (path.endsWith("/audio/transcriptions")) {
      const [text, language] = said.shift() ?? ["Again.", "english"];
      return spoken(text, language);
    }
    if (path.endsWith("/audio/speech")) {
      return new Response("sound", { headers: { "content-type": "audio/mpeg" } });
    }
    const { messages, stream } = JSON.parse(body);
    const answer = `Answer ${messages.length}`;
    if (!stream) {
      return Response.json({ choices: [{ index: 0, message: { role: "assistant", content: answer } }] });
    }
    const chunks = [
      { role: "assistant", content: "" },
      ...answer.split(/(?= )/).map((content) => ({ content })),
      {},
    ];
    const events = chunks.map((delta, i) => {
      const finish_reason = i === chunks.length - 1 ? "stop" : null;
      return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    });
    return new Response([...events, "data: [DONE]\n\n"].join(""), {
      headers: { "content-type": "text/event-stream" },
    });
  };
}

function chats(requests: Recorded[]): { model: string; messages: { role: string; content: string }[] }[] {
  return requests.filter(({ path }) => path.endsWith("/chat/completions")).map(({ body }) =>
    JSON.parse(body)
  );
}

Deno.test("POST /voice/chat answers, continues with history, keeps the system prompt, follows the language", async () => {
  await using voice = await testVoice(talker([["Hello.", "english"], ["مرحبا", "arabic"]]), {
    settings: { LLM_MODEL: "small", LLM_ARABIC_MODEL: "arabic-small" },
  });
  const response = await voice.post(`${PATH}?system_prompt=Be%20kind.`, "english.mp3");
  const first = await response.json();
  assert.equal(response.status, 200, JSON.stringify(first));
  assert.deepEqual([first.transcription, first.response, first.language], ["Hello.", "Answer 2", "en"]);
  assert.equal(first.duration, 1.908);
  const second = await (await voice.post(`${PATH}?conversation_id=${first.conversation_id}`, "arabic.opus"))
    .json();
  assert.deepEqual([second.response, second.language, second.conversation_id], [
    "Answer 4",
    "ar",
    first.conversation_id,
  ]);
  const [one, two] = chats(voice.provider.requests);
  assert.deepEqual([one?.model, two?.model], ["small", "arabic-small"]);
  assert.match(two?.messages[0]?.content ?? "", /^Be kind\.\n\nThe user speaks Arabic/);
  assert.deepEqual(two?.messages.slice(1), [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Answer 2" },
    { role: "user", content: "مرحبا" },
  ]);
});

Deno.test("conversations are their user's: others get 404, the admin reads, deleting takes all of it", async () => {
  await using voice = await testVoice(talker([]));
  const { conversation_id } = await (await voice.post(PATH, "english.mp3", { sub: "alice" })).json();
  const path = `/api/v1/voice/conversations/${conversation_id}`;
  assert.equal(
    (await voice.post(`${PATH}?conversation_id=${conversation_id}`, "english.mp3", { sub: "bob" })).status,
    404,
  );
  assert.equal((await voice.get(path, { sub: "bob" })).status, 404);
  assert.equal((await (await voice.get("/api/v1/voice/conversations", { sub: "bob" })).json()).total, 0);
  assert.equal((await (await voice.get("/api/v1/transcriptions", { sub: "bob" })).json()).total, 0);
  assert.equal((await voice.get(path, { role: "admin" })).status, 200);
  const detail = await (await voice.get(path, { sub: "alice" })).json();
  assert.deepEqual([detail.turns_count, detail.turns.length, detail.turns[0].transcription], [
    1,
    1,
    "Again.",
  ]);
  assert.equal("user_sub" in detail, false);
  const removed = await voice.app.request(path, { method: "DELETE", headers: await bearer("user", "alice") });
  assert.equal(removed.status, 204);
  assert.equal((await voice.get(path, { sub: "alice" })).status, 404);
  assert.equal((await (await voice.get("/api/v1/transcriptions", { sub: "alice" })).json()).total, 0);
  assert.equal((await (await voice.get("/api/v1/analytics")).json()).total_transcriptions, 0);
});

Deno.test("POST /voice/chat?stream=true streams chat completion chunks and keeps the turn", async () => {
  await using voice = await testVoice(talker([]));
  const response = await voice.post(`${PATH}?stream=true`, "english.mp3");
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const events = (await response.text()).split("\n\n").filter(Boolean).map((event) =>
    event.replace("data: ", "")
  );
  assert.equal(events.at(-1), "[DONE]");
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.equal(chunks[0].transcription, "Again.");
  const { conversation_id } = chunks[0];
  assert.deepEqual(chunks.map(({ choices }) => choices[0].delta.content ?? "").join(""), "Answer 2");
  assert.deepEqual(chunks.at(-1).choices, [{ index: 0, delta: {}, finish_reason: "stop" }]);
  const { turns } = await (await voice.get(`/api/v1/voice/conversations/${conversation_id}`)).json();
  assert.equal(turns[0].response, "Answer 2");
});

Deno.test("POST /voice/chat?speak=true also answers as speech, and 503 names TTS_MODEL without it", async () => {
  await using voice = await testVoice(talker([]), { settings: { TTS_MODEL: "tts" } });
  const { audio } = await (await voice.post(`${PATH}?speak=true`, "english.mp3")).json();
  assert.deepEqual(audio, { format: "mp3", content_type: "audio/mpeg", data: btoa("sound") });
  const asked = voice.provider.requests.find(({ path }) => path.endsWith("/audio/speech"));
  assert.deepEqual(JSON.parse(asked?.body ?? ""), {
    model: "tts",
    voice: "alloy",
    input: "Answer 2",
    response_format: "mp3",
  });
});

Deno.test("without TTS_MODEL speak is 503; silence is 422 and asks no model; a failing model is 502", async () => {
  await using voice = await testVoice((request, recorded, index) =>
    recorded.path.endsWith("/chat/completions")
      ? Response.json({ error: { message: "no such model" } }, { status: 404 })
      : talker([])(request, recorded, index)
  );
  const unspoken = await voice.post(`${PATH}?speak=true`, "english.mp3");
  assert.equal(unspoken.status, 503);
  assert.match((await unspoken.json()).error, /TTS_MODEL/);
  const silent = await voice.post(PATH, "silence.mp3");
  assert.equal(silent.status, 422);
  assert.match(JSON.stringify(await silent.json()), /"loc":\["file"\],"msg":"No speech/);
  assert.equal(voice.provider.requests.length, 0);
  const failed = await voice.post(PATH, "english.mp3");
  assert.equal(failed.status, 502);
  assert.match((await failed.json()).error, /answered 404: no such model/);
  assert.equal((await (await voice.get("/api/v1/voice/conversations")).json()).total, 0);
});

Deno.test("messagesOf() keeps the newest turns that fit, whole", () => {
  const past = [1, 2, 3].map((number) => ({
    transcription: `Question ${number}`,
    response: "x".repeat(100),
  }));
  const question = { said: "Now", language: "und", systemPrompt: null, past };
  const turnTokens = estimatedTokens("Question 1") + estimatedTokens("x".repeat(100));
  const kept = (tokens: number) => messagesOf(question, tokens).slice(1, -1).map(({ content }) => content);
  assert.deepEqual(kept(0), []);
  assert.deepEqual(kept(2 * turnTokens).filter((content) => content !== "x".repeat(100)), [
    "Question 2",
    "Question 1",
  ]);
  assert.equal(estimatedTokens("مرحبا"), 7);
});

/** A chat model that streams `Half an` and ends with `rest`; whole answers have the finish reason. */
function ending(rest: string, finish_reason: string | null): Script {
  return (_request, { path, body }) => {
    if (path.endsWith("/audio/transcriptions")) return spoken("Tell me.", "english");
    const message = { role: "assistant", content: "Half an" };
    if (!JSON.parse(body).stream) return Response.json({ choices: [{ index: 0, message, finish_reason }] });
    const first = `data: ${JSON.stringify({ choices: [{ index: 0, delta: message }] })}\n\n`;
    return new Response(first + rest, { headers: { "content-type": "text/event-stream" } });
  };
}

Deno.test("a streamed answer that is not whole is an error and no turn of the conversation", async () => {
  const event = (choice: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  for (
    const rest of [
      "",
      "data: [DONE]\n\n",
      'data: {"choices":[{"index":0,"del',
      'data: {"error":{"message":"overloaded for key Bearer Ab12Ab12Ab12"}}\n\n',
      event({ delta: { content: " answer" }, finish_reason: "error" }),
      event({ delta: {}, finish_reason: "content_filter" }),
    ]
  ) {
    await using voice = await testVoice(ending(rest, null));
    const text = await (await voice.post(`${PATH}?stream=true`, "english.mp3")).text();
    assert.match(text, /"error":"(?:The chat model's answer broke off|The provider withheld)/, rest);
    assert.doesNotMatch(text, /"finish_reason":"(?:stop|length)"|Ab12/, rest);
    const kept = await (await voice.get("/api/v1/voice/conversations")).json();
    assert.equal(kept.total, 0, rest);
  }
});

Deno.test("an answer cut at the model's limit of tokens says so; a withheld one is 502", async () => {
  const end = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n';
  await using cut = await testVoice(ending(end, "length"));
  const { response, truncated } = await (await cut.post(PATH, "english.mp3")).json();
  assert.deepEqual([response, truncated], ["Half an", true]);
  assert.match(
    await (await cut.post(`${PATH}?stream=true`, "english.mp3")).text(),
    /"finish_reason":"length"/,
  );
  await using withheld = await testVoice(ending("", "content_filter"));
  assert.equal((await withheld.post(PATH, "english.mp3")).status, 502);
});
