import type { JsonObject } from "lib/json_object.ts";
import { type Recorded, serveScript } from "lib/testing.ts";
import type { Target, WireName } from "../providers/target.ts";
import type { Wire, WireContext } from "./wire.ts";

/** A conversation with all features that translations must carry: roles, an image, tools, a call and its result. */
export const CONVERSATION: JsonObject = {
  model: "m",
  messages: [
    { role: "system", content: "Be brief" },
    {
      role: "user",
      content: [
        { type: "text", text: "ما هذا؟" },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0=" } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "c1", type: "function", function: { name: "look", arguments: '{"at":"image"}' } },
        { id: "c2", type: "function", function: { name: "look", arguments: "not json" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "a cat" },
    { role: "tool", tool_call_id: "c2", content: "nothing" },
    { role: "user", content: "And now?" },
  ],
  tools: [{
    type: "function",
    function: {
      name: "look",
      description: "Looks",
      parameters: { type: "object", properties: { at: { type: "string" } } },
    },
  }],
  tool_choice: "required",
  max_completion_tokens: 100,
  temperature: 1.5,
  top_p: 0.9,
  stop: ["END"],
};

export interface PlayedProvider extends AsyncDisposable {
  context: WireContext;
  requests: Recorded[];
  /** The body of request `index`. */
  sent(index?: number): JsonObject;
}

/** A provider of `wire` that `script` answers. */
export function played(
  wire: WireName,
  script: (recorded: Recorded) => Response,
  changes: Partial<Target> = {},
  secret = "secret",
): PlayedProvider {
  const server = serveScript((_request, recorded) => script(recorded));
  const target: Target = {
    provider: wire,
    model: "m",
    wire,
    baseUrl: new URL(server.url),
    keys: [],
    headers: { "x-team": "platform" },
    timeoutMs: 2_000,
    idleTimeoutMs: 2_000,
    region: "me-central-1",
    ...changes,
  };
  return {
    context: { target, key: { id: "k", secret, weight: 1 }, signal: new AbortController().signal },
    requests: server.requests,
    sent: (index = 0) => JSON.parse(server.requests[index]?.body ?? "null"),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Server-sent events with the given data, cut into pieces of `size` bytes. */
export function sse(events: JsonObject[], size = 7): Response {
  const text = events.map((event) => `event: ${event.type ?? "x"}\ndata: ${JSON.stringify(event)}\n\n`).join(
    "",
  );
  return inPieces(new TextEncoder().encode(text), size, "text/event-stream");
}

/** A frame of AWS's event stream, with zero CRCs, which are not checked. */
function frame(type: string, payload: unknown, kind = "event"): Uint8Array {
  const encoder = new TextEncoder();
  const header = (name: string, value: string) => {
    const [n, v] = [encoder.encode(name), encoder.encode(value)];
    return Uint8Array.from([n.length, ...n, 7, v.length >> 8, v.length & 255, ...v]);
  };
  const typeHeader = kind === "event" ? ":event-type" : ":exception-type";
  const headers = Uint8Array.from([...header(typeHeader, type), ...header(":message-type", kind)]);
  const body = encoder.encode(JSON.stringify(payload));
  const total = 12 + headers.length + body.length + 4;
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, total);
  view.setUint32(4, headers.length);
  bytes.set(headers, 12);
  bytes.set(body, 12 + headers.length);
  return bytes;
}

/** A body of such frames, in pieces of `size` bytes. */
export function frames(events: [string, unknown, string?][], size = 13): Response {
  const parts = events.map(([type, payload, kind]) => frame(type, payload, kind));
  return inPieces(
    Uint8Array.from(parts.flatMap((part) => [...part])),
    size,
    "application/vnd.amazon.eventstream",
  );
}

/** A body in pieces of `size` bytes, so that no translation can rely on whole events per read. */
export function inPieces(bytes: Uint8Array, size: number, type: string): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at += size));
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}

/** A completion assembled from streamed chunks. */
export interface Assembled {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; arguments: string }[];
  finish: unknown;
  usage: unknown;
  models: string[];
}

/** Streams a request and assembles its chunks as clients do, with call deltas by index. */
export async function assembled(wire: Wire, request: JsonObject, context: WireContext): Promise<Assembled> {
  const result: Assembled = {
    text: "",
    reasoning: "",
    calls: [],
    finish: undefined,
    usage: undefined,
    models: [],
  };
  for await (const chunk of wire.stream({ ...request, stream: true }, context)) {
    const { choices, usage, model } = JSON.parse(JSON.stringify(chunk));
    result.models.push(model);
    if (usage) result.usage = usage;
    const [choice] = choices;
    if (!choice) continue;
    const { content, reasoning_content, tool_calls = [] } = choice.delta;
    result.text += content ?? "";
    result.reasoning += reasoning_content ?? "";
    for (const { index, id, function: { name, arguments: piece } } of tool_calls) {
      const call = result.calls[index] ??= { id: "", name: "", arguments: "" };
      call.id += id ?? "";
      call.name += name ?? "";
      call.arguments += piece ?? "";
    }
    if (choice.finish_reason) result.finish = choice.finish_reason;
  }
  return result;
}

/** The message, finish reason and usage of a whole answer. */
export async function whole(wire: Wire, request: JsonObject, context: WireContext) {
  const { choices: [{ message, finish_reason }], usage, id, model } = JSON.parse(
    JSON.stringify(await wire.chat(request, context)),
  );
  return { message, finish: finish_reason, usage, id, model };
}
