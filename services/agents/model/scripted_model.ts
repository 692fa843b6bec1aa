/** For tests: plays a model provider over HTTP from a script of answers. */
import { pause } from "lib/deadlines.ts";
import { openaiProvider, type Provider } from "lib/providers/provider.ts";
import { type ScriptedServer, serveScript } from "lib/testing.ts";
import { z } from "zod";

/** One answer of the script. */
export interface Scripted {
  content?: string | null;
  reasoning_content?: string;
  tool_calls?: { id?: string; name: string; arguments: string }[];
  finish_reason?: string;
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null;
  /** An HTTP failure instead. */
  status?: number;
  headers?: Record<string, string>;
  error?: { message: string; code?: string };
  /** Answers as it likes. */
  respond?: (request: Request) => Response | Promise<Response>;
  delayMs?: number;
  /** Answers when this has resolved. */
  after?: Promise<void>;
}

const Asked = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({
    role: z.string(),
    content: z.string().nullable(),
    tool_call_id: z.string().optional(),
    tool_calls: z.array(
      z.object({
        id: z.string(),
        type: z.literal("function"),
        function: z.object({ name: z.string(), arguments: z.string() }),
      }),
    ).optional(),
  })),
  tools: z.array(z.object({ function: z.looseObject({ name: z.string() }) })).optional(),
  temperature: z.number().optional(),
  stream: z.boolean().optional(),
});
export type Asked = z.output<typeof Asked>;

export interface ScriptedModel extends AsyncDisposable {
  provider: Provider;
  url: string;
  /** The requests so far, parsed. */
  asked: () => Asked[];
  server: ScriptedServer;
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** A provider that gives `script` in order, the last one for ever; or what a function says. */
export function scriptedModel(
  script: Scripted[] | ((asked: Asked, index: number) => Scripted),
): ScriptedModel {
  const server = serveScript(async (request, recorded, index) => {
    const asked = Asked.parse(JSON.parse(recorded.body));
    refuseBadHistory(asked);
    const answer = typeof script === "function"
      ? script(asked, index)
      : script[Math.min(index, script.length - 1)] ?? {};
    if (answer.delayMs) await pause(answer.delayMs);
    await answer.after;
    if (answer.respond) return await answer.respond(request);
    if (answer.status) {
      return Response.json({ error: answer.error ?? { message: "scripted failure" } }, {
        status: answer.status,
        headers: answer.headers,
      });
    }
    return asked.stream ? stream(answer) : Response.json(completion(answer));
  });
  return {
    server,
    url: `${server.url}/v1`,
    provider: openaiProvider({ apiKey: "test", baseUrl: `${server.url}/v1` }),
    asked: () => server.requests.map(({ body }) => Asked.parse(JSON.parse(body))),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Refuses requests that real providers answer with a 400: a call without its one result, bad JSON, names out of the alphabet. */
function refuseBadHistory({ messages }: Asked): void {
  let open: string[] = [];
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === "tool") {
      if (!open.includes(tool_call_id ?? "")) throw new Error(`result of no call: ${tool_call_id}`);
      open = open.filter((id) => id !== tool_call_id);
      continue;
    }
    if (open.length > 0) throw new Error(`calls without result: ${open}`);
    for (const { id, function: { name, arguments: text } } of tool_calls ?? []) {
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error(`bad name ${name}`);
      JSON.parse(text);
      open.push(id);
    }
  }
  if (open.length > 0) throw new Error(`calls without result: ${open}`);
}

function completion(
  { content = null, reasoning_content, tool_calls, finish_reason, usage = USAGE }: Scripted,
) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "scripted",
    choices: [{
      index: 0,
      message: { role: "assistant", content, reasoning_content, tool_calls: tool_calls?.map(wireCall) },
      finish_reason: finish_reason ?? (tool_calls ? "tool_calls" : "stop"),
    }],
    usage,
  };
}

function wireCall({ id, name, arguments: text }: { id?: string; name: string; arguments: string }) {
  return { id, type: "function", function: { name, arguments: text } };
}

function stream(answer: Scripted): Response {
  const { content = "", reasoning_content, tool_calls = [], usage = USAGE } = answer;
  const chunks: unknown[] = [
    { role: "assistant" },
    ...(reasoning_content ? [{ reasoning_content }] : []),
    ...[...content ?? ""].map((letter) => ({ content: letter })),
    ...tool_calls.flatMap((call, index) => [
      {
        tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }],
      },
      ...[...call.arguments].map((letter) => ({ tool_calls: [{ index, function: { arguments: letter } }] })),
    ]),
  ].map((delta) => ({ id: "c", model: "scripted", choices: [{ index: 0, delta, finish_reason: null }] }));
  const finish_reason = answer.finish_reason ?? (tool_calls.length > 0 ? "tool_calls" : "stop");
  chunks.push({ id: "c", model: "scripted", choices: [{ index: 0, delta: {}, finish_reason }] });
  chunks.push({ id: "c", model: "scripted", choices: [], usage });
  const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") + "data: [DONE]\n\n";
  return cutInPieces(new TextEncoder().encode(text), 7);
}

/** `bytes` as an event stream in pieces of `size` bytes, across characters and lines. */
export function cutInPieces(bytes: Uint8Array, size: number): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.slice(at, at += size));
      if (at >= bytes.length) controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
