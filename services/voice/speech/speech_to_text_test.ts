import assert from "node:assert/strict";
import { formOf, spoken, testVoice } from "../testing.ts";

const PATH = "/api/v1/transcribe";

Deno.test("a model that refuses verbose_json is asked for json, once and for all", async () => {
  await using voice = await testVoice(async (_request, recorded) => {
    const form = await formOf(recorded);
    if (form.get("response_format") !== "verbose_json") return Response.json({ text: "مرحبا بكم" });
    const message = "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe'.";
    return Response.json({ error: { message, param: "response_format" } }, { status: 400 });
  });
  for (const calls of [2, 3]) {
    const { text, language, segments, duration } = await (await voice.post(PATH, "arabic.opus")).json();
    assert.deepEqual([text, language], ["مرحبا بكم", "ar"]);
    assert.deepEqual(segments, [{ start: 0, end: duration, text: "مرحبا بكم" }]);
    assert.equal(voice.provider.requests.length, calls);
  }
});

Deno.test("the provider's failures are 502 with its status; 429 is tried again, malformed answers are told", async () => {
  let answers: (() => Response)[] = [];
  await using voice = await testVoice(() => answers.shift()?.() ?? new Response(null, { status: 404 }));
  const limited = () => new Response("{}", { status: 429, headers: { "retry-after": "0" } });
  answers = [limited, limited, () => spoken("Third time.")];
  assert.equal((await (await voice.post(PATH, "english.mp3")).json()).text, "Third time.");
  const cases: [() => Response, RegExp][] = [
    [
      () => Response.json({ error: { message: "secret key sk-123 is wrong" } }, { status: 401 }),
      /answered 401: its key/,
    ],
    [() => Response.json({ error: { message: "bad model" } }, { status: 404 }), /answered 404: bad model/],
    [() => Response.json({ nothing: true }), /did not answer with a transcription/],
    [
      () => new Response("<html>", { headers: { "content-type": "application/json" } }),
      /did not answer with a transcription/,
    ],
    [
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      /did not answer with a transcription/,
    ],
  ];
  for (const [answer, reason] of cases) {
    answers = [answer];
    const response = await voice.post(PATH, "english.mp3");
    const { error } = await response.json();
    assert.equal(response.status, 502);
    assert.match(error, reason);
    assert.equal(error.includes("sk-123"), false);
  }
  const { transcriptions } = await (await voice.get("/api/v1/transcriptions")).json();
  assert.equal(transcriptions.length, 1);
});

Deno.test("a provider that hangs is given up after STT_TIMEOUT_SECONDS", async () => {
  await using voice = await testVoice(
    (request) =>
      new Promise((resolve) => request.signal.addEventListener("abort", () => resolve(new Response()))),
    { settings: { STT_TIMEOUT_SECONDS: "0.2" } },
  );
  const response = await voice.post(PATH, "english.mp3");
  assert.equal(response.status, 502);
  assert.match((await response.json()).error, /did not answer in time/);
});

Deno.test("without a provider the service starts, says so in its health, and answers 503 naming every way to set one", async () => {
  await using voice = await testVoice(undefined, { settings: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" } });
  const response = await voice.post(PATH, "english.mp3");
  assert.equal(response.status, 503);
  const { error } = await response.json();
  for (
    const setting of [
      "OPENAI_API_KEY",
      "OPENAI_BASE_URL",
      "AZURE_OPENAI_API_KEY",
      "STT_BASE_URL",
      "STT_LOCAL_MODEL_DIR",
    ]
  ) assert.match(error, new RegExp(setting));
  const { dependencies } = await (await voice.app.request("/api/v1/health")).json();
  assert.equal(dependencies.speech_to_text.status, "not_configured");
  assert.match(dependencies.chat.detail, /OPENAI_API_KEY.*LLM_BASE_URL/);
  assert.equal(dependencies.database.status, "ok");
});

Deno.test("with the Azure settings alone each model is a deployment", async () => {
  await using voice = await testVoice();
  await using azure = await testAzure(voice.provider.url);
  const response = await azure.post(`${PATH}?model=my-whisper`, "english.mp3");
  assert.equal(response.status, 201, await response.text());
  const asked = voice.provider.requests.map((
    { path, headers },
  ) => [path.split("?")[0], headers.get("api-key")]);
  assert.deepEqual(asked, [["/openai/deployments/my-whisper/audio/transcriptions", "azure-key"]]);
});

function testAzure(endpoint: string) {
  const settings = {
    OPENAI_API_KEY: "",
    OPENAI_BASE_URL: "",
    AZURE_OPENAI_API_KEY: "azure-key",
    AZURE_OPENAI_ENDPOINT: endpoint,
    AZURE_OPENAI_DEPLOYMENT: "chat",
  };
  return testVoice(undefined, { settings });
}
