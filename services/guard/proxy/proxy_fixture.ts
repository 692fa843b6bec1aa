import { type Recorded, type ScriptedServer, serveScript } from "lib/testing.ts";
import { gatewayClient } from "../gateway_client.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "../guard_fixture.ts";
import type { Sql } from "lib/database/db.ts";

export const options = { schema: "guard", migrations: MIGRATIONS };
export const PATH = "/proxy/chat/completions";
export const USAGE = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };

export function completion(content: string, more: object = {}) {
  const message = { role: "assistant", content, ...more };
  return {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: USAGE,
  };
}

/** An answer in pieces of `size` characters, as a gateway streams it. */
export function streaming(content: string, size: number, { cut = false, usage = true } = {}): Response {
  const base = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const frames: object[] = [
    {
      ...base,
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    },
  ];
  for (let i = 0; i < content.length; i += size) {
    frames.push({
      ...base,
      choices: [{ index: 0, delta: { content: content.slice(i, i + size) }, finish_reason: null }],
    });
  }
  if (!cut) frames.push({ ...base, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  if (usage && !cut) frames.push({ ...base, choices: [], usage: USAGE });
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("") +
    (cut ? "" : "data: [DONE]\n\n");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

export async function guarded(
  sql: Sql,
  script: (request: Request, recorded: Recorded, index: number) => Response,
  settings: Record<string, string> = {},
): Promise<TestGuard & { gateway: ScriptedServer; say: TestGuard["ask"] } & AsyncDisposable> {
  const gateway = serveScript(script);
  const guard = await testGuard(sql, {
    settings,
    gateway: gatewayClient({ baseUrl: gateway.url, apiKey: "key-1" }),
  });
  const say: TestGuard["ask"] = (_method, content, more = {}, options) =>
    guard.ask("POST", PATH, { model: "m", messages: [{ role: "user", content }], ...Object(more) }, {
      role: "user",
      ...options,
    });
  return {
    ...guard,
    gateway,
    say,
    async [Symbol.asyncDispose]() {
      await guard.flush();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

export function events(text: string) {
  const data = text.split("\n\n").filter(Boolean).map((frame) => frame.replace(/^data: /, ""));
  const chunks = data.filter((event) => event !== "[DONE]").map((event) => JSON.parse(event));
  const content = chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? "").join("");
  return { chunks, content, done: data.at(-1) === "[DONE]", last: chunks.at(-1) };
}

export const policy = (guard: TestGuard, keywords: string[], action = "block") =>
  guard.ask("POST", "/policies", {
    name: keywords.join(),
    rule_type: "keyword",
    rule_config: JSON.stringify({ keywords }),
    action,
  });
