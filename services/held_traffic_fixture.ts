/** Streams through the guard's own proxy and the gateway, for tests. */
import { bearer, serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "./gateway/calls/call_fixture.ts";
import { createGuardrails } from "./gateway/calls/guardrails.ts";
import { gatewayClient } from "./guard/gateway_client.ts";
import { type TestGuard, testGuard } from "./guard/guard_fixture.ts";

export const FIELDS = ["content", "reasoning_content", "tool 0", "tool 1"] as const;
export type Field = typeof FIELDS[number];

export interface Stream {
  /** Texts by choice and field; `cut` is the position of a single split. */
  texts: { choice: number; field: Field; text: string; cut?: number }[];
  /** Where the texts are split. */
  size: number;
  /** Whether the texts alternate in pieces instead of following one another. */
  mixed: boolean;
}

function deltaOf(field: Field, text: string): object {
  if (!field.startsWith("tool")) return { [field]: text };
  return { tool_calls: [{ index: Number(field.at(-1)), function: { arguments: text } }] };
}

/** A text in pieces of `size`, or its first `size` characters and the remainder. */
function piecesOf(text: string, size: number, isEven: boolean): string[] {
  if (!isEven) return [text.slice(0, size), text.slice(size)];
  return Array.from(
    { length: Math.ceil(text.length / size) },
    (_, i) => text.slice(i * size, (i + 1) * size),
  );
}

/** The events of a stream as a provider sends them. */
function bodyOf({ texts, size, mixed }: Stream): string {
  const base = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const chunks = texts.flatMap(({ choice, field, text, cut }) =>
    piecesOf(text, cut ?? size, cut === undefined).map((piece, i) => ({
      at: mixed ? i : 0,
      chunk: { index: choice, delta: deltaOf(field, piece) },
    }))
  ).sort((a, b) => a.at - b.at).map(({ chunk }) => chunk);
  const ends = [...new Set(texts.map(({ choice }) => choice))]
    .map((index) => ({ index, delta: {}, finish_reason: "stop" }));
  return [...chunks, ...ends].map((choice) => `data: ${JSON.stringify({ ...base, choices: [choice] })}\n\n`)
    .join("") + "data: [DONE]\n\n";
}

/** The text that a client receives, by choice and field. */
export function receivedOf(body: string): Map<string, string> {
  const received = new Map<string, string>();
  const add = (key: string, text: string) => received.set(key, (received.get(key) ?? "") + text);
  for (const line of body.split("\n\n")) {
    if (!line.startsWith("data: {")) continue;
    for (const { index, delta = {} } of JSON.parse(line.slice(6)).choices ?? []) {
      for (const field of ["content", "reasoning_content"]) {
        if (delta[field]) add(`${index} ${field}`, delta[field]);
      }
      for (const call of delta.tool_calls ?? []) add(`${index} tool ${call.index}`, call.function.arguments);
    }
  }
  return received;
}

export interface Ways extends AsyncDisposable {
  guard: TestGuard;
  /** The text that a client receives of a stream from the guard's own proxy, and from the gateway. */
  ask: Record<"guard" | "gateway", (stream: Stream) => Promise<string>>;
}

export async function waysOf(sql: Parameters<typeof testGuard>[0]): Promise<Ways> {
  let said = "";
  const provider = serveScript(() =>
    new Response(said, { headers: { "content-type": "text/event-stream" } })
  );
  const guard = await testGuard(sql, { gateway: gatewayClient({ baseUrl: provider.url, apiKey: "key-1" }) });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const token = (await bearer("user")).authorization.replace("Bearer ", "");
  const gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: {
      guardrails: createGuardrails({
        baseUrl: `http://127.0.0.1:${server.addr.port}`,
        failOpen: false,
        token: () => Promise.resolve(token),
      }),
    },
  });
  const request = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };
  return {
    guard,
    ask: {
      async guard(stream) {
        said = bodyOf(stream);
        return (await guard.ask("POST", "/proxy/chat/completions", request)).text;
      },
      async gateway(stream) {
        said = bodyOf(stream);
        return await (await gateway.post(request)).text();
      },
    },
    async [Symbol.asyncDispose]() {
      await guard.flush();
      await gateway[Symbol.asyncDispose]();
      await server.shutdown();
      await provider[Symbol.asyncDispose]();
    },
  };
}
