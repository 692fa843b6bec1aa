/** A test provider that refuses tools on chat completions, as OpenAI does, and answers responses. */
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { type Recorded, serveScript } from "lib/testing.ts";
import { type Gateway, startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import type { Target } from "../providers/target.ts";
import { sse } from "../wires/wire_fixture.ts";

const USAGE = {
  ...{ input_tokens: 12, input_tokens_details: { cached_tokens: 4 }, output_tokens: 6, total_tokens: 18 },
  output_tokens_details: { reasoning_tokens: 2 },
};
export const REASONING: JsonObject = {
  id: "rs_1",
  type: "reasoning",
  summary: [{ type: "summary_text", text: "Hm" }],
  encrypted_content: "SEAL",
};
export const MESSAGE: JsonObject = {
  ...{ id: "msg_1", type: "message", role: "assistant", status: "completed" },
  content: [{ type: "output_text", text: "Let me see", annotations: [], logprobs: [] }],
};
export const CALLS: JsonObject[] = ["Muscat", "مسقط"].map((city, index) => ({
  ...{ id: `fc_${index}`, type: "function_call", call_id: `call_${index}`, status: "completed" },
  ...{ name: "weather", arguments: JSON.stringify({ city }) },
}));

/** A response with these items, whole or streamed. */
export function responseWith(output: JsonObject[], stream: boolean, changes: JsonObject = {}): Response {
  const begun = {
    id: "r",
    object: "response",
    created_at: 7,
    status: "in_progress",
    model: "gpt",
    output: [],
  };
  const ended = { ...begun, status: "completed", output, usage: USAGE, ...changes };
  if (!stream) return Response.json(ended);
  return sse([
    { type: "response.created", response: { ...begun, usage: null } },
    ...output.flatMap((item, output_index) => eventsOf(item, output_index)),
    { type: `response.${ended.status}`, response: ended },
  ]);
}

function eventsOf(item: JsonObject, output_index: number): JsonObject[] {
  const at = { item_id: item.id, output_index };
  const done = { type: "response.output_item.done", output_index, item };
  const added = (fields: JsonObject) => ({
    type: "response.output_item.added",
    output_index,
    item: { ...item, ...fields, status: "in_progress" },
  });
  if (item.type === "reasoning") {
    const part = { ...at, summary_index: 0 };
    if (JSON.stringify(item.summary) === "[]") return [added({ encrypted_content: "EARLY" }), done];
    return [
      added({ summary: [], encrypted_content: "EARLY" }),
      { type: "response.reasoning_summary_part.added", ...part, part: { type: "summary_text", text: "" } },
      { type: "response.reasoning_summary_text.delta", ...part, delta: "Hm" },
      done,
    ];
  }
  if (item.type === "message") {
    const part = { ...at, content_index: 0 };
    return [
      added({ content: [] }),
      { type: "response.content_part.added", ...part, part: { type: "output_text", text: "" } },
      ...["Let me", " see"].map((delta) => ({ type: "response.output_text.delta", ...part, delta })),
      done,
    ];
  }
  const field = item.type === "custom_tool_call" ? "input" : "arguments";
  const [name, text] = [
    field === "input" ? "custom_tool_call_input" : "function_call_arguments",
    String(item[field]),
  ];
  return [
    added({ [field]: "" }),
    ...[text.slice(0, 5), text.slice(5)].map((delta) => ({ type: `response.${name}.delta`, ...at, delta })),
    { type: `response.${name}.done`, ...at, [field]: text },
    done,
  ];
}

/** OpenAI's own error message. */
export function refused(model = "gpt-5.6-luna"): Response {
  const message =
    `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. ` +
    "To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
  const error = { message, type: "invalid_request_error", param: "reasoning_effort", code: null };
  return Response.json({ error }, { status: 400 });
}

/** Answers responses with `output` and chats without tools with text; refuses chats with tools. */
export function toolsRefused(output: JsonObject[]): (recorded: Recorded) => Response {
  return ({ path, body }) => {
    const { stream, tools } = JSON.parse(body);
    if (path === "/v1/responses") return responseWith(output, stream === true);
    if (tools?.length > 0) return refused();
    const message = { role: "assistant", content: "plain" };
    return Response.json({
      ...{ id: "c", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] },
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  };
}

export const TOOLS = [{
  type: "function" as const,
  function: {
    name: "weather",
    description: "Tells it",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
}];
/** A chat with a tool. */
export const ASK = { model: "m", messages: [{ role: "user" as const, content: "Weather?" }], tools: TOOLS };
/** Reasoning, words and two calls. */
export const OUTPUT = [REASONING, MESSAGE, ...CALLS];

export interface Given {
  openai: OpenAI;
  gateway: Gateway;
  requests: Recorded[];
  sent(): JsonObject;
}

/** A gateway with one model, which `script` answers. */
export async function withModel(
  script: (recorded: Recorded) => Response,
  changes: Partial<Target>,
  test: (given: Given) => Promise<void>,
) {
  await using provider = serveScript((_request, recorded) => script(recorded));
  const target = testTarget(provider.url, { model: "gpt-5.6-luna", responses: true, ...changes });
  await using gateway = await startGateway({ models: { m: [target] } });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  const { requests } = provider;
  await test({ openai, gateway, requests, sent: () => JSON.parse(requests.at(-1)?.body ?? "null") });
}

export const paths = (requests: Recorded[]) => requests.map(({ path }) => path);
