/**
 * A provider that answers immediately, for measuring the overhead of a gateway.
 *
 *     deno run --allow-net=127.0.0.1 services/gateway/bench/mock_provider.ts 9100
 *
 * The model's name selects the behaviour: `mock` answers in JSON, or with `stream` in 64 chunks;
 * `mock-s20x10` streams 20 chunks, 10 ms apart; `mock-embed` returns 3072 numbers.
 */

const encoder = new TextEncoder();
const WORDS = "The quick brown fox jumps over the lazy dog and keeps running through the quiet forest ";
const USAGE = { prompt_tokens: 12, completion_tokens: 48, total_tokens: 60 };
const DIMENSIONS = 3072;

const answer = JSON.stringify({
  id: "chatcmpl-mock",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "mock",
  choices: [{ index: 0, message: { role: "assistant", content: WORDS.repeat(3) }, finish_reason: "stop" }],
  usage: USAGE,
});
const embedding = JSON.stringify({
  object: "list",
  data: [{
    object: "embedding",
    index: 0,
    embedding: Array.from({ length: DIMENSIONS }, (_, i) => Number(Math.sin(i + 1).toFixed(8))),
  }],
  model: "mock-embed",
  usage: { prompt_tokens: 8, total_tokens: 8 },
});

function chunk(choices: unknown[], usage?: unknown): Uint8Array {
  const data = {
    id: "chatcmpl-mock",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "mock",
    choices,
    ...(usage ? { usage } : {}),
  };
  return encoder.encode(`data: ${JSON.stringify(data)}\n\n`);
}

const HEAD = chunk([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
const WORD = chunk([{ index: 0, delta: { content: "word " }, finish_reason: null }]);
const STOP = chunk([{ index: 0, delta: {}, finish_reason: "stop" }]);
const LAST = chunk([], USAGE);
const DONE = encoder.encode("data: [DONE]\n\n");

function stream(text: string): ReadableStream<Uint8Array> {
  const [, chunks = "64", pauseMs = "0"] = /"mock-s(\d+)x(\d+)"/.exec(text) ?? [];
  const end = [STOP, ...(text.includes(`"include_usage":true`) ? [LAST] : []), DONE];
  const events = [HEAD, ...Array(Number(chunks)).fill(WORD), ...end];
  let next = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (Number(pauseMs) > 0 && next > 0) await new Promise((wake) => setTimeout(wake, Number(pauseMs)));
      controller.enqueue(events[next++]);
      if (next === events.length) controller.close();
    },
  }, { highWaterMark: 0 });
}

export async function mockProvider(request: Request): Promise<Response> {
  const text = await request.text();
  const json = { "content-type": "application/json" };
  if (request.url.endsWith("/embeddings")) return new Response(embedding, { headers: json });
  if (request.url.endsWith("/models")) return Response.json({ object: "list", data: [] });
  if (!text.includes(`"stream":true`)) return new Response(answer, { headers: json });
  return new Response(stream(text), { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

if (import.meta.main) {
  Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.args[0] ?? 9100), onListen: () => {} }, mockProvider);
}
